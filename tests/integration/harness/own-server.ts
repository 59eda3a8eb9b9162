import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { Vendor } from '../../../app/contract/connections/connection';
import { startInstance, type Instance, type InstanceRequest } from '../../../app/sandbox/instance';
import { locateServer } from '../../../app/sandbox/locate';
import { isRunning, signal } from '../../../app/storage/process-identity';
import { KeptPort } from '../../servers/kept-port';
import { copyPreparedData, redoLog } from '../../servers/prepared-data';
import { FaultyNetwork } from './faulty-network';

/**
 * As durable as by default: without its syncs MariaDB loses commits that it has acknowledged to a kill -9 (measured on 10.11.19 with
 * three writers: in 24 of 350 kills with innodb_flush_method=nosync, in none of 200 with fsync).
 */
const OPTIONS = ['--innodb-buffer-pool-size=128M'];
/** As small as the tests' tables. */
const REDO_LOG_MEBIBYTES = 32;
/** Each start gives the server's own account another password; this one keeps its. */
const ACCOUNT = { user: 'faults', password: 'faults' } as const;
const TICK_MS = 20;

/**
 * A server that a test may kill: started for it, in a folder of its own, and gone with the test's process in whatever
 * way that ends. It is reached through a network that may break, at an address that outlives it.
 */
export class OwnServer {
  readonly network: FaultyNetwork;
  readonly #folder: string;
  readonly #port: KeptPort;
  readonly #request: InstanceRequest;
  #instance: Instance;

  private constructor(
    { folder, port, request }: Readonly<{ folder: string; port: KeptPort; request: InstanceRequest }>,
    instance: Instance,
    network: FaultyNetwork,
  ) {
    this.#folder = folder;
    this.#port = port;
    this.#request = request;
    this.#instance = instance;
    this.network = network;
  }

  /**
   * `more` are options of the server's command line; `born` are those that its data must be made with as well.
   * `through` is a command that becomes the one behind it.
   */
  static async start(
    vendor: Vendor,
    more: readonly string[] = [],
    born: readonly string[] = [],
    through: readonly string[] = [],
  ): Promise<OwnServer> {
    const program = locateServer(vendor);
    if (program === null) throw new Error(`There is no ${vendor} server`);
    const folder = await fs.mkdtemp(join(tmpdir(), 'sluice-own-'));
    const ownLog = redoLog(vendor, REDO_LOG_MEBIBYTES);
    const bare = { ...program, options: [...program.options, ownLog, ...born] };
    await copyPreparedData(bare, join(folder, 'server'));
    const port = await KeptPort.takeAny();
    const request: InstanceRequest = {
      program: { ...bare, command: [...through, ...program.command] },
      folder: join(folder, 'server'),
      lifetime: 'bound',
      bufferPoolBytes: 128 << 20,
      // As an administrator's server would come back: a run takes one on another port for another server.
      port: port.port,
      options: [...OPTIONS, ownLog, ...more],
    };
    const instance = await startInstance(request);
    const own = new OwnServer({ folder, port, request }, instance, await FaultyNetwork.to(instance));
    const { socketPath, user, password } = instance;
    const connection = await createConnection({ socketPath, user, password });
    await connection.query(`CREATE USER '${ACCOUNT.user}'@'%' IDENTIFIED BY '${ACCOUNT.password}'`);
    await connection.query(`GRANT ALL PRIVILEGES ON *.* TO '${ACCOUNT.user}'@'%' WITH GRANT OPTION`);
    await connection.end();
    return own;
  }

  /** Through the network. */
  get endpoint(): Endpoint {
    const address = { kind: 'tcp', host: '127.0.0.1', port: this.network.port } as const;
    return { address, ...ACCOUNT, tls: { mode: 'disabled' } };
  }

  /** The same for a command line. */
  get dsn(): string {
    return `mysql://${ACCOUNT.user}@127.0.0.1:${this.network.port}/?tls=disabled`;
  }

  /** Password for a command line, as environment variables. */
  get secret(): Readonly<Record<string, string>> {
    return { SLUICE_PASSWORD: ACCOUNT.password };
  }

  /** Past the network. */
  async connect(): Promise<Connection> {
    return await createConnection({ socketPath: this.#instance.socketPath, ...ACCOUNT });
  }

  /** Works over a connection past the network. */
  async use<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const connection = await this.connect();
    try {
      return await work(connection);
    } finally {
      await connection.end();
    }
  }

  /** As a power cut would end it, but for what the machine holds in memory. */
  async kill(): Promise<void> {
    await signal(this.#instance.process, 'SIGKILL');
    while (await isRunning(this.#instance.process))
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }

  /** Shuts the server down in peace, as an administrator does, and lets nobody in any more. */
  async shutDown(): Promise<void> {
    await this.#instance.stop();
    this.network.cut();
  }

  /** Kills the server, whatever it does, and lets nobody in any more. */
  async goDown(): Promise<void> {
    await this.kill();
    this.network.cut();
  }

  async comeBack(): Promise<void> {
    await this.startAgain();
    this.network.mend();
  }

  /** On the same data; the network leads there from now on. */
  async startAgain(): Promise<void> {
    await this.#instance.stop();
    this.#instance = await startInstance(this.#request);
    this.network.target = this.#instance;
  }

  /** Its data is gone with it, so that there is nothing to shut down in peace. */
  async end(): Promise<void> {
    await this.network.close();
    await this.kill();
    await this.#instance.stop();
    await this.#port.release();
    await fs.rm(this.#folder, { recursive: true, force: true });
  }
}

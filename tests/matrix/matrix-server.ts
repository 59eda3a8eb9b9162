import { promises as fs } from 'fs';
import { tmpdir } from 'os';
import { dirname, join } from 'path';
import { createConnection, type Connection } from 'mysql2/promise';
import { it } from 'vitest';
import { inCache } from '../../build/setup/places.mjs';
import { matrixServers } from '../../build/setup/servers.mjs';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import type { Vendor } from '../../app/contract/connections/connection';
import { startInstance, type Instance, type InstanceRequest } from '../../app/sandbox/instance';
import { readUnpacked } from '../../app/sandbox/locate';
import { isRunning, signal } from '../../app/storage/process-identity';
import type { SakilaServer } from '../fixtures/sakila';
import { KeptPort } from '../servers/kept-port';
import { copyPreparedData } from '../servers/prepared-data';

const { SLUICE_MATRIX, SLUICE_MATRIX_MISSING = '{}' } = process.env;

/** Reasons for which set-up could not fetch a server, by its name. */
const missing = new Map(Object.entries(JSON.parse(SLUICE_MATRIX_MISSING) as Record<string, string>));

/** Names of the servers of the matrix, such as `mariadb-10.5`: those that SLUICE_MATRIX lists, or all, as far as they are there. */
export const serverNames: readonly string[] = (SLUICE_MATRIX?.split(',') ?? matrixServers).filter(
  (name) => !missing.has(name),
);

/** Registers a skipped test for each server that is not there: it stands for all of the file that need it. */
export function skipMissingServers(): void {
  for (const [name, why] of missing)
    it(`everything with ${name}`, ({ skip }) => {
      skip(`set-up could not fetch it: ${why}`);
    });
}

/** Nothing here tests what a power cut leaves, nor how long a busy machine takes to sign in. */
const OPTIONS = [
  '--connect-timeout=600',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-buffer-pool-size=64M',
];
const TICK_MS = 20;

/** A server of one version, started for a test in a folder of its own. */
export class MatrixServer {
  readonly name: string;
  readonly #folder: string;
  readonly #port: KeptPort;
  readonly #request: InstanceRequest;
  #instance: Instance;

  private constructor(name: string, port: KeptPort, request: InstanceRequest, instance: Instance) {
    this.name = name;
    this.#folder = dirname(request.folder);
    this.#port = port;
    this.#request = request;
    this.#instance = instance;
  }

  static async start(name: string, options: readonly string[] = []): Promise<MatrixServer> {
    const vendor: Vendor = name.startsWith('mariadb') ? 'mariadb' : 'mysql';
    const program = readUnpacked(vendor, inCache('servers', name));
    if (program === null) throw new Error(`${name} is not unpacked: run npm run test:matrix`);
    const folder = await fs.mkdtemp(join(tmpdir(), 'sluice-matrix-'));
    await copyPreparedData(program, join(folder, 'server'));
    const port = await KeptPort.takeAny();
    const request: InstanceRequest = {
      program,
      folder: join(folder, 'server'),
      lifetime: 'bound',
      bufferPoolBytes: 64 << 20,
      port: port.port,
      options: [...OPTIONS, ...options],
    };
    return new MatrixServer(name, port, request, await startInstance(request));
  }

  get instance(): Instance {
    return this.#instance;
  }

  get endpoint(): Endpoint {
    const { host, port, user, password } = this.instance;
    return { address: { kind: 'tcp', host, port }, user, password, tls: { mode: 'preferred' } };
  }

  /** Address for a command line, which takes the password from {@link secret}. */
  get dsn(): string {
    return `mysql://${this.instance.user}@127.0.0.1:${this.instance.port}/`;
  }

  get secret(): Readonly<Record<string, string>> {
    return { SLUICE_PASSWORD: this.instance.password };
  }

  /** MySQL 8.0 has dropped the old name, and 5.5 lacks the new one. */
  get pointFunction(): 'GeomFromText' | 'ST_GeomFromText' {
    return this.name === 'mysql-5.5' ? 'GeomFromText' : 'ST_GeomFromText';
  }

  /** Sakila as this server can have it. MariaDB knows the column's type, and no attribute SRID. */
  get sakila(): SakilaServer {
    if (this.name === 'mysql-5.5') return { location: null, textEngine: 'MyISAM' };
    return { location: this.name.startsWith('mariadb') ? '' : 'SRID 0', textEngine: 'InnoDB' };
  }

  /** Runs statements one by one over one connection. */
  async run(statements: readonly string[]): Promise<void> {
    await this.use(async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  }

  /** A connection of the test's own. */
  async connect(): Promise<Connection> {
    const { socketPath, user, password } = this.instance;
    return await createConnection({ socketPath, user, password, charset: 'utf8mb4' });
  }

  /** Works over a connection of the test's own. */
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
    await signal(this.instance.process, 'SIGKILL');
    while (await isRunning(this.instance.process))
      await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }

  /** On the same data and the same port, with another password. */
  async startAgain(): Promise<void> {
    await this.instance.stop();
    this.#instance = await startInstance(this.#request);
  }

  async end(): Promise<void> {
    await this.instance.stop();
    await this.#port.release();
    await fs.rm(this.#folder, { recursive: true, force: true });
  }
}

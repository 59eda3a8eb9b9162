import type { Connection, RowDataPacket } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { OwnServer } from './own-server';

/** Starts a server that writes a log which others can follow by GTID, of its own changes and of those that it follows. */
export async function startLogging(vendor: Vendor, id: number): Promise<OwnServer> {
  const own =
    vendor === 'mysql'
      ? ['--gtid-mode=ON', '--enforce-gtid-consistency=ON']
      : [`--gtid-domain-id=${id}`, '--log-slave-updates=ON'];
  return await OwnServer.start(vendor, ['--log-bin=binlog', `--server-id=${id}`, ...own]);
}

/** Replication of one server, in the words of its vendor. */
export class Replica {
  readonly #vendor: Vendor;
  readonly #connection: Connection;

  constructor(vendor: Vendor, connection: Connection) {
    this.#vendor = vendor;
    this.#connection = connection;
  }

  /** Statement that follows a source by GTID from what the replica has. */
  get byGtid(): string {
    return this.#vendor === 'mysql'
      ? 'CHANGE REPLICATION SOURCE TO SOURCE_AUTO_POSITION = 1'
      : 'CHANGE MASTER TO MASTER_USE_GTID = slave_pos';
  }

  /** The same of a server that has written a log of its own. */
  get byOwnGtid(): string {
    return this.#vendor === 'mysql' ? this.byGtid : 'CHANGE MASTER TO MASTER_USE_GTID = current_pos';
  }

  /** Follows a source from where the statement says, which lacks the source's address. */
  async follow(source: OwnServer, from = this.byGtid): Promise<void> {
    const { address, user, password } = source.endpoint;
    if (address.kind !== 'tcp') throw new Error('A server of a test is reached by TCP.');
    const [word, key] = this.#vendor === 'mysql' ? ['SOURCE', ', GET_SOURCE_PUBLIC_KEY = 1'] : ['MASTER', ''];
    await this.#connection.query(
      `${from}, ${word}_HOST = '127.0.0.1', ${word}_PORT = ${address.port}, ${word}_USER = '${user}', ${word}_PASSWORD = '${password}'${key}`,
    );
    await this.#connection.query(this.#vendor === 'mysql' ? 'START REPLICA' : 'START SLAVE');
  }

  /** Follows nobody any more, and forgets whom it did. */
  async leave(): Promise<void> {
    const word = this.#vendor === 'mysql' ? 'REPLICA' : 'SLAVE';
    await this.#connection.query(`STOP ${word}`);
    await this.#connection.query(`RESET ${word} ALL`);
  }

  /** Forgets what the server itself has logged, so that nobody asks for it. */
  async forgetLog(): Promise<void> {
    await this.#connection.query(this.#vendor === 'mysql' ? 'RESET BINARY LOGS AND GTIDS' : 'RESET MASTER');
  }
}

/** The first column of the first row; null for no row. */
export async function scalar(connection: Connection, statement: string): Promise<unknown> {
  const [[row]] = await connection.query<RowDataPacket[]>(statement);
  return row === undefined ? null : (Object.values(row)[0] as unknown);
}

const TICK_MS = 50;

/** Resolves when the replica has all that its source has now. */
export async function caughtUp(source: Connection, replica: Connection): Promise<void> {
  const mark = `mark_${Date.now()}`;
  const isThere = async () => (await scalar(replica, `SHOW DATABASES LIKE '${mark}'`)) !== null;
  await source.query(`CREATE DATABASE ${mark}`);
  while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  await source.query(`DROP DATABASE ${mark}`);
  while (await isThere()) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}

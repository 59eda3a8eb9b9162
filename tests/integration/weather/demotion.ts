import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import type { OwnServer } from '../harness/own-server';

/** A server that a failover may demote while a run writes to it, so that it takes no more writes of the run's account. */
export class Demotion {
  readonly #connection: Connection;
  readonly #variable: 'super_read_only' | 'read_only';

  private constructor(connection: Connection, variable: 'super_read_only' | 'read_only') {
    this.#connection = connection;
    this.#variable = variable;
  }

  /** Must come before the run: MariaDB's account may write to a read-only server until it signs in again. */
  static async of(server: OwnServer, vendor: Vendor): Promise<Demotion> {
    const connection = await server.connect();
    if (vendor === 'mysql') return new Demotion(connection, 'super_read_only');
    await connection.query('REVOKE READ_ONLY ADMIN ON *.* FROM CURRENT_USER');
    return new Demotion(connection, 'read_only');
  }

  async demote(): Promise<void> {
    await this.#connection.query(`SET GLOBAL ${this.#variable} = ON`);
  }

  async promote(): Promise<void> {
    await this.#connection.query('SET GLOBAL read_only = OFF');
  }

  async end(): Promise<void> {
    await this.#connection.end();
  }
}

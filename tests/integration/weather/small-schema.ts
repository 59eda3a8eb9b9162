import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { OwnServer } from '../harness/own-server';

/** A server on which one schema has its data on a disk of its own, which really is full after some megabytes. */
export class SmallSchema {
  readonly server: OwnServer;
  readonly #place: string;
  /** Enters the mounts of the server, which nobody else sees. */
  readonly #enter: readonly string[];

  private constructor(server: OwnServer, place: string, pid: string) {
    this.server = server;
    this.#place = place;
    this.#enter = ['-t', pid, '-U', '-m', '--preserve-credentials', 'mount', '-t', 'tmpfs'];
  }

  /** Makes the schema, where `mayMount`. It takes no privilege: the user who starts the server is root within. */
  static async make(vendor: Vendor, schema: string, megabytes: number): Promise<SmallSchema> {
    const through = ['unshare', '--map-root-user', '--mount'];
    const server = await OwnServer.start(vendor, ['--user=root'], [], through);
    const [row] = await server.use(async (connection) => {
      await connection.query(`CREATE DATABASE ${schema}`);
      const [rows] = await connection.query<RowDataPacket[]>('SELECT @@pid_file AS pid, @@datadir AS folder');
      return rows;
    });
    const pid = readFileSync(String(row?.pid), 'utf8').trim();
    const small = new SmallSchema(server, join(String(row?.folder), schema), pid);
    small.#mount(`size=${megabytes}m`);
    return small;
  }

  /** From now on there is room. */
  enlarge(megabytes: number): void {
    this.#mount(`remount,size=${megabytes}m`);
  }

  #mount(options: string): void {
    execFileSync('nsenter', [...this.#enter, '-o', options, 'none', this.#place]);
  }
}

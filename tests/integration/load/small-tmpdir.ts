import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { OwnServer } from '../harness/own-server';

/** Below what sorting the largest index takes. */
const ROOM_BYTES = 48 << 20;

/** A server whose index builds run out of room for what they sort: a file system of its own that really is full. */
export interface SmallTmpdir {
  readonly server: OwnServer;
  /** From now on there is room: in another file system. */
  makeRoom(): Promise<void>;
  end(): Promise<void>;
}

/** Starts it, where `mayMount`, and has it filled while there still is room. It takes no privilege. */
export async function startWithSmallTmpdir(
  vendor: Vendor,
  fill: (connection: Connection) => Promise<void>,
): Promise<SmallTmpdir> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-small-'));
  const mount = `mount -t tmpfs -o size=${ROOM_BYTES} none "$1" && shift && exec "$@"`;
  const through = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh', folder];
  // The user who starts it is root within.
  const server = await OwnServer.start(vendor, ['--user=root'], [], through);
  const sortIn = (where: string) =>
    server.use(async (connection) => {
      await connection.query(`SET GLOBAL innodb_tmpdir = ${where}`);
    });
  await server.use(fill);
  await sortIn(`'${folder}'`);
  return {
    server,
    makeRoom: () => sortIn('@@GLOBAL.tmpdir'),
    end: async () => {
      await server.end();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

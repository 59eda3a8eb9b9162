import { execFileSync } from 'child_process';
import { mkdtemp, rm } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import type { Vendor } from '../../../app/contract/connection';
import { mayMount } from '../faults/full-disk';
import { OwnServer } from '../harness/own-server';

/** Below what sorting the largest index takes, and above every file that a small server needs besides. */
const ROOM_BYTES = 48 << 20;
/** What `ulimit -f` counts in (POSIX). */
const BLOCK_BYTES = 512;
/** Smaller than the room: what the server writes as usual has it. */
const SMALL_FILES: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: ['--innodb-redo-log-capacity=64M'],
  mariadb: ['--innodb-log-file-size=16M'],
};

/** A server whose index builds run out of room for what they sort. It takes no privilege. */
export interface SmallTmpdir {
  readonly server: OwnServer;
  /** From now on there is room. */
  makeRoom(): Promise<void>;
  end(): Promise<void>;
}

export async function startWithSmallTmpdir(vendor: Vendor): Promise<SmallTmpdir> {
  const parent = await mkdtemp(join(tmpdir(), 'sluice-small-'));
  const { server, makeRoom } = mayMount() ? await mounted(vendor, parent) : await limited(vendor, parent);
  return {
    server,
    makeRoom,
    end: async () => {
      await server.end();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

type Started = Pick<SmallTmpdir, 'server' | 'makeRoom'>;

/** A file system of its own that really is full: error ENOSPC. There is room in another one. */
async function mounted(vendor: Vendor, folder: string): Promise<Started> {
  const mount = `mount -t tmpfs -o size=${ROOM_BYTES} none "$1" && shift && exec "$@"`;
  // Whoever starts it is root within.
  const options = [...SMALL_FILES[vendor], `--innodb-tmpdir=${folder}`, '--user=root'];
  const through = ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, 'sh', folder];
  const server = await OwnServer.start(vendor, options, [], through);
  return {
    server,
    makeRoom: () =>
      server.use(async (connection) => {
        await connection.query('SET GLOBAL innodb_tmpdir = @@GLOBAL.tmpdir');
      }),
  };
}

/** Where the system lets nobody mount anything: no file may grow beyond a limit, error EFBIG. */
async function limited(vendor: Vendor, folder: string): Promise<Started> {
  const limit = `trap '' XFSZ; ulimit -S -f ${ROOM_BYTES / BLOCK_BYTES}; exec "$@"`;
  const options = [...SMALL_FILES[vendor], `--innodb-tmpdir=${folder}`];
  const server = await OwnServer.start(vendor, options, [], ['sh', '-c', limit, 'sh']);
  return {
    server,
    makeRoom: () => {
      execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=unlimited:unlimited']);
      return Promise.resolve();
    },
  };
}

import { existsSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { BYTES_PER_LANE } from './lane-count.mjs';

/** The file system in memory that Linux has (POSIX's shared memory lies in it); it holds no more than half of it by default. */
export const MEMORY_FOLDER = '/dev/shm';
/**
 * Room for a lane's two servers, whose data have 0.3 GB when they start, and for the dumps and servers that its tests
 * make, of which at most 0.7 GB a lane were measured.
 */
const BYTES_OF_FILES = 1.5 * 1024 ** 3;

/**
 * Place of the lanes' folders and of their servers': in memory where there is enough of it for all lanes, or where
 * temporary files belong. A test that makes thousands of files waits there for no disk, and the system looks for no free
 * inode. Syncs are asked for and answered as on a disk; no test cuts the machine's own power.
 * @param lanes how many there are
 * @param facts of this machine: see {@link readFacts}
 */
export function folderOfLanes(lanes, { isWished, canRun, freeBytes, availableBytes } = readFacts()) {
  const isRoomy =
    freeBytes >= lanes * BYTES_OF_FILES && availableBytes >= lanes * (BYTES_PER_LANE + BYTES_OF_FILES);
  return !isWished && canRun && isRoomy ? MEMORY_FOLDER : tmpdir();
}

/**
 * `isWished`: the user has said where temporary files belong; `canRun`: it is in memory, and programs that lie there may
 * be run, which some tests make; the bytes that are free in it and of all memory.
 */
function readFacts() {
  const mount = lines('/proc/mounts')
    .map((line) => line.split(' '))
    .findLast(([, folder]) => folder === MEMORY_FOLDER);
  if (mount === undefined) return { isWished: false, canRun: false, freeBytes: 0, availableBytes: 0 };
  const [, , type, options] = mount;
  const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
  const available = lines('/proc/meminfo').find((line) => line.startsWith('MemAvailable:'));
  return {
    isWished: process.env.TMPDIR !== undefined,
    canRun: type === 'tmpfs' && options.startsWith('rw') && !options.split(',').includes('noexec'),
    freeBytes: bavail * bsize,
    availableBytes: Number(/\d+/.exec(available ?? '')?.[0] ?? 0) * 1024,
  };
}

function lines(file) {
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
}

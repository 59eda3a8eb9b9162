import { spawnSync } from 'child_process';

/** A way to run a command where the disk is full after a few bytes, and what that looks like to it. */
export interface FullDisk {
  readonly code: 'disk-full' | 'file-failed';
  readonly message: RegExp;
  readonly hint: RegExp;
  /** The command that runs the one behind it so; afterwards it prints `left: [NAMES]` of what lies in `folder`. */
  through(folder: string, bytes: number): readonly string[];
}

const TELL_WHAT_IS_LEFT = 'code=$?; echo "left: [$(ls -A "$folder")]" >&2; exit $code';

/** A file system of its own that really is full: error ENOSPC. */
const SMALL_FILE_SYSTEM: FullDisk = {
  code: 'disk-full',
  message: /no space left/i,
  hint: /free some space/i,
  through: (folder, bytes) => [
    ...['unshare', '--map-root-user', '--mount', 'sh', '-c'],
    `folder=$1; shift; mount -t tmpfs -o size=${bytes} none "$folder" && "$@"; ${TELL_WHAT_IS_LEFT}`,
    ...['sh', folder],
  ],
};

const PAGE_BYTES = 4096;
/** Unit of `ulimit -f` (POSIX). */
const BLOCK_BYTES = 512;

/**
 * Limit where the system lets nobody mount anything: no file may grow beyond a limit, error EFBIG. It is a page less, so that
 * with one page not even the first document has room.
 */
const SMALL_FILES: FullDisk = {
  code: 'file-failed',
  message: /file too large/i,
  hint: /check the disk/i,
  through: (folder, bytes) => [
    ...['sh', '-c'],
    `folder=$1; shift; (ulimit -f ${(bytes - PAGE_BYTES) / BLOCK_BYTES}; exec "$@"); ${TELL_WHAT_IS_LEFT}`,
    ...['sh', folder],
  ],
};

/** The better of the two that this machine has. Both are real; neither takes any privilege. */
export function fullDisk(): FullDisk {
  return mayMount() ? SMALL_FILE_SYSTEM : SMALL_FILES;
}

/** Returns whether the system lets anybody mount what only they see. */
export function mayMount(): boolean {
  const probe = ['--map-root-user', '--mount', 'sh', '-c', 'mount -t tmpfs none /mnt'];
  return spawnSync('unshare', probe).status === 0;
}

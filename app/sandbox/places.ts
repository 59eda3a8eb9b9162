import { createHash } from 'crypto';
import { homedir, tmpdir } from 'os';
import { join } from 'path';
import type { Vendor } from '../contract/connections/connection';

/** The longest socket path that fits `sockaddr_un` on every system (104 bytes with the final zero on macOS). */
const LONGEST_SOCKET_PATH = 100;

/** Folder into which set-up unpacks servers; build/setup/places.mjs has the same. */
export function serversFolder(environment: NodeJS.ProcessEnv = process.env): string {
  const cache = environment.XDG_CACHE_HOME || join(homedir(), '.cache');
  return join(environment.SLUICE_CACHE || join(cache, 'sluice'), 'servers');
}

/** The practice server of a vendor: its data folder, its state and its log, kept from one start to the next. */
export function practiceFolder(vendor: Vendor, environment: NodeJS.ProcessEnv = process.env): string {
  const data = environment.XDG_DATA_HOME || join(homedir(), '.local', 'share');
  return join(data, 'sluice', 'practice', vendor);
}

/**
 * The socket of the server that lives in `folder`: there, or, where that path is too long for a socket, under a
 * short name in a folder of this user alone. Always the same for the same folder.
 */
export function socketPathOf(folder: string, environment: NodeJS.ProcessEnv = process.env): string {
  const name = `${createHash('sha256').update(folder).digest('hex').slice(0, 12)}.sock`;
  const own = `sluice-${process.getuid?.() ?? 0}`;
  const runtime = environment.XDG_RUNTIME_DIR;
  const candidates = [
    join(folder, 'server.sock'),
    ...(runtime ? [join(runtime, 'sluice', name)] : []),
    join(tmpdir(), own, name),
  ];
  return candidates.find((path) => path.length <= LONGEST_SOCKET_PATH) ?? join('/tmp', own, name);
}

import { execFile } from 'child_process';
import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';
import { promisify } from 'util';
import { inCache } from '../../build/setup/places.mjs';
import { makeFolder } from '../../build/setup/unpack.mjs';
import { prepareDataFolder } from '../../app/sandbox/data-folder';
import type { Vendor } from '../../app/contract/connections/connection';
import type { ServerProgram } from '../../app/sandbox/locate';

/**
 * The server's identity and its certificates, of which the time counts: each server makes its own at its first start, as it would
 * without a copy. The pair of keys by which passwords are exchanged has no time.
 */
const OWN_FILES = /^auto\.cnf$|^(?:ca|client|server)\b.*\.pem$/;

/**
 * The option for a redo log of so many MiB. A server whose data was made with it makes no other one at its start: it belongs into the
 * program's options, and into those of the start, which come last.
 */
export function redoLog(vendor: Vendor, mebibytes: number): string {
  const name = vendor === 'mysql' ? 'innodb-redo-log-capacity' : 'innodb-log-file-size';
  return `--${name}=${mebibytes}M`;
}

/**
 * Puts a data folder with the system tables into `folder`, where a server that is started there finds it: a copy of
 * one that is made once for each program and its options, and kept in the cache. Making one waits for the disk for
 * seconds, a copy does not.
 */
export async function copyPreparedData(program: ServerProgram, folder: string): Promise<void> {
  const prepared = inCache('test-data', await keyOf(program));
  await makeFolder(prepared, async (fresh) => {
    await prepareDataFolder(program, { folder: fresh, log: join(fresh, 'server.log'), sweep: null });
  });
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const data = join(folder, 'data');
  await promisify(execFile)('cp', [...COPY_OPTIONS, join(prepared, 'data'), data]);
  // From the copy, not from what is kept: other checkouts' cache may have been made otherwise.
  const own = (await fs.readdir(data)).filter((name) => OWN_FILES.test(name));
  await Promise.all(own.map((name) => fs.unlink(join(data, name))));
}

/** Redo logs are mostly zeros, which need not be written. */
const COPY_OPTIONS = process.platform === 'linux' ? ['-a', '--reflink=auto', '--sparse=always'] : ['-Rp'];

/** By the program's file too: a server of the user's own may be replaced under the same name. */
async function keyOf({ vendor, version, command, options, systemTables }: ServerProgram): Promise<string> {
  const { size, mtimeMs } = await fs.stat(command.at(-1) ?? '');
  const facts = JSON.stringify([version, command, options, systemTables, size, mtimeMs]);
  return `${vendor}-${createHash('sha256').update(facts).digest('hex').slice(0, 16)}`;
}

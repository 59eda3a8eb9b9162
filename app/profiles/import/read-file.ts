import { promises as fs } from 'fs';
import { basename, dirname, join } from 'path';
import { messageOf } from '../../engine/failures';
import { dbeaverSchema, readDbeaver } from './dbeaver';
import { exportedSchema, readExported } from './exported';
import type { ImportedFile } from './found';
import { isLoginFile, readLoginFile } from './login-file';
import { readLoginPaths, readOptionGroups } from './option-groups';
import { profileFailures, profileText } from '../../text/profiles';

/** More than any file of connections has. */
const MOST_BYTES = 16 * 1024 * 1024;

/**
 * Reads the connections of a file, whichever of the known kinds it is: an option file, `.mylogin.cnf`, DBeaver's
 * `data-sources.json`, or what Sluice exported. Fails with `usage` where it is none of them.
 */
export async function readConnections(path: string): Promise<ImportedFile> {
  const bytes = await readSmall(path);
  if (isLoginFile(bytes)) return readLoginPaths(readLoginFile(bytes));
  const content = bytes.toString('utf8');
  const imported = content.trimStart().startsWith('{')
    ? await readJson(content, path)
    : readOptionGroups(content, basename(path));
  if (imported.found.length + imported.left.length > 0) return imported;
  throw profileFailures.noConnections({ file: basename(path) });
}

async function readJson(content: string, path: string): Promise<ImportedFile> {
  const value = parseJson(content);
  const exported = exportedSchema.safeParse(value);
  if (exported.success) return readExported(exported.data);
  const dbeaver = dbeaverSchema.safeParse(value);
  if (!dbeaver.success) throw profileFailures.unknownFile({ file: basename(path) });
  const beside = join(dirname(path), 'credentials-config.json');
  return readDbeaver(dbeaver.data, await readSmall(beside).catch(() => null));
}

async function readSmall(path: string): Promise<Buffer> {
  try {
    const { size } = await fs.stat(path);
    if (size > MOST_BYTES) throw new Error(profileText.import.tooLarge);
    return await fs.readFile(path);
  } catch (error) {
    throw profileFailures.fileUnreadable({ file: basename(path), reason: messageOf(error) });
  }
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content) as unknown;
  } catch {
    return null;
  }
}

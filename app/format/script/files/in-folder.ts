import { promises as fs } from 'fs';
import { basename, join } from 'path';
import type { Addon } from '../../../engine/addon';
import { shownPath } from '../../../engine/words/spooled-input';
import { scriptFolderFailures, scriptFolderText } from '../../../text/format/script-folder';
import { archivedScripts, type ArchivedScripts } from '../../archive/scripts';
import { LOAD_ORDER_FILE } from '../../names';
import { headOf } from '../../read/head';
import { assertWithin } from '../../read/within';
import { rowsBeside } from './other-rows';
import { compressionOf } from './unpacked';

/** Endings of scripts, packed or not. */
export const SCRIPT_SUFFIX = /\.sql(?:\.(?:gz|zst|bz2|xz|lz4|zip))?$/i;

/** More than a folder's names can have. */
const LONGEST_ORDER_BYTES = 64 * 1_048_576;

/** Files of a dump folder of Sluice or MySQL Shell, whose statements are not all of it. */
const SHELL_FILE = /^@\.|\.tsv(?:\.\w+)?$/;
/** A file that only mydumper writes, whose folders are read by another format unless their metadata are missing. */
const MYDUMPER_FILE = /-schema-create\.sql(?:\.\w+)?$/;

/** Returns whether a folder is one of scripts, perhaps with files that belong to none. Pure. */
export function holdsScripts(names: readonly string[]): boolean {
  const isScript = (name: string) => SCRIPT_SUFFIX.test(name) && !name.startsWith('.');
  return names.some(isScript) && !names.some((name) => SHELL_FILE.test(name));
}

/** The scripts in a folder, in the order of its list, else of these names; those of its folders are not among them. */
export async function scriptsInFolder(
  path: string,
  names: readonly string[],
  engine: Addon,
): Promise<ArchivedScripts> {
  if (names.some((name) => MYDUMPER_FILE.test(name))) throw scriptFolderFailures.withoutMetadata({ path });
  const visible = names.filter((name) => !name.startsWith('.'));
  const order = visible.includes(LOAD_ORDER_FILE) ? await readOrder(path) : [];
  const unlisted = visible.filter((name) => SCRIPT_SUFFIX.test(name) && !order.includes(name));
  const scripts = [...order.filter((name) => visible.includes(name)), ...unlisted];
  const missing = order.find((name) => !visible.includes(name));
  if (missing !== undefined) throw scriptFolderFailures.scriptMissing({ path, file: missing });
  const others = visible.filter((name) => !SCRIPT_SUFFIX.test(name) && name !== LOAD_ORDER_FILE);
  const rows = rowsBeside(others);
  if (rows !== null) throw scriptFolderFailures[rows.kind]({ path, file: rows.file });
  const found: ArchivedScripts[] = [];
  for (const name of scripts) found.push(await scriptsIn(path, name, engine));
  return {
    scripts: found.flatMap((file) => file.scripts),
    remarks: [
      ...found.flatMap((file) => file.remarks),
      ...(others[0] === undefined ? [] : [scriptFolderText.leftOut(others.length, others[0])]),
    ],
  };
}

/** Names in the list that a conversion writes beside its scripts. */
async function readOrder(folder: string): Promise<readonly string[]> {
  const path = join(folder, LOAD_ORDER_FILE);
  await assertWithin(folder, path);
  if ((await fs.stat(path)).size > LONGEST_ORDER_BYTES) return [];
  return (await fs.readFile(path, 'utf8')).split('\n').filter((name) => SCRIPT_SUFFIX.test(name));
}

async function scriptsIn(folder: string, name: string, engine: Addon): Promise<ArchivedScripts> {
  const path = join(folder, name);
  await assertWithin(folder, path);
  return await scriptsInFile(path, await headOf(path), engine);
}

/** The scripts that a file is, or holds where it is a zip; `head` is its beginning. */
export async function scriptsInFile(path: string, head: Buffer, engine: Addon): Promise<ArchivedScripts> {
  const compression = await compressionOf(path, head, engine);
  if (compression === 'zip') return await archivedScripts(path);
  const name = basename(path);
  return { scripts: [{ name: shownPath(name), path: name, compression, entry: null }], remarks: [] };
}

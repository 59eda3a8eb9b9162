import { archiveFailures, archiveText } from '../../text/format/archive';
import { scriptFailures } from '../../text/format/script';
import type { ScriptFile } from '../script/content';
import { rowsBeside } from '../script/files/other-rows';
import { assertText } from '../script/files/unpacked';
import { rowsOfTab } from '../tab/names';
import type { ZipEntry } from './directory';
import { archivedFiles, archiveEntries, shownEntry } from './files';

/** SQL scripts that an archive holds. */
export interface ArchivedScripts {
  readonly scripts: readonly ScriptFile[];
  readonly remarks: readonly string[];
}

const SCRIPT = /\.sql$/i;
const PACKED_SCRIPT = /\.sql\.(gz|zst|bz2|xz|lz4|zip)$/i;

/** Finds the scripts in a zip, in the order of their names. Fails where one can't be read, before anything is unpacked. */
export async function archivedScripts(path: string): Promise<ArchivedScripts> {
  return await scriptsAmong(path, await archiveEntries(path));
}

/** The same for a zip whose list was read. */
export async function scriptsAmong(path: string, files: readonly ZipEntry[]): Promise<ArchivedScripts> {
  const chosen = chosenScripts(path, files);
  const others = files.filter((entry) => !chosen.includes(entry));
  assertNoRows(path, chosen, others);
  const found = await archivedFiles(path, chosen);
  for (const [at, { head }] of found.entries())
    assertText(archiveText.place({ path, name: shownAt(chosen, at) }), head);
  return {
    scripts: found.map(({ file }) => file),
    remarks: others[0] === undefined ? [] : [archiveText.leftOut(others.length, shownEntry(others[0]))],
  };
}

function shownAt(entries: readonly ZipEntry[], at: number): string {
  const entry = entries[at];
  return entry === undefined ? '' : shownEntry(entry);
}

function assertNoRows(path: string, scripts: readonly ZipEntry[], others: readonly ZipEntry[]): void {
  const file = rowsBeside(namesOf(others))?.file ?? rowsOfTab(namesOf([...scripts, ...others]));
  const entry = others.find(({ name }) => name === file);
  if (entry !== undefined) throw archiveFailures.rowsBeside({ path, name: shownEntry(entry) });
}

function namesOf(entries: readonly ZipEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}

/** A file that is alone is the script whatever its name. */
function chosenScripts(path: string, files: readonly ZipEntry[]): readonly ZipEntry[] {
  const packed = files.find(({ name }) => PACKED_SCRIPT.test(name));
  if (packed !== undefined) {
    const inner = PACKED_SCRIPT.exec(packed.name)?.[1] ?? '';
    throw scriptFailures.packedTwice({ path, outer: 'zip', inner: inner.toLowerCase() });
  }
  const scripts = files.length === 1 ? files : files.filter(({ name }) => SCRIPT.test(name));
  if (scripts.length === 0) throw archiveFailures.noScripts({ path, files: files.length });
  return [...scripts].sort((one, next) => (one.name < next.name ? -1 : 1));
}

import { promises as fs } from 'fs';
import { basename } from 'path';
import { constants, inflateRawSync } from 'zlib';
import type { EngineArchiveEntry } from '../../engine/chunk-files';
import { archiveFailures, archiveText } from '../../text/format/archive';
import { scriptFailures } from '../../text/format/script';
import { packingOf } from '../packing';
import type { ScriptFile } from '../script/content';
import { rowsBeside } from '../script/files/other-rows';
import { assertText } from '../script/files/unpacked';
import { rowsOfTab } from '../tab/names';
import type { ZipEntry } from './directory';
import { locateEntries, zipEntries, type StoredEntry } from './zip';

/** SQL scripts that an archive holds. */
export interface ArchivedScripts {
  readonly scripts: readonly ScriptFile[];
  readonly remarks: readonly string[];
}

const STORED = 0;
const DEFLATED = 8;
const SCRIPT = /\.sql$/i;
const PACKED_SCRIPT = /\.sql\.(gz|zst|bz2|xz|lz4|zip)$/i;
/** Folders, and what file managers leave behind (of macOS and of Windows). */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;
/** The documents by which the dump folders of other formats are known. */
const OTHER_DUMP = /(?:^|[/\\])(?:@\.json|metadata(?:\.partial)?)$/;
const LONGEST_NAME = 120;
/** Packed bytes from which the beginning of a text is unpacked: at most a thousand times as many. */
const HEAD_BYTES = 4096;

/**
 * Finds the scripts in a zip, in the order of their names. These only name them: nothing is ever written or opened there. Fails
 * where one can't be read, before anything is unpacked.
 */
export async function archivedScripts(path: string): Promise<ArchivedScripts> {
  const files = (await zipEntries(path)).filter(({ name }) => !NO_FILE.test(name));
  const other = files.find(({ name }) => OTHER_DUMP.test(name));
  if (other !== undefined) throw archiveFailures.otherDump({ path, name: shown(other) });
  const chosen = scriptsAmong(path, files);
  const others = files.filter((entry) => !chosen.includes(entry));
  assertNoRows(path, chosen, others);
  const located = await locateEntries(path, chosen);
  for (const entry of located) await assertScript(path, entry);
  return {
    scripts: located.map((entry) => scriptOf(path, entry)),
    remarks: others[0] === undefined ? [] : [archiveText.leftOut(others.length, shown(others[0]))],
  };
}

function assertNoRows(path: string, scripts: readonly ZipEntry[], others: readonly ZipEntry[]): void {
  const file = rowsBeside(namesOf(others))?.file ?? rowsOfTab(namesOf([...scripts, ...others]));
  const entry = others.find(({ name }) => name === file);
  if (entry !== undefined) throw archiveFailures.rowsBeside({ path, name: shown(entry) });
}

function namesOf(entries: readonly ZipEntry[]): readonly string[] {
  return entries.map(({ name }) => name);
}

/** A file that is alone is the script whatever its name. */
function scriptsAmong(path: string, files: readonly ZipEntry[]): readonly ZipEntry[] {
  const packed = files.find(({ name }) => PACKED_SCRIPT.test(name));
  if (packed !== undefined) {
    const inner = PACKED_SCRIPT.exec(packed.name)?.[1] ?? '';
    throw scriptFailures.packedTwice({ path, outer: 'zip', inner: inner.toLowerCase() });
  }
  const scripts = files.length === 1 ? files : files.filter(({ name }) => SCRIPT.test(name));
  if (scripts.length === 0) throw archiveFailures.noScripts({ path, files: files.length });
  const sorted = [...scripts].sort((one, next) => (one.name < next.name ? -1 : 1));
  const twice = sorted.find(({ name }, at) => name === sorted[at + 1]?.name);
  if (twice !== undefined) throw archiveFailures.sameName({ path, name: shown(twice) });
  return sorted;
}

async function assertScript(path: string, entry: StoredEntry): Promise<void> {
  const name = shown(entry);
  if (entry.isEncrypted) throw archiveFailures.encrypted({ path, name });
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw archiveFailures.unknownMethod({ path, name, method: entry.method });
  const head = await headOfEntry(path, entry, compressionOf(entry));
  const inner = packingOf(head, name);
  if (inner !== null) throw scriptFailures.packedTwice({ path, outer: 'zip', inner: inner.suffix });
  assertText(archiveText.place({ path, name }), head);
}

/** Reads the beginning of a file in a zip, as far as it can be unpacked: the scan says what is damaged. */
export async function headOfEntry(
  path: string,
  { offset, storedBytes }: Pick<EngineArchiveEntry, 'offset' | 'storedBytes'>,
  compression: ScriptFile['compression'],
): Promise<Buffer> {
  const file = await fs.open(path, 'r');
  try {
    const bytes = Math.min(HEAD_BYTES, storedBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, offset);
    const stored = buffer.subarray(0, bytesRead);
    return compression === 'none' ? stored : inflateRawSync(stored, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return Buffer.alloc(0);
  } finally {
    await file.close();
  }
}

function compressionOf({ method }: StoredEntry): 'none' | 'deflate' {
  return method === STORED ? 'none' : 'deflate';
}

function scriptOf(path: string, entry: StoredEntry): ScriptFile {
  const { offset, storedBytes, bytes, crc32 } = entry;
  return {
    name: `${basename(path)}/${shown(entry)}`,
    path: basename(path),
    compression: compressionOf(entry),
    entry: { offset, storedBytes, bytes, crc32 },
  };
}

/** The name as it may stand in a message and tell a chunk from others: names of any other kind are no use to people. */
function shown({ name, header }: ZipEntry): string {
  const text = name.replace(/[\0-\x1f\x7f-\x9f]/g, '?');
  const isPlain = text === name && text.length <= LONGEST_NAME;
  return isPlain ? text : `${text.slice(0, LONGEST_NAME)} (${header})`;
}

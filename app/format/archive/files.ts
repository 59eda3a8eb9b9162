import { promises as fs } from 'fs';
import { basename } from 'path';
import { constants, inflateRawSync } from 'zlib';
import type { EngineArchiveEntry } from '../../engine/chunk-files';
import { shownPath } from '../../engine/words/spooled-input';
import { archiveFailures } from '../../text/format/archive';
import { scriptFailures } from '../../text/format/script';
import { packingOf } from '../packing';
import type { ScriptFile } from '../script/content';
import type { ZipEntry } from './directory';
import { locateEntries, zipEntries, type StoredEntry } from './zip';

export interface ArchivedFile {
  readonly file: ScriptFile;
  /** The bytes that it begins with; none where they can’t be unpacked. */
  readonly head: Buffer;
}

const STORED = 0;
const DEFLATED = 8;
/** Folders, and what file managers leave behind (of macOS and of Windows). */
const NO_FILE = /\/$|^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/;
/** The documents by which the dump folders of other formats are known. */
const OTHER_DUMP = /(?:^|[/\\])(?:@\.json|metadata(?:\.partial)?)$/;
/** Files by which the documents of office programs are known (ECMA-376 part 2, OpenDocument 1.3 part 2). */
const OFFICE_DOCUMENT = /^(?:\[Content_Types\]\.xml|mimetype)$/;
const LONGEST_NAME = 120;
/** Bytes from which the beginning of a text is unpacked, and as many of what comes out. */
const HEAD_BYTES = 4096;

/**
 * Lists the files of a zip that may belong to a dump. These are only names: nothing is ever written or opened there. Fails with
 * `dump-damaged` where the list can’t be true, and with `dump-unsupported` for what is packed as a zip and is something else.
 */
export async function archiveEntries(path: string): Promise<readonly ZipEntry[]> {
  const files = (await zipEntries(path)).filter(({ name }) => !NO_FILE.test(name));
  const other = files.find(({ name }) => OTHER_DUMP.test(name));
  if (other !== undefined) throw archiveFailures.otherDump({ path, name: shownEntry(other) });
  const names = files.map(({ name }) => name);
  const twice =
    new Set(names).size === names.length ? -1 : names.findIndex((name, at) => names.indexOf(name) < at);
  const [again] = files.slice(twice);
  if (twice >= 0 && again !== undefined) throw archiveFailures.sameName({ path, name: shownEntry(again) });
  if (files.some(({ name }) => OFFICE_DOCUMENT.test(name))) throw archiveFailures.officeDocument({ path });
  return files;
}

/** Finds the bytes of files in a zip. Fails where one can't be read, before anything is unpacked. */
export async function archivedFiles(
  path: string,
  entries: readonly ZipEntry[],
): Promise<readonly ArchivedFile[]> {
  const files: ArchivedFile[] = [];
  for (const entry of await locateEntries(path, entries)) files.push(await archivedFile(path, entry));
  return files;
}

async function archivedFile(path: string, entry: StoredEntry): Promise<ArchivedFile> {
  const name = shownEntry(entry);
  if (entry.isEncrypted) throw archiveFailures.encrypted({ path, name });
  if (entry.method !== STORED && entry.method !== DEFLATED)
    throw archiveFailures.unknownMethod({ path, name, method: entry.method });
  const { offset, storedBytes, bytes, crc32 } = entry;
  const compression = entry.method === STORED ? 'none' : 'deflate';
  const head = await headOfEntry(path, entry, compression);
  const inner = packingOf(head, name);
  if (inner !== null) throw scriptFailures.packedTwice({ path, outer: 'zip', inner: inner.suffix });
  const archive = basename(path);
  const file = {
    name: `${shownPath(archive)}/${name}`,
    path: archive,
    compression,
    entry: { offset, storedBytes, bytes, crc32 },
  } as const;
  return { file, head };
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
    if (compression === 'none') return stored;
    // A copy: a thousand times as many may come out, of each of thousands of files.
    const head = inflateRawSync(stored, { finishFlush: constants.Z_SYNC_FLUSH });
    return Buffer.from(head.subarray(0, HEAD_BYTES));
  } catch {
    return Buffer.alloc(0);
  } finally {
    await file.close();
  }
}

/** The name as it may stand in a message and tell a chunk from others: names of any other kind are no use to people. Pure. */
export function shownEntry({ name, header }: ZipEntry): string {
  const text = name.replace(/[\0-\x1f\x7f-\x9f]/g, '?');
  const isPlain = text === name && text.length <= LONGEST_NAME;
  return isPlain ? text : `${text.slice(0, LONGEST_NAME)} (${header})`;
}

import { promises as fs } from 'fs';
import { archiveFailures } from '../../text/format/archive';
import { directoryEntries, type ZipEntry } from './directory';

/** Offsets and sizes are those of the ZIP file format specification (APPNOTE 6.3.10), sections 4.3.6 to 4.3.16. */
const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 };
const END = { signature: 0x06054b50, bytes: 22 };
const END_64_LOCATOR = { signature: 0x07064b50, bytes: 20 };
const END_64 = { signature: 0x06064b50, bytes: 56 };
const LONGEST_COMMENT = 0xffff;
/** A list of half a million files, which is read at once. */
const LONGEST_DIRECTORY = 64 << 20;

/** File in an archive, and where its bytes lie. */
export interface StoredEntry extends ZipEntry {
  readonly offset: number;
}

interface Directory {
  readonly offset: number;
  readonly bytes: number;
  readonly entries: number;
}

/**
 * Reads the list of files that stands at the end of a zip, in its order. Fails with `dump-damaged` where it is missing, or says
 * what can't be true. Names are as they stand there: they may be those of any place.
 */
export async function zipEntries(path: string): Promise<readonly ZipEntry[]> {
  return await withFile(path, async (file, size) => {
    const { offset, bytes, entries } = await findDirectory(path, file, size);
    if (bytes > LONGEST_DIRECTORY) throw archiveFailures.tooManyFiles({ path });
    if (offset + bytes > size) throw archiveFailures.cut({ path });
    const found = directoryEntries(await bytesAt(file, offset, bytes));
    if (found?.length !== entries) throw archiveFailures.listDamaged({ path });
    assertPlausible(path, found, offset);
    return found;
  });
}

/** Finds the bytes of entries: before each stands a header whose length only it tells. */
export async function locateEntries(
  path: string,
  entries: readonly ZipEntry[],
): Promise<readonly StoredEntry[]> {
  return await withFile(path, async (file, size) => {
    const located: StoredEntry[] = [];
    for (const entry of entries) {
      const header = await bytesAt(file, entry.header, LOCAL_HEADER.bytes);
      if (header.length < LOCAL_HEADER.bytes || header.readUInt32LE(0) !== LOCAL_HEADER.signature)
        throw archiveFailures.listDamaged({ path });
      const offset = entry.header + LOCAL_HEADER.bytes + header.readUInt16LE(26) + header.readUInt16LE(28);
      if (offset + entry.storedBytes > size) throw archiveFailures.cut({ path });
      located.push({ ...entry, offset });
    }
    return located;
  });
}

/** An archive of a few bytes that claims to hold terabytes shares the same ones among its files, or lies. */
function assertPlausible(path: string, entries: readonly ZipEntry[], end: number): void {
  let last = 0;
  for (const entry of [...entries].sort((one, other) => one.header - other.header)) {
    const { header, storedBytes, bytes, method } = entry;
    if (header < last || header + LOCAL_HEADER.bytes + storedBytes > end)
      throw archiveFailures.listDamaged({ path });
    last = header + LOCAL_HEADER.bytes + storedBytes;
    if (bytes > mostUnpacked(method, storedBytes)) throw archiveFailures.listDamaged({ path });
  }
}

/** Deflate makes at most 258 bytes of two bits (RFC 1951), and some of a block’s head. */
function mostUnpacked(method: number, stored: number): number {
  if (method === 0) return stored;
  return method === 8 ? stored * 1032 + 1032 : Number.MAX_SAFE_INTEGER;
}

async function findDirectory(path: string, file: fs.FileHandle, size: number): Promise<Directory> {
  const from = Math.max(0, size - END.bytes - LONGEST_COMMENT);
  const tail = await bytesAt(file, from, size - from);
  for (let at = tail.length - END.bytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== END.signature) continue;
    // The comment reaches to the end: else these four bytes are its own, or a packed file’s.
    if (at + END.bytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    return await directoryOf(path, file, tail.subarray(at), from + at);
  }
  throw archiveFailures.cut({ path });
}

async function directoryOf(path: string, file: fs.FileHandle, end: Buffer, at: number): Promise<Directory> {
  const large = await largeDirectory(path, file, at);
  if (large !== null) return large;
  if (end.readUInt16LE(4) !== 0 || end.readUInt16LE(6) !== 0) throw archiveFailures.severalDisks({ path });
  return { entries: end.readUInt16LE(10), bytes: end.readUInt32LE(12), offset: end.readUInt32LE(16) };
}

/** Null where the archive is not in the form for more than 4 GiB or 65,535 files. */
async function largeDirectory(path: string, file: fs.FileHandle, end: number): Promise<Directory | null> {
  if (end < END_64_LOCATOR.bytes) return null;
  const locator = await bytesAt(file, end - END_64_LOCATOR.bytes, END_64_LOCATOR.bytes);
  if (locator.readUInt32LE(0) !== END_64_LOCATOR.signature) return null;
  const at = Number(locator.readBigUInt64LE(8));
  const record = await bytesAt(file, at, END_64.bytes);
  if (record.length < END_64.bytes || record.readUInt32LE(0) !== END_64.signature)
    throw archiveFailures.listDamaged({ path });
  if (record.readUInt32LE(16) !== 0 || record.readUInt32LE(20) !== 0)
    throw archiveFailures.severalDisks({ path });
  const [entries = 0, bytes = 0, offset = 0] = [32, 40, 48].map((place) =>
    Number(record.readBigUInt64LE(place)),
  );
  return { entries, bytes, offset };
}

/** Fewer bytes where the file ends before. */
async function bytesAt(file: fs.FileHandle, offset: number, bytes: number): Promise<Buffer> {
  if (!Number.isSafeInteger(offset)) return Buffer.alloc(0);
  const buffer = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(buffer, 0, bytes, offset);
  return buffer.subarray(0, bytesRead);
}

async function withFile<T>(
  path: string,
  work: (file: fs.FileHandle, size: number) => Promise<T>,
): Promise<T> {
  const file = await fs.open(path, 'r');
  try {
    return await work(file, (await file.stat()).size);
  } finally {
    await file.close();
  }
}

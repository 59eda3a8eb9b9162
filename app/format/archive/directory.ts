/** File in a zip, as the list at its end has it. */
export interface ZipEntry {
  /** As it stands there: any text. */
  readonly name: string;
  /** 0 for stored, 8 for deflate (APPNOTE, section 4.4.5). */
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc32: number;
  readonly storedBytes: number;
  /** Unpacked. */
  readonly bytes: number;
  /** Place of its own header. */
  readonly header: number;
}

/** Fields of an entry (APPNOTE, section 4.3.12). */
const SIGNATURE = 0x02014b50;
const FIXED_BYTES = 46;
const ENCRYPTED = 0x2041;
const UTF_8 = 0x0800;
/** Field for what does not fit into four bytes (section 4.5.3), in the order in which they stand there. */
const LARGE = 0x0001;
const FOUR_BYTES = 0xffffffff;

/** The entries of a zip’s list; null where it is not whole. Pure. */
export function directoryEntries(list: Buffer): readonly ZipEntry[] | null {
  const entries: ZipEntry[] = [];
  for (let at = 0; at < list.length;) {
    const left = list.subarray(at);
    if (left.length < FIXED_BYTES || left.readUInt32LE(0) !== SIGNATURE) return null;
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((place) => left.readUInt16LE(place));
    const extraAt = FIXED_BYTES + (nameBytes ?? 0);
    const end = extraAt + (extraBytes ?? 0) + (commentBytes ?? 0);
    if (end > left.length) return null;
    const entry = entryOf(left.subarray(0, end), extraAt, extraAt + (extraBytes ?? 0));
    if (entry === null) return null;
    entries.push(entry);
    at += end;
  }
  return entries;
}

function entryOf(record: Buffer, extraAt: number, extraEnd: number): ZipEntry | null {
  const flags = record.readUInt16LE(8);
  const sizes = largeValues(
    [24, 20, 42].map((place) => record.readUInt32LE(place)),
    extraField(record.subarray(extraAt, extraEnd), LARGE),
  );
  if (sizes === null) return null;
  const [bytes = 0, storedBytes = 0, header = 0] = sizes;
  return {
    name: nameOf(record.subarray(FIXED_BYTES, extraAt), (flags & UTF_8) !== 0),
    method: record.readUInt16LE(10),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    crc32: record.readUInt32LE(16),
    storedBytes,
    bytes,
    header,
  };
}

/** Values that do not fit into four bytes stand in the extra field, one after the other; null where one is missing. */
function largeValues(values: readonly number[], extra: Buffer | null): readonly number[] | null {
  let at = 0;
  const all = values.map((value) => {
    if (value !== FOUR_BYTES || extra === null) return value;
    const large = extra.length < at + 8 ? Number.NaN : Number(extra.readBigUInt64LE(at));
    at += 8;
    return large;
  });
  return all.every((value) => Number.isSafeInteger(value)) ? all : null;
}

function extraField(extra: Buffer, wanted: number): Buffer | null {
  for (let at = 0; at + 4 <= extra.length;) {
    const bytes = extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === wanted) return extra.subarray(at + 4, at + 4 + bytes);
    at += 4 + bytes;
  }
  return null;
}

function nameOf(bytes: Buffer, isUtf8: boolean): string {
  const text = bytes.toString('utf8');
  // Old archives have names in the character set of the machine that made them, and do not say which.
  return isUtf8 || Buffer.from(text, 'utf8').equals(bytes) ? text : bytes.toString('latin1');
}

import { isUtf8 } from 'buffer';
import type { TableShape } from './shapes';

const ESCAPE = /\\[0bnrtZ\\]/g;
/** Characters that a value must not hold beside its escapes. */
const UNESCAPED = /[\0\b\r\x1a\\]/;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const NULL = '\\N';

/** Rows of one data file, read in the default dialect. */
export interface DataVerdict {
  readonly rows: number;
  /** The first breach of the dialect; null where there is none. */
  readonly breach: string | null;
}

/** Judges uncompressed data: UTF-8, one line per row, as many fields as columns, and nothing unescaped. */
export function judgeData(data: Buffer, { options }: TableShape): DataVerdict {
  if (!isUtf8(data)) return { rows: 0, breach: 'is not UTF-8' };
  const lines = data.toString('utf8').split('\n');
  if (lines.pop() !== '') return { rows: lines.length, breach: 'does not end with a line terminator' };
  const decoded = new Set(Object.keys(options.decodeColumns ?? {}));
  const isDecoded = options.columns.map((column) => decoded.has(column));
  for (const [row, line] of lines.entries()) {
    const breach = judgeRow(line, isDecoded);
    if (breach !== null) return { rows: lines.length, breach: `row ${row} ${breach}` };
  }
  return { rows: lines.length, breach: null };
}

function judgeRow(line: string, isDecoded: readonly boolean[]): string | null {
  const fields = line.split('\t');
  if (fields.length !== isDecoded.length)
    return `has ${fields.length} fields for ${isDecoded.length} columns`;
  for (const [at, field] of fields.entries()) {
    if (field === NULL) continue;
    if (UNESCAPED.test(field.replace(ESCAPE, ''))) return `has an unescaped byte in field ${at}`;
    if (isDecoded[at] && !BASE64.test(field)) return `has no base64 in field ${at}`;
  }
  return null;
}

/** The index beside a data file: big-endian offsets, of which the last is the size of all its data. */
export function indexedSize(index: Buffer): bigint | null {
  return index.length === 0 || index.length % 8 !== 0 ? null : index.readBigUInt64BE(index.length - 8);
}

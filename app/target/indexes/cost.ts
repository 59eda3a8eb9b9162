import type { Definition, IndexLine } from '../../catalog/definition/definition';
import { quoteName } from '../../catalog/text/quote';
import type { Vendor } from '../../contract/connections/connection';
import { buildBatches } from './batches';

/** Rows and bytes that the dump records of a table; null where it records nothing. */
export interface TableSize {
  readonly rows: number | null;
  /** Bytes of uncompressed text. */
  readonly bytes: number | null;
}

/** Properties of the target on which an estimate depends. */
export interface IndexHost {
  readonly vendor: Vendor;
  /** Size of the buffer pool; null where it may not be read. */
  readonly bufferPoolBytes: number | null;
}

/** Estimated seconds of server work for the same indexes, built inline and deferred. */
export interface IndexCost {
  readonly inlineSeconds: number;
  readonly afterSeconds: number;
  /** Bytes of the indexes, and whether they and the rows fit the buffer pool together. */
  readonly indexBytes: number;
  readonly fitsPool: boolean;
}

type Kind = 'number' | 'text' | 'spatial' | 'fulltext';

/**
 * Fixed seconds for dropping and building, independent of the number of rows, and those of each further build
 * statement.
 */
const FIXED: Readonly<Record<Vendor, { readonly first: number; readonly further: number }>> = {
  mysql: { first: 0.04, further: 0.02 },
  mariadb: { first: 0.03, further: 0.015 },
};
/** Fixed seconds of a full-text index: it is several tables, dropped and created once more. */
const FIXED_FULLTEXT = 0.15;

/** Microseconds per row to maintain one index, in a tree of 1,000 rows, and what each doubling of the tree adds. */
const INLINE: Readonly<Record<Kind, { readonly small: number; readonly doubling: number }>> = {
  number: { small: 0.8, doubling: 0.2 },
  text: { small: 2, doubling: 0.45 },
  spatial: { small: 18, doubling: 1.8 },
  fulltext: { small: 18, doubling: 1.8 },
};
/** Microseconds per row to sort and write one index. */
const BUILD: Readonly<Record<Kind, number>> = { number: 1, text: 1.8, spatial: 23, fulltext: 22 };
/** Microseconds per row to read it once more, for each build statement. */
const SCAN = 0.15;
/** Factor by which a random insert is more expensive when its page must be read first. */
const BEYOND_POOL = 6;
/** Header, page directory and primary key of an index entry. */
const ENTRY_BYTES = 20;
/** Assumed bytes of text per row where the rows were not counted. */
const ASSUMED_ROW_BYTES = 200;

/**
 * Estimates the cost of building these indexes inline and deferred. The constants were measured on one machine (MySQL
 * 9.7, MariaDB 10.11, everything in memory), so only the relation of the two figures can be trusted.
 */
export function estimateCost(
  definition: Definition,
  indexes: readonly IndexLine[],
  size: TableSize,
  { vendor, bufferPoolBytes }: IndexHost,
): IndexCost {
  const rows = rowsOf(size);
  const rowBytes = size.bytes === null || rows === 0 ? ASSUMED_ROW_BYTES : size.bytes / rows;
  const indexBytes = rows * indexes.reduce((sum, index) => sum + entryBytes(index, definition, rowBytes), 0);
  const fitsPool = bufferPoolBytes === null || indexBytes + rows * rowBytes <= bufferPoolBytes;
  const kinds = indexes.map((index) => kindOf(index, definition));
  const doublings = Math.max(0, Math.log2(rows / 1000));
  const inline = kinds.reduce((sum, kind) => sum + INLINE[kind].small + INLINE[kind].doubling * doublings, 0);
  const statements = buildBatches('', indexes).length;
  const build = kinds.reduce((sum, kind) => sum + BUILD[kind], SCAN * statements);
  const fixed = FIXED[vendor].first + FIXED[vendor].further * Math.max(0, statements - 1);
  const fulltext = FIXED_FULLTEXT * kinds.filter((kind) => kind === 'fulltext').length;
  return {
    inlineSeconds: rows * inline * 1e-6 * (fitsPool ? 1 : BEYOND_POOL),
    afterSeconds: fixed + fulltext + rows * build * 1e-6,
    indexBytes,
    fitsPool,
  };
}

/** Returns the counted rows, else an estimate from the bytes; a dump that records neither is taken for a big one. */
export function rowsOf({ rows, bytes }: TableSize): number {
  if (rows !== null) return rows;
  return bytes === null ? 1_000_000 : Math.ceil(bytes / ASSUMED_ROW_BYTES);
}

function kindOf(index: IndexLine, definition: Definition): Kind {
  if (index.kind === 'fulltext' || index.kind === 'spatial') return index.kind;
  return index.columns.some((column) => isText(column, definition)) ? 'text' : 'number';
}

function isText(column: string, { columns }: Definition): boolean {
  const name = quoteName(column);
  const line = columns.find((text) => text.startsWith(`${name} `)) ?? '';
  return /^\w*(char|text|blob|binary)/.test(line.slice(name.length + 1));
}

/** Estimates the bytes of an index entry: its columns' share of the row. */
function entryBytes({ columns }: IndexLine, definition: Definition, rowBytes: number): number {
  const share = Math.max(1, columns.length) / Math.max(1, definition.columns.length);
  return ENTRY_BYTES + rowBytes * share;
}

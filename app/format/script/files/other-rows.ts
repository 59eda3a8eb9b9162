/** Rows that are loaded, but not by the scripts beside them. */
const VALUES = /\.(?:csv|tsv|jsonl|ndjson|xml)(?:\.\w+)?$/i;
/** Rows that no load reads: of column formats, and tables as servers store them. */
const UNREAD = /\.(?:parquet|arrow|feather|orc|avro|ibd|myd)(?:\.\w+)?$/i;

/** A file of rows that would be missing where only the scripts beside it were loaded. */
interface OtherRows {
  readonly kind: 'values' | 'unread';
  readonly file: string;
}

/** Finds a file of rows among files that are no scripts; null where there is none. Pure. */
export function rowsBeside(others: readonly string[]): OtherRows | null {
  const unread = others.find((name) => UNREAD.test(name));
  if (unread !== undefined) return { kind: 'unread', file: unread };
  const values = others.find((name) => VALUES.test(name));
  return values === undefined ? null : { kind: 'values', file: values };
}

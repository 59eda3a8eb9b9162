/** One value as `LOAD DATA` reads it; dates, decimals and JSON are given as the text that the server parses. */
export type Value = string | number | null;

/** One row, its values in the order of {@link TableRows.columns}. */
export type Row = readonly Value[];

/** A table's rows, generated while they are read: another call of `rows()` gives the same rows again. */
export interface TableRows {
  readonly table: string;
  /** Columns of the file; a name that starts with `@` is a user variable that `assignments` uses. */
  readonly columns: readonly string[];
  /** `SET` assignments of the load, for what text can't carry. */
  readonly assignments?: string;
  readonly total: number;
  readonly rows: () => Iterable<Row>;
}

const NEEDS_ESCAPE = /[\\\t\n\r\0]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\0': '\\0',
};

/** One line in the default format of `LOAD DATA`: tabs between the values, `\N` for NULL, a line feed at the end. */
export function encodeRow(row: Row): string {
  let line = '';
  for (let column = 0; column < row.length; column++) {
    if (column > 0) line += '\t';
    line += encodeValue(row[column] ?? null);
  }
  return `${line}\n`;
}

function encodeValue(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'number') return String(value);
  if (!NEEDS_ESCAPE.test(value)) return value;
  return value.replace(/[\\\t\n\r\0]/g, (character) => ESCAPES[character] ?? character);
}

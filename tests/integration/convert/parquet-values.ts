import { DuckDBInstance } from '@duckdb/node-api';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { quoteName } from '../../../app/catalog/text/quote';

/** Values of a table's rows, column by column, in one form for a server and for a file; null for NULL. */
export type Values = readonly (readonly (string | null)[])[];

/** Column of a table, as the server has it. */
export interface ServerColumn {
  readonly name: string;
  /** `bigint` */
  readonly type: string;
  readonly digits: number;
}

const BYTES = /^(?:binary|varbinary|\w*blob|vector)$/;
const SPATIAL = /geom|point|linestring|polygon/;
const MOMENTS = /^(?:datetime|timestamp)$/;
const MOST_DIGITS = 38;
const isText = (type: string) => /^(?:char|varchar|\w*text|enum|set)$/.test(type);

export async function columnsOfTable(
  connection: Connection,
  schema: string,
  table: string,
): Promise<readonly ServerColumn[]> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT COLUMN_NAME AS name, DATA_TYPE AS type, COALESCE(NUMERIC_PRECISION, 0) AS digits FROM information_schema.COLUMNS
      WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ? AND COALESCE(GENERATION_EXPRESSION, '') = '' ORDER BY ORDINAL_POSITION`,
    [schema, table],
  );
  return rows.map(({ name, type, digits }) => ({
    name: String(name),
    type: String(type).toLowerCase(),
    digits: Number(digits),
  }));
}

/** The columns with the form that they have in a file: bytes of another character set, members' numbers. */
export async function columnsInFile(
  file: string,
  columns: readonly ServerColumn[],
): Promise<readonly ServerColumn[]> {
  const described = await query(
    `SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM read_parquet(${quoted(file)}))`,
  );
  const types = new Map(described.map(([name, type]) => [String(name), String(type)]));
  return columns.map((column) => {
    const inFile = types.get(column.name);
    if (isText(column.type) && inFile === 'BLOB') return { ...column, type: 'blob' };
    return isText(column.type) && inFile === 'UBIGINT' ? { ...column, type: 'number' } : column;
  });
}

/** The values that a server has, in the order of the first columns. */
export async function valuesOfServer(
  connection: Connection,
  place: string,
  columns: readonly ServerColumn[],
): Promise<Values> {
  const [rows] = await connection.query<RowDataPacket[]>({
    sql: `SELECT ${columns.map(onServer).join(', ')} FROM ${place}`,
    rowsAsArray: true,
  });
  return sorted((rows as unknown as readonly (readonly (string | number | null)[])[]).map(texts));
}

function onServer({ name, type }: ServerColumn): string {
  const column = quoteName(name);
  if (type === 'float') return `CAST((${column} * 1E0) AS CHAR)`;
  if (type === 'bit' || type === 'number') return `CAST(${column} + 0 AS CHAR)`;
  if (type === 'year') return `CAST(${column} + 0 AS CHAR)`;
  if (SPATIAL.test(type)) return `SUBSTRING(HEX(${column}), 9)`;
  if (BYTES.test(type)) return `HEX(${column})`;
  if (MOMENTS.test(type)) return `CAST(TIMESTAMPDIFF(MICROSECOND, '1970-01-01', ${column}) AS CHAR)`;
  if (type === 'time')
    return `CONCAT(IF(${column} < 0, '-', ''), CAST(ABS(TIME_TO_SEC(${column})) AS DECIMAL(20)) * 1000000 + MICROSECOND(${column}))`;
  if (isText(type)) return `HEX(CONVERT(CONCAT(${column}) USING utf8mb4))`;
  return `CONVERT(CONCAT(${column}) USING utf8mb4)`;
}

/** The values that DuckDB reads in a file, in the same form. */
export async function valuesOfFile(file: string, columns: readonly ServerColumn[]): Promise<Values> {
  const selected = columns.map(inFile).join(', ');
  const rows = await query(`SELECT ${selected} FROM read_parquet(${quoted(file)})`);
  return sorted(rows as unknown as Values);
}

function inFile({ name, type }: ServerColumn): string {
  const column = `"${name.replace(/"/g, '""')}"`;
  if (SPATIAL.test(type) || BYTES.test(type)) return `hex(${column})`;
  if (MOMENTS.test(type)) return `CAST(epoch_us(${column}) AS VARCHAR)`;
  // Its client for Node leaves out a byte order mark.
  if (isText(type)) return `hex(encode(CAST(${column} AS VARCHAR)))`;
  return `CAST(${column} AS VARCHAR)`;
}

/** Makes the texts of numbers that are the same equal. */
export function comparable(values: Values, columns: readonly ServerColumn[]): Values {
  return values.map((row) =>
    row.map((value, at) => {
      const { type = '', digits = 0 } = columns[at] ?? {};
      if (value === null) return null;
      if (type === 'float') return String(Math.fround(Number(value)));
      if (type === 'double') return String(Number(value));
      if (type === 'decimal' && digits <= MOST_DIGITS) return value.replace(/^(-?)0*(?=[\d.])/, '$1');
      if (type.endsWith('int')) return BigInt(value).toString();
      if (type === 'time') return value.replace(/^-0$/, '0');
      return value;
    }),
  );
}

/** All rows of a query of DuckDB, which knows the files on the disk. */
export async function query(sql: string): Promise<readonly (readonly unknown[])[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRows();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

/** A text in SQL. */
export function quoted(text: string): string {
  return `'${text.replace(/'/g, "''")}'`;
}

function texts(row: readonly (string | number | null)[]): readonly (string | null)[] {
  return row.map((value) => (value === null ? null : String(value)));
}

function sorted(values: Values): Values {
  return [...values].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

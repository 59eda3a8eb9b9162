import type { ControlSession } from '../session/control-session';
import { quoteName, quoteTable, quoteText } from '../text/quote';

/** JSON columns of one table, and the rows to count. */
export interface JsonSource {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Leaf partitions; empty for all. */
  readonly partitions: readonly string[];
  /** A condition that can be put in parentheses; null for all rows. */
  readonly where: string | null;
}

/** Numbers of documents of a column that hold scalars whose type is lost in text. */
export interface JsonScalars {
  readonly column: string;
  /** DECIMAL comes back as DOUBLE or INTEGER. */
  readonly decimals: number;
  /** DATE, TIME and DATETIME come back as STRING. */
  readonly temporals: number;
  /** BLOB, BIT and all others that JSON has no type for come back as STRING. */
  readonly opaques: number;
}

const DECIMAL = 1;
const TEMPORAL = 2;
const OPAQUE = 4;

/** Types that text preserves, containers included (MySQL manual, JSON_TYPE). */
const KEPT = ['OBJECT', 'ARRAY', 'STRING', 'INTEGER', 'UNSIGNED INTEGER', 'DOUBLE', 'BOOLEAN', 'NULL'];
const TEMPORALS = ['DATE', 'TIME', 'DATETIME'];

function list(types: readonly string[]): string {
  return types.map((type) => `'${type}'`).join(', ');
}

function flag(value: string): string {
  const type = `JSON_TYPE(${value})`;
  return (
    `CASE WHEN ${value} IS NULL OR ${type} IN (${list(KEPT)}) THEN 0 WHEN ${type} = 'DECIMAL' THEN ${DECIMAL} ` +
    `WHEN ${type} IN (${list(TEMPORALS)}) THEN ${TEMPORAL} ELSE ${OPAQUE} END`
  );
}

/**
 * Returns an expression for the types in a document: itself, its members and its arrays. MySQL has no path for all
 * three.
 */
function flags(column: string): string {
  const within = (path: string) =>
    `(SELECT COALESCE(BIT_OR(${flag('v')}), 0) FROM JSON_TABLE(${column}, '${path}' COLUMNS (v JSON PATH '$')) AS nodes)`;
  return `${flag(column)} | ${within('$**.*')} | ${within('$**[*]')}`;
}

/** Decimal digits of one count: more documents than any table has. */
const DIGITS = 15;

/** For each combination of flags, a one in the place of every count that it adds to. */
const COUNTED = Array.from({ length: DECIMAL + TEMPORAL + OPAQUE + 1 }, (_, combination) =>
  [OPAQUE, TEMPORAL, DECIMAL].map((bit) => (combination & bit ? '1' : '0').padStart(DIGITS, '0')).join(''),
);

/**
 * Counts, in one pass over the table, the documents that the session sees. MySQL only: MariaDB's JSON is text. The
 * three counts of a column are one sum, so that each document is searched once; grouping by the flags would be simpler,
 * but MySQL 9.7 then refuses JSON_TABLE (error 1210, measured).
 */
export async function countJsonScalars(
  session: ControlSession,
  { schema, table, columns, partitions, where }: JsonSource,
): Promise<readonly JsonScalars[]> {
  const own = partitions.length === 0 ? '' : ` PARTITION (${partitions.map(quoteName).join(', ')})`;
  const wanted = where === null ? '' : ` WHERE (${where}\n)`;
  const place = quoteTable(schema, table);
  const sums = columns.map((column, at) => {
    const all = flags(`${place}.${quoteName(column)}`);
    return `SUM(CAST(ELT(1 + (${all}), ${list(COUNTED)}) AS DECIMAL(65))) AS f${at}`;
  });
  const row = await session.row(`SELECT ${sums.join(', ')} FROM ${place}${own}${wanted}`);
  return columns.map((column, at) => {
    const counts = (row[`f${at}`] ?? '0').padStart(3 * DIGITS, '0');
    const count = (position: number) => Number(counts.slice(position * DIGITS, (position + 1) * DIGITS));
    return { column, opaques: count(0), temporals: count(1), decimals: count(2) };
  });
}

/**
 * Reads the tables of some schemas that have JSON columns of MySQL's own kind. Without their names the server would read
 * the columns of all tables that it has, its own too.
 */
export async function readTablesWithJson(
  session: ControlSession,
  schemas: readonly string[],
): Promise<readonly { readonly schema: string; readonly name: string }[]> {
  if (schemas.length === 0) return [];
  const rows = await session.rows(
    `SELECT DISTINCT TABLE_SCHEMA AS s, TABLE_NAME AS t FROM information_schema.COLUMNS
     WHERE DATA_TYPE = 'json' AND TABLE_SCHEMA IN (${schemas.map(quoteText).join(', ')})`,
  );
  return rows.map(({ s, t }) => ({ schema: s ?? '', name: t ?? '' }));
}

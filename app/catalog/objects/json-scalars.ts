import type { ControlSession } from '../session/control-session';
import { quoteName, quoteTable } from '../text/quote';

/** JSON columns of one table, and which of its rows count. */
export interface JsonSource {
  readonly schema: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Leaf partitions; empty for all. */
  readonly partitions: readonly string[];
  /** A condition that can stand in parentheses; null for all rows. */
  readonly where: string | null;
}

/** How many documents of a column hold scalars that its text does not tell from others. */
export interface JsonScalars {
  readonly column: string;
  /** They come back as DOUBLE or INTEGER. */
  readonly decimals: number;
  /** DATE, TIME and DATETIME come back as STRING. */
  readonly temporals: number;
  /** BLOB, BIT and whatever else JSON has no word for come back as STRING. */
  readonly opaques: number;
}

const DECIMAL = 1;
const TEMPORAL = 2;
const OPAQUE = 4;

/** The types that come back from text as what they were, and those that hold others (MySQL manual, JSON_TYPE). */
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

/** What a document holds: itself, among its members and in its arrays. MySQL has no path for all three. */
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
 * Counts, in one pass over the table, what the session sees. MySQL only: MariaDB's JSON is text. The three counts of a
 * column are one sum, so that each document is looked through once; grouping by the flags would be simpler, but
 * MySQL 9.7 then refuses JSON_TABLE (error 1210, measured).
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

/** The tables that have JSON columns of MySQL's own kind. */
export async function readTablesWithJson(
  session: ControlSession,
): Promise<readonly { readonly schema: string; readonly name: string }[]> {
  const rows = await session.rows(
    "SELECT DISTINCT TABLE_SCHEMA AS s, TABLE_NAME AS t FROM information_schema.COLUMNS WHERE DATA_TYPE = 'json'",
  );
  return rows.map(({ s, t }) => ({ schema: s ?? '', name: t ?? '' }));
}

import { has, type ServerVersion } from '../server/dialect';
import type { Vendor } from '../../contract/connections/connection';
import { convertsExactly } from '../server/charsets';
import type { Asker } from '../session/answers';
import type { ControlSession } from '../session/control-session';
import type { Row } from '../session/row';
import { groupBy } from '../collections/group-by';
import { quoteText } from '../text/quote';

export interface ColumnFacts {
  readonly name: string;
  /** Lower case, without length: `varchar`, `bigint`. */
  readonly dataType: string;
  /** In full: `bigint unsigned`. */
  readonly columnType: string;
  readonly nullable: boolean;
  readonly generated: boolean;
  /** Lower case; null for types that are not text. */
  readonly charset: string | null;
  readonly collation: string | null;
  /** True where some texts may change in a conversion to utf8mb4 and back. */
  readonly lossyText?: boolean;
}

export interface IndexPart {
  /** Null for an expression. */
  readonly column: string | null;
  readonly prefixLength: number | null;
  readonly descending: boolean;
}

export interface IndexFacts {
  readonly name: string;
  readonly unique: boolean;
  /** False where the optimiser does not use it: INVISIBLE on MySQL, IGNORED on MariaDB. */
  readonly usable: boolean;
  /** BTREE, FULLTEXT, SPATIAL, HASH, RTREE. */
  readonly type: string;
  readonly parts: readonly IndexPart[];
}

/** Columns with the period in which a row version was the current one. */
export interface SystemPeriod {
  readonly start: string;
  readonly end: string;
  /** Unit of the period: time, or transaction ids of this one server. */
  readonly counts: 'time' | 'transactions';
}

/** Facts about one table that a dump needs. */
export interface TableFacts {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'sequence' | 'system-versioned';
  /** Null for a table that is not system-versioned. */
  readonly period: SystemPeriod | null;
  readonly engine: string;
  /** Estimates from statistics. */
  readonly rows: number;
  readonly dataBytes: number;
  readonly columns: readonly ColumnFacts[];
  readonly indexes: readonly IndexFacts[];
  /** Names of the leaf partitions (sub-partitions where there are any), in their order. */
  readonly partitions: readonly string[];
}

const KINDS: Readonly<Record<string, TableFacts['kind']>> = {
  'BASE TABLE': 'table',
  'SYSTEM VERSIONED': 'system-versioned',
  SEQUENCE: 'sequence',
};

/**
 * Condition on a row of information_schema.TABLES (both manuals, CREATE_OPTIONS). Servers without a data dictionary open
 * every table for a question about PARTITIONS; this one comes with what has opened them already.
 */
export const IS_PARTITIONED = "COALESCE(CREATE_OPTIONS LIKE '%partitioned%', 0)";

/** Questions that `readTables` asks. */
export function questionsOnTables(server: ServerVersion, schema: string) {
  return {
    tables: `SELECT TABLE_NAME AS name, TABLE_TYPE AS type, ENGINE AS engine, TABLE_ROWS AS \`rows\`, DATA_LENGTH AS data,
            ${IS_PARTITIONED} AS partitioned
     FROM information_schema.TABLES WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_TYPE <> 'VIEW'
     ORDER BY TABLE_NAME, CAST(TABLE_NAME AS BINARY)`,
    columns: columnsOf(server, schema),
    indexes: indexesOf(server, schema),
  } as const;
}

/**
 * Reads all tables of a schema, without views, in four queries at most, however many they are. Their order is the same each
 * time, also of names that differ in case alone. `ahead` has answers to its questions already.
 */
export async function readTables(
  session: ControlSession,
  schema: string,
  ahead: Asker | null = null,
): Promise<readonly TableFacts[]> {
  const { tables: all, columns: ofAll, indexes: on } = questionsOnTables(session.server, schema);
  const ask = ahead ?? (await session.askQuestions([all, ofAll, on]));
  const [tables, columnRows, indexRows] = [await ask(all), await ask(ofAll), await ask(on)];
  const columns = groupBy(columnRows, ({ t }) => t ?? '');
  const indexes = groupBy(indexRows, ({ t }) => t ?? '');
  const isPartitioned = tables.some(({ partitioned }) => partitioned === '1');
  const partitions = groupBy(isPartitioned ? await partitionRows(session, schema) : [], ({ t }) => t ?? '');
  return tables.map((row) => {
    const name = row.name ?? '';
    const kind = KINDS[row.type ?? ''] ?? 'table';
    const own = columns.get(name) ?? [];
    return {
      schema,
      name,
      kind,
      period: kind === 'system-versioned' ? periodOf(own) : null,
      engine: row.engine ?? '',
      rows: Number(row.rows ?? 0),
      dataBytes: Number(row.data ?? 0),
      columns: own.map((column) => toColumn(column, session.server.vendor)),
      indexes: toIndexes(indexes.get(name) ?? []),
      partitions: (partitions.get(name) ?? []).map((partition) => partition.p ?? ''),
    };
  });
}

function columnsOf(server: ServerVersion, schema: string): string {
  const expression = has(server, 'generatedColumns') ? 'GENERATION_EXPRESSION' : 'NULL';
  return `SELECT TABLE_NAME AS t, COLUMN_NAME AS name, DATA_TYPE AS dataType, COLUMN_TYPE AS columnType,
            IS_NULLABLE AS nullable, ${expression} AS expression, CHARACTER_SET_NAME AS charset,
            COLLATION_NAME AS collation
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ${quoteText(schema)} ORDER BY TABLE_NAME, ORDINAL_POSITION`;
}

function toColumn(row: Row, vendor: Vendor): ColumnFacts {
  const charset = row.charset?.toLowerCase() ?? null;
  return {
    name: row.name ?? '',
    dataType: (row.dataType ?? '').toLowerCase(),
    columnType: row.columnType ?? '',
    nullable: row.nullable === 'YES',
    // MySQL gives '' and MariaDB NULL for a plain column.
    generated: (row.expression ?? '') !== '',
    charset,
    collation: row.collation?.toLowerCase() ?? null,
    lossyText: charset !== null && !convertsExactly(charset, row.collation?.toLowerCase() ?? '', vendor),
  };
}

/**
 * Returns the period's columns. Where the definition names none, the server has its own two, which no list of columns
 * shows.
 */
function periodOf(columns: readonly Row[]): SystemPeriod {
  const bound = (expression: string) => columns.find((column) => column.expression === expression);
  const start = bound('ROW START');
  return {
    start: start?.name ?? 'row_start',
    end: bound('ROW END')?.name ?? 'row_end',
    counts: start?.dataType?.toLowerCase() === 'bigint' ? 'transactions' : 'time',
  };
}

function indexesOf(server: ServerVersion, schema: string): string {
  const shown = server.vendor === 'mysql' ? "IS_VISIBLE = 'YES'" : "IGNORED = 'NO'";
  return `SELECT TABLE_NAME AS t, INDEX_NAME AS name, NON_UNIQUE AS nonUnique, COLUMN_NAME AS col, SUB_PART AS prefix,
            COLLATION AS direction, INDEX_TYPE AS type, ${has(server, 'invisibleIndexes') ? shown : '1'} AS usable
     FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = ${quoteText(schema)}
     ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;
}

function toIndexes(rows: readonly Row[]): readonly IndexFacts[] {
  return [...groupBy(rows, ({ name }) => name ?? '')].map(([name, parts]) => ({
    name,
    unique: parts[0]?.nonUnique === '0',
    usable: parts[0]?.usable === '1',
    type: parts[0]?.type ?? '',
    parts: parts.map(({ col, prefix, direction }) => ({
      column: col ?? null,
      prefixLength: prefix == null ? null : Number(prefix),
      descending: direction === 'D',
    })),
  }));
}

/** Partitions that can be read one by one; none on a server without a word for that. */
async function partitionRows(session: ControlSession, schema: string): Promise<readonly Row[]> {
  if (!has(session.server, 'partitionSelection')) return [];
  return await session.rows(
    `SELECT TABLE_NAME AS t, COALESCE(SUBPARTITION_NAME, PARTITION_NAME) AS p
     FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = ? AND PARTITION_NAME IS NOT NULL
     ORDER BY TABLE_NAME, PARTITION_ORDINAL_POSITION, SUBPARTITION_ORDINAL_POSITION`,
    [schema],
  );
}

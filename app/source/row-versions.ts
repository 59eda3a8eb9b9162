import type { ColumnFacts, IndexFacts, TableFacts } from '../catalog/objects/tables';
import type { History } from '../contract/runs/options';
import type { EngineRowVersions } from '../engine/specs';

/** Reading of a system-versioned table: which row versions, by which columns and along which keys. Pure functions. */

type Versioned = Pick<TableFacts, 'period' | 'columns' | 'indexes'>;

/**
 * Selects the row versions to read. Transaction ids of one server mean nothing to another one, which ignores them
 * (warning 1906, measured on 10.11).
 */
export function versionsRead({ period }: Pick<Versioned, 'period'>, history: History): EngineRowVersions {
  return history === 'carry' && period?.counts === 'time' ? 'all' : 'current';
}

/**
 * Selects the columns to read: no generated ones, which the target computes again, except the period of each row
 * version.
 */
export function columnsRead(
  { period, columns }: Pick<Versioned, 'period' | 'columns'>,
  versions: EngineRowVersions,
): readonly ColumnFacts[] {
  const bounds = versions === 'current' || period === null ? [] : [period.start, period.end];
  const read = columns.filter(({ name, generated }) => !generated || bounds.includes(name));
  const unlisted = bounds.filter((bound) => !read.some(({ name }) => name === bound));
  return [...read, ...unlisted.map(momentColumn)];
}

function momentColumn(name: string): ColumnFacts {
  return {
    name,
    dataType: 'timestamp',
    columnType: 'timestamp(6)',
    nullable: false,
    generated: true,
    charset: null,
    collation: null,
  };
}

/**
 * Returns the indexes with the parts that identify the rows that are read. The server appends the period's end column
 * to every unique key that holds neither its end nor its start, and lists it only where the definition names that
 * column (sql/sql_table.cc, append_system_key_parts; measured on 10.11); all current rows share one end.
 */
export function indexesOfRead(
  { period, indexes }: Pick<Versioned, 'period' | 'indexes'>,
  versions: EngineRowVersions,
): readonly IndexFacts[] {
  if (period === null) return indexes;
  const { start, end } = period;
  return indexes.map((index) => {
    const { unique, parts } = index;
    if (versions === 'current') return { ...index, parts: parts.filter(({ column }) => column !== end) };
    if (!unique || parts.some(({ column }) => column === start || column === end)) return index;
    return { ...index, parts: [...parts, { column: end, prefixLength: null, descending: false }] };
  });
}

import type { Vendor } from '../../contract/connections/connection';
import { parseDefinition, withoutLiterals } from './definition';

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(`(?:[^`]|``)+`)/;
const COLUMN = /^`(?:[^`]|``)+`(?!`)/;

/**
 * Returns the statement that takes defaults away which a server gives a new table beyond its definition; null for none.
 * MariaDB gives a column that is NOT NULL and ON UPDATE the zero moment, even where it reads a table again that it has
 * printed without a default (10.11, measured), and MySQL none. Pure.
 *
 * @param createTable as servers print it
 */
export function withoutGainedDefaults(createTable: string, vendor: Vendor): string | null {
  const [, table] = CREATED.exec(createTable) ?? [];
  if (vendor !== 'mariadb' || table === undefined) return null;
  const gaining = parseDefinition(createTable).columns.flatMap((line) => {
    const [name = ''] = COLUMN.exec(line) ?? [];
    return gainsDefault(withoutLiterals(line.slice(name.length))) ? [name] : [];
  });
  if (gaining.length === 0) return null;
  return `ALTER TABLE ${table} ${gaining.map((name) => `ALTER COLUMN ${name} DROP DEFAULT`).join(', ')}`;
}

function gainsDefault(attributes: string): boolean {
  return (
    / ON UPDATE current_timestamp\b/i.test(attributes) &&
    / NOT NULL\b/.test(attributes) &&
    !/ DEFAULT\b/.test(attributes)
  );
}

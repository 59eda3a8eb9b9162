import type { Vendor } from '../../contract/connections/connection';
import { quoteName } from '../text/quote';
import { namesOf, parseDefinition, withoutLiterals } from './definition';

const CREATED = /^CREATE TABLE (?:IF NOT EXISTS )?(`(?:[^`]|``)+`)/;

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
  const gaining = namesOf(parseDefinition(createTable).columns.filter(gainsDefault));
  if (gaining.length === 0) return null;
  const changes = gaining.map((name) => `ALTER COLUMN ${quoteName(name)} DROP DEFAULT`);
  return `ALTER TABLE ${table} ${changes.join(', ')}`;
}

function gainsDefault(line: string): boolean {
  const attributes = withoutLiterals(line).replace(/`(?:[^`]|``)*`/g, '');
  return (
    / ON UPDATE current_timestamp\b/i.test(attributes) &&
    / NOT NULL\b/.test(attributes) &&
    !/ DEFAULT\b/.test(attributes)
  );
}

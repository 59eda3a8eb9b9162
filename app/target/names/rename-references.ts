import { quoteName, unquoteName } from '../../catalog/text/quote';
import type { LoadOptions } from '../../contract/runs/options';
import { byName } from '../../contract/by-name';
import { newNameOf } from '../../format/select';

export interface Renaming extends Pick<LoadOptions, 'schemaMap' | 'tableRenames'> {
  /** Schema on the source, and on the target. */
  readonly source: string;
  readonly target: string;
}

/**
 * Returns a table's definition with its new name and those of the schemas and tables that it mentions. Foreign keys
 * contain the name of their parent, and of its schema where it is another one; on MariaDB a default that uses a
 * sequence contains even the name of the table's own schema.
 */
export function renamedReferences(createTable: string, renaming: Renaming): string {
  const { source, target, schemaMap, tableRenames } = renaming;
  const schemaNow = (schema: string) => (schema === source ? target : (byName(schemaMap, schema) ?? schema));
  return withOwnName(createTable, (table) => newNameOf(tableRenames, source, table))
    .split('\n')
    .map((line) => {
      if (/^ {2}CONSTRAINT .* FOREIGN KEY /.test(line)) return withParent(line, renaming, schemaNow);
      return / DEFAULT .*\b(?:nextval|lastval)\(`/.test(line)
        ? line.replace(SEQUENCE, (_, before: string, schema: string) => {
            return `${before}${quoteName(schemaNow(unquoteName(schema)))}.`;
          })
        : line;
    })
    .join('\n');
}

const NAME = '`((?:[^`]|``)+)`';
const OWN = new RegExp(`^(CREATE TABLE (?:IF NOT EXISTS )?|ALTER TABLE )${NAME}`);
const PARENT = new RegExp(`( REFERENCES )(?:${NAME}\\.)?${NAME}`);
const SEQUENCE = new RegExp(`(\\b(?:nextval|lastval)\\()${NAME}\\.`);

/** Returns a CREATE TABLE or ALTER TABLE statement with another table name. */
export function withOwnName(statement: string, newName: (table: string) => string): string {
  return statement.replace(
    OWN,
    (_, head: string, table: string) => `${head}${quoteName(newName(unquoteName(table)))}`,
  );
}

function withParent(
  line: string,
  { source, tableRenames }: Renaming,
  schemaNow: (schema: string) => string,
): string {
  return line.replace(PARENT, (_, before: string, schema: string | undefined, table: string) => {
    const parentSchema = schema === undefined ? source : unquoteName(schema);
    const parent = quoteName(newNameOf(tableRenames, parentSchema, unquoteName(table)));
    return schema === undefined
      ? `${before}${parent}`
      : `${before}${quoteName(schemaNow(parentSchema))}.${parent}`;
  });
}

import { quoteName } from '../catalog/quote';
import type { LoadOptions } from '../contract/options';
import { byName } from '../format/by-name';

export interface Renaming {
  /** The schema that the table comes from, and the one that it goes to. */
  readonly source: string;
  readonly target: string;
  readonly schemaMap: LoadOptions['schemaMap'];
}

/**
 * A table's definition with the new names of the schemas that it mentions. Foreign keys into another schema carry its
 * name; on MariaDB a default that asks a sequence carries even that of the table's own schema.
 */
export function renamedReferences(createTable: string, { source, target, schemaMap }: Renaming): string {
  const renamed = (schema: string) => (schema === source ? target : (byName(schemaMap, schema) ?? schema));
  return createTable
    .split('\n')
    .map((line) => {
      if (/^ {2}CONSTRAINT .* FOREIGN KEY /.test(line)) return withSchema(line, FOREIGN_TABLE, renamed);
      return / DEFAULT .*\b(?:nextval|lastval)\(`/.test(line) ? withSchema(line, SEQUENCE, renamed) : line;
    })
    .join('\n');
}

const FOREIGN_TABLE = /( REFERENCES )`((?:[^`]|``)+)`\./;
const SEQUENCE = /(\b(?:nextval|lastval)\()`((?:[^`]|``)+)`\./;

function withSchema(line: string, place: RegExp, renamed: (schema: string) => string): string {
  return line.replace(
    place,
    (_, before: string, quoted: string) => `${before}${quoteName(renamed(quoted.replace(/``/g, '`')))}.`,
  );
}

import { headOf, withoutSchema } from '../../catalog/definition/statement-head';
import { SluiceError } from '../../contract/failure';

/**
 * A statement of a dump's script without the name of its own schema before the object that it makes: under a schema map
 * it would be made in the old one. Fails with `unsupported-object` where the statement names another schema: a load
 * makes nothing outside of those that it was given.
 *
 * @param source the schema's name in the dump
 */
export function placedIn(source: string, statement: string): string {
  const head = headOf(statement);
  if (head === null) return statement;
  const foreign = [head.object.schema, head.table?.schema].find(
    (schema) => schema != null && !isSame(schema.name, source),
  );
  if (foreign == null) return withoutSchema(statement, head);
  throw new SluiceError(
    'unsupported-object',
    `A script of the schema “${source}” makes the ${head.kind.toLowerCase()} “${head.object.name}” in the schema “${foreign.name}”.`,
    { statement: statement.slice(0, 500), hint: 'Leave the object out, or change its script.' },
  );
}

/** Whether the statement only says where the following ones run: that is the load's to say. */
export function isPlace(statement: string): boolean {
  return /^(?:\/\*!\d*\s*)?(?:CREATE\s+(?:DATABASE|SCHEMA)|USE)\b/i.test(statement);
}

/** Names of schemas may be the same in capitals. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

import { headOf, withoutSchema } from '../../catalog/definition/statement-head';
import { nameFailures } from '../../text/target/names';

/**
 * Returns a statement of a dump's script without the name of its own schema before the created object: under a schema
 * map it would be created in the old schema. Fails with `unsupported-object` where the statement names another schema:
 * a load creates nothing outside of its target schemas.
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
  throw nameFailures.otherSchema(
    { source, kind: head.kind.toLowerCase(), name: head.object.name, schema: foreign.name },
    { statement: statement.slice(0, 500) },
  );
}

/** Compares names of schemas, ignoring case. */
function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

import { groupBy } from '../../catalog/collections/group-by';
import type { ControlSession } from '../../catalog/session/control-session';
import type { StoredObject } from '../../catalog/objects/objects';
import { readReferences } from '../../catalog/objects/spatial-references';
import type { TableFacts } from '../../catalog/objects/tables';
import type { Failure } from '../../contract/failure';
import { sourceFailures } from '../../text/source';

const GEOMETRY = /^(?:geometry|point|linestring|polygon|multi\w+|geom\w+collection)$/;

/**
 * Types of text that a parameter or a variable may have: with those of other databases (MySQL manual, "Using Data Types from Other
 * Database Engines") and of MariaDB's Oracle mode. Elsewhere in a program one of these words does no harm.
 */
const TEXT_TYPE =
  /\b(?:(?:N?VAR)?CHAR(?:ACTER)?|VARCHAR2|VARCHARACTER|CLOB|(?:TINY|MEDIUM|LONG)?TEXT|LONG|ENUM|SET\s*\()/i;

/**
 * Warns of programs that are not created again as they are: for parameters and variables that name no character set they keep the
 * collation that their schema had by default when they were created (MySQL manual, "CREATE PROCEDURE").
 */
export async function collationWarnings(
  session: ControlSession,
  schema: string,
  objects: readonly StoredObject[],
): Promise<readonly Failure[]> {
  if (objects.every(({ databaseCollation }) => databaseCollation === undefined)) return [];
  await session.use(schema);
  const own = await session.scalar('SELECT @@collation_database');
  const others = objects.filter(
    ({ databaseCollation, definition }) =>
      databaseCollation !== undefined && databaseCollation !== own && TEXT_TYPE.test(definition),
  );
  if (own === null || others.length === 0) return [];
  const named = others.map(({ kind, name, databaseCollation }) => ({
    ...{ kind, name },
    collation: databaseCollation ?? '',
  }));
  return [sourceFailures.otherDatabaseCollation({ own, objects: named }, { table: schema }).failure];
}

/**
 * Warns of columns with a spatial reference system: SHOW CREATE TABLE of MariaDB does not print REF_SYSTEM_ID (measured on 10.11).
 */
export async function referenceWarnings(
  session: ControlSession,
  tables: readonly TableFacts[],
): Promise<readonly Failure[]> {
  if (session.server.vendor !== 'mariadb') return [];
  const spatial = tables.filter(({ columns }) => columns.some(({ dataType }) => GEOMETRY.test(dataType)));
  const warnings: Failure[] = [];
  for (const [schema, own] of groupBy(spatial, (table) => table.schema)) {
    const names = new Set(own.map(({ name }) => name));
    const columns = (await readReferences(session, schema)).filter(({ table }) => names.has(table));
    if (columns.length > 0)
      warnings.push(sourceFailures.referenceSystems({ columns }, { table: schema }).failure);
  }
  return warnings;
}

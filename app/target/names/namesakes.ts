import type { ControlSession } from '../../catalog/session/control-session';
import { readLibraryNames } from '../../catalog/objects/libraries';
import { NameFolding, type NameSpace } from '../../catalog/server/name-folding';
import type { LoadOptions } from '../../contract/runs/options';
import { targetSchemaOf } from '../../format/select';
import { objectNamesIn } from '../../format/sql/stored-object';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import type { CreatedObject } from '../journal/created-object';
import { nameFailures, type NameGroup } from '../../text/target/names';

/** Kind of an object within a schema. */
export type SchemaObjectKind = Exclude<CreatedObject['kind'], 'schema' | 'user' | 'role'>;

/** An object that exists on the target. */
export interface PresentObject {
  readonly kind: SchemaObjectKind;
  readonly name: string;
  /** Table of a trigger; null for other kinds. */
  readonly table: string | null;
}

/** An object of the dump whose name equals, for the target, the name of an existing object. */
export interface Namesake {
  readonly kind: SchemaObjectKind;
  /** Name in the selected dump. */
  readonly name: string;
  /** Table of a trigger in the dump. */
  readonly table: string | null;
  readonly there: PresentObject;
}

/** Lists the objects of a schema of a dump, each with its table where it is a trigger. */
export function dumpedObjects(schema: DumpSchema): readonly PresentObject[] {
  const { document, tables, views } = schema;
  return [
    ...tables.map(({ name }): PresentObject => ({ kind: 'table', name, table: null })),
    ...(document.includesViewsDdl ? views : []).map(({ name }): PresentObject => ({
      kind: 'view',
      name,
      table: null,
    })),
    ...objectNamesIn({ document, tables: [] }).map(({ kind, name }): PresentObject => ({
      kind,
      name,
      table: null,
    })),
    ...tables.flatMap((table) =>
      table.document.triggers.map((name): PresentObject => ({ kind: 'trigger', name, table: table.name })),
    ),
  ];
}

/** Returns the name space of a kind: kinds of one group share their names within a schema. */
function spaceOf(kind: SchemaObjectKind): readonly [space: NameSpace, group: NameGroup] {
  if (kind === 'table' || kind === 'view' || kind === 'sequence') return ['table', 'table'];
  if (kind === 'event' || kind === 'trigger') return [kind, kind];
  return ['routine', kind];
}

/** Finds the existing objects that have names of the dump's objects. */
export function findNamesakes(
  folding: NameFolding,
  brought: readonly PresentObject[],
  present: readonly PresentObject[],
): readonly Namesake[] {
  const keyOf = ({ kind, name }: PresentObject): string => {
    const [space, group] = spaceOf(kind);
    return `${group} ${folding.of(space, name)}`;
  };
  const there = new Map(present.map((object) => [keyOf(object), object] as const));
  return brought.flatMap((object) => {
    const found = there.get(keyOf(object));
    return found === undefined ? [] : [{ ...object, there: found }];
  });
}

/** Lists everything that a schema of the target holds, except columns and indexes of its tables. */
export async function readPresent(
  session: ControlSession,
  schema: string,
): Promise<readonly PresentObject[]> {
  const rows = await session.rows(
    `SELECT CASE TABLE_TYPE WHEN 'VIEW' THEN 'view' WHEN 'SEQUENCE' THEN 'sequence' ELSE 'table' END AS kind,
            TABLE_NAME AS name, NULL AS t
     FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? ORDER BY name`,
    [schema],
  );
  const stored = await session.rows(
    `SELECT ROUTINE_TYPE AS kind, ROUTINE_NAME AS name, NULL AS t FROM information_schema.ROUTINES
     WHERE ROUTINE_SCHEMA = ? AND ROUTINE_TYPE IN ('FUNCTION', 'PROCEDURE', 'PACKAGE')
     UNION ALL SELECT 'EVENT', EVENT_NAME, NULL FROM information_schema.EVENTS WHERE EVENT_SCHEMA = ?
     UNION ALL SELECT 'TRIGGER', TRIGGER_NAME, EVENT_OBJECT_TABLE FROM information_schema.TRIGGERS
     WHERE EVENT_OBJECT_SCHEMA = ?`,
    [schema, schema, schema],
  );
  const libraries = await readLibraryNames(session, schema);
  return [
    ...[...rows, ...stored].map(({ kind, name, t }) => ({
      kind: (kind ?? '').toLowerCase() as SchemaObjectKind,
      name: name ?? '',
      table: t ?? null,
    })),
    ...libraries.map((name): PresentObject => ({ kind: 'library', name, table: null })),
  ];
}

/** Refuses a dump of which two names would be one on the target, before anything is changed. */
export async function assertNamesDistinct(
  session: ControlSession,
  dump: DumpFolder,
  options: Pick<LoadOptions, 'schemaMap'>,
): Promise<void> {
  const folding = NameFolding.of(session.server);
  const names = dump.schemas.map(({ name }) => targetSchemaOf(options, name));
  const brought = dump.schemas.map(dumpedObjects);
  await folding.learn(session, [...names, ...brought.flatMap((objects) => objects.map(({ name }) => name))]);
  const schemas = folding.firstPair('schema', names);
  if (schemas !== null) {
    const { first, second } = schemas;
    throw nameFailures.schemasCollide({ first, second });
  }
  for (const [at, objects] of brought.entries()) assertObjectsDistinct(folding, objects, names[at] ?? '');
}

function assertObjectsDistinct(
  folding: NameFolding,
  objects: readonly PresentObject[],
  schema: string,
): void {
  const groups = new Map<NameGroup, { readonly space: NameSpace; readonly names: string[] }>();
  for (const { kind, name } of objects) {
    const [space, group] = spaceOf(kind);
    const known = groups.get(group) ?? { space, names: [] };
    known.names.push(name);
    groups.set(group, known);
  }
  for (const [group, { space, names }] of groups) {
    const pair = folding.firstPair(space, names);
    if (pair === null) continue;
    const { first, second } = pair;
    throw nameFailures.objectsCollide({ group, first, second }, { table: `${schema}.${second}` });
  }
}

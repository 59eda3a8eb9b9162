import { definerAfter, onTarget } from '../../catalog/definition/definer';
import { readDefaultCollations } from '../../catalog/server/collations';
import {
  readEvents,
  readRoutines,
  readTriggers,
  readViews,
  type StoredObject,
} from '../../catalog/objects/objects';
import type { ControlSession } from '../../catalog/session/control-session';
import type { SluiceError } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import type { DefinerWish } from '../../contract/runs/options';
import type { SchemaPlan } from '../../source/definitions/definitions';
import { standInFor } from '../../format/sql/collation-stand-ins';
import { convertBody } from '../../target/convert/script';
import { readNormalizedStored, storedKey, type Reading, type NormalizedStored } from './stored';
import type { PreparedSchema } from '../../target/tables/prepared-table';
import type { DumpSchema, DumpTable } from '../../format/read/dump';
import type { Conversion } from '../../target/convert/conversion';
import { migrateFailures, migrateText } from '../../text/migrate/run';

/** Normalized objects of the source, in the target's form, by the source's schema. */
export type NormalizedObjects = ReadonlyMap<string, NormalizedStored>;

/** Reads the source's views, routines, triggers and events in normalized form for a target of another vendor. */
export async function readNormalizedObjects(
  source: ControlSession,
  plans: readonly SchemaPlan[],
  conversion: Conversion,
  definers: DefinerWish,
): Promise<NormalizedObjects> {
  const defaults = new Set((await readDefaultCollations(source)).values());
  const reading: Omit<Reading, 'objects'> = {
    targetCollation: (collation) =>
      defaults.has(collation) ? null : (standInFor(collation, conversion.collations)?.name ?? collation),
    targetBody: (body, modes) => convertBody(body, conversion, modes),
    definerOf: (definer) => definerAfter(definer, onTarget(definers)),
  };
  const expected = new Map<string, NormalizedStored>();
  for (const { schema, views, triggers, objects } of plans) {
    const own = { ...reading, objects: [...views, ...triggers, ...objects] };
    expected.set(schema, await readNormalizedStored(source, schema, own));
  }
  return expected;
}

/**
 * Compares the target's views, routines, triggers and events with the source's in normalized form. Fails with
 * `definition-differs` for the first that is missing or differs.
 */
export async function assertObjectsEquivalent(
  target: ControlSession,
  { source, tables, target: { target: schema } }: PreparedSchema,
  expected: NormalizedStored,
  definers: DefinerWish,
): Promise<readonly Check[]> {
  const objects = expectedObjects(
    source,
    tables.map(({ dump }) => dump),
  );
  if (objects.length === 0) return [];
  const existing = await readTargetObjects(target, schema, objects, definers);
  const [first] = differingObjects(schema, objects, expected, existing);
  if (first !== undefined) throw first;
  const detail = migrateText.objectsCompared(objects.length, schema);
  return [{ kind: 'definition', state: 'ok', detail }];
}

/** A view, routine, trigger or event. */
export interface ExpectedObject {
  readonly kind: 'view' | 'function' | 'procedure' | 'event' | 'trigger';
  readonly object: string;
}

/** Reads the target's objects in normalized form; the definitions of those that are expected. */
export async function readTargetObjects(
  target: ControlSession,
  schema: string,
  expected: readonly ExpectedObject[],
  definers: DefinerWish,
): Promise<NormalizedStored> {
  return await readNormalizedStored(target, schema, {
    objects: await readDefined(target, schema, expected),
    targetCollation: (collation) => collation,
    targetBody: (body) => body,
    definerOf: (definer) => (onTarget(definers).kind === 'strip' ? null : definer),
  });
}

async function readDefined(
  target: ControlSession,
  schema: string,
  expected: readonly ExpectedObject[],
): Promise<readonly StoredObject[]> {
  const takes = (...kinds: readonly ExpectedObject['kind'][]) => {
    const names = new Set(
      expected.filter(({ kind }) => kinds.includes(kind)).map(({ object }) => object.toLowerCase()),
    );
    return names.size === 0 ? null : (name: string) => names.has(name.toLowerCase());
  };
  const [views, routines] = [takes('view'), takes('function', 'procedure')];
  const [events, triggers] = [takes('event'), takes('trigger')];
  return [
    ...(views === null ? [] : await readViews(target, schema, views)),
    ...(routines === null ? [] : await readRoutines(target, schema, routines)),
    ...(events === null ? [] : await readEvents(target, schema, events)),
    ...(triggers === null ? [] : await readTriggers(target, schema, triggers)),
  ];
}

/**
 * Returns a failure for each expected object that is missing or differs.
 *
 * @param schema name of the schema for those failures
 */
export function differingObjects(
  schema: string,
  objects: readonly ExpectedObject[],
  expected: NormalizedStored,
  existing: NormalizedStored,
): readonly SluiceError[] {
  return objects.flatMap(({ kind, object }) => {
    const found = existing.get(storedKey(kind, object));
    const place = { table: `${schema}.${object}` };
    if (found === undefined) return [migrateFailures.objectMissing({ kind, object }, place)];
    const asked = expected.get(storedKey(kind, object)) ?? [];
    const lost = [...asked].find((meaning) => !found.has(asCreated(meaning)));
    return lost === undefined ? [] : [migrateFailures.objectDiffers({ kind, object, lost }, place)];
  });
}

/** Returns the expected form: events are created disabled, and enabled when everything is verified. */
function asCreated(meaning: string): string {
  return meaning === 'status ENABLED' ? 'status DISABLED' : meaning;
}

/** Lists all objects of a schema's definitions besides tables. */
export function expectedObjects(
  { document, views }: DumpSchema,
  tables: readonly DumpTable[],
): readonly ExpectedObject[] {
  const { functions, procedures, events, includesDdl, includesViewsDdl } = document;
  const all = (kind: ExpectedObject['kind'], names: readonly string[]) =>
    names.map((object) => ({ kind, object }));
  return [
    ...(includesViewsDdl
      ? all(
          'view',
          views.map(({ name }) => name),
        )
      : []),
    ...(includesDdl
      ? [...all('function', functions), ...all('procedure', procedures), ...all('event', events)]
      : []),
    ...all(
      'trigger',
      // Where only rows come, those of the target stay as they are.
      tables.flatMap(({ document: table }) => (table.includesDdl ? table.triggers : [])),
    ),
  ];
}

import type { ObjectFilter } from '../../catalog/selection/object-filter';
import type { SchemaNames } from '../../catalog/selection/names';
import type { Content } from '../../contract/runs/options';
import { sourceFailures } from '../../text/source';
import type { SchemaPlan } from '../definitions/definitions';

/** Objects that a dump selected when it began. */
interface SelectedNames {
  readonly names: readonly SchemaNames[];
  readonly objectFilter: ObjectFilter;
  readonly content: Content;
}

/**
 * Fails with `definition-changed` for the first object that existed when the dump was planned and was not found when it
 * was read; for dumps that could not block DDL. It was dropped or renamed, or a server that lists tables one by one
 * listed it under neither name (MariaDB's information_schema.TABLES, measured on 10.11). Pure.
 */
export function assertNoneMissing(selected: SelectedNames, plans: readonly SchemaPlan[]): void {
  const [first] = missingSince(selected, plans);
  if (first === undefined) return;
  const { schema, kind, name, table } = first;
  throw sourceFailures.objectGone(
    { kind, name, schema },
    table === undefined ? {} : { table: `${schema}.${table}` },
  );
}

interface MissingObject {
  readonly schema: string;
  readonly kind: 'table' | 'view-or-sequence' | 'routine' | 'event' | 'trigger';
  readonly name: string;
  /** The table itself, or the one that a trigger is on; absent for other kinds. */
  readonly table?: string;
}

function missingSince(
  { names, objectFilter, content }: SelectedNames,
  plans: readonly SchemaPlan[],
): readonly MissingObject[] {
  return plans.flatMap((plan): readonly MissingObject[] => {
    const { schema } = plan;
    const was = names.find(({ name }) => name === schema);
    if (was === undefined) return [];
    const tables = new Set(plan.tables.map(({ facts }) => facts.name));
    const missingTables = was.tables
      .filter((name) => objectFilter.table(schema, name) && !tables.has(name))
      .map((name): MissingObject => ({ schema, kind: 'table', name, table: name }));
    return content === 'data'
      ? missingTables
      : [...missingTables, ...missingObjects(was, plan, tables, objectFilter)];
  });
}

function missingObjects(
  was: SchemaNames,
  plan: SchemaPlan,
  tables: ReadonlySet<string>,
  objectFilter: ObjectFilter,
): readonly MissingObject[] {
  const { schema } = plan;
  const leftOut = plan.gaps.flatMap(({ names }) => names);
  const views = new Set([...plan.views, ...plan.sequences].map(({ name }) => name).concat(leftOut));
  const objects = (isEvent: boolean) =>
    new Set(plan.objects.filter(({ kind }) => (kind === 'event') === isEvent).map(({ name }) => name));
  const [events, routines] = [objects(true), objects(false)];
  // A trigger is written with its table: without the table it is in no file.
  const triggers = new Set(plan.triggers.filter(({ table }) => tables.has(table)).map(({ name }) => name));
  const gone = (kind: MissingObject['kind']) => (name: string) => ({ schema, kind, name });
  return [
    ...was.tableLikes
      .filter((name) => objectFilter.table(schema, name) && !views.has(name))
      .map(gone('view-or-sequence')),
    ...was.routines
      .filter((name) => objectFilter.routine(schema, name) && !routines.has(name))
      .map(gone('routine')),
    ...was.events.filter((name) => objectFilter.event(schema, name) && !events.has(name)).map(gone('event')),
    ...was.triggers
      .filter(({ table, name }) => objectFilter.trigger(schema, table, name) && !triggers.has(name))
      .map(({ name, table }): MissingObject => ({ schema, kind: 'trigger', name, table })),
  ];
}

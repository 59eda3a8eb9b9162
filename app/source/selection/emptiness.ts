import type { AccountObject } from '../../catalog/rights/accounts';
import type { ObjectFilter } from '../../catalog/selection/object-filter';
import type { SchemaNames } from '../../catalog/selection/names';
import type { Selection } from '../../contract/runs/options';
import { SluiceError, type Failure } from '../../contract/failure';

/**
 * Refuses a selection that excludes everything it names: its dump would look like one with content. A whole schema is
 * content even while it is empty.
 */
export function assertNotEmpty(
  objectFilter: ObjectFilter,
  names: readonly SchemaNames[],
  accounts: readonly AccountObject[],
  include: Selection['include'],
): void {
  const isWhole = include.some(({ kind }) => kind === 'schema');
  const isSelected = (schema: SchemaNames) =>
    objectFilter.schema(schema.name) && (isWhole || takesAny(objectFilter, schema));
  if (accounts.length > 0 || names.some(isSelected)) return;
  throw new SluiceError('usage', 'The selection takes in nothing: all that it names is also left out.', {
    hint: 'Leave out less of it.',
  });
}

/** Warns of selected schemas with nothing in them: the account may not see it, or nothing was created yet. */
export function emptinessWarnings(
  objectFilter: ObjectFilter,
  names: readonly SchemaNames[],
  accounts: readonly AccountObject[],
): readonly Failure[] {
  const selected = names.filter(({ name }) => objectFilter.schema(name));
  if (accounts.length > 0 || selected.some((schema) => takesAny(objectFilter, schema))) return [];
  const schemas = selected.map(({ name }) => `“${name}”`).join(', ');
  return [
    new SluiceError('unknown-object', `Nothing is taken in but empty schemas: ${schemas}.`, {
      hint: 'If there should be objects, look at what is left out and at what the account may see.',
    }).failure,
  ];
}

function takesAny(
  objectFilter: ObjectFilter,
  { name, tables, tableLikes, routines, events }: SchemaNames,
): boolean {
  return (
    [...tables, ...tableLikes].some((table) => objectFilter.table(name, table)) ||
    routines.some((routine) => objectFilter.routine(name, routine)) ||
    events.some((event) => objectFilter.event(name, event))
  );
}

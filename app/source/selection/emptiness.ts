import type { AccountObject } from '../../catalog/privileges/accounts';
import type { ObjectFilter } from '../../catalog/selection/object-filter';
import type { SchemaNames } from '../../catalog/selection/names';
import type { Selection } from '../../contract/runs/options';
import type { Failure } from '../../contract/failure';
import { sourceFailures } from '../../text/source';

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
  throw sourceFailures.nothingSelected();
}

/** Warns of selected schemas with nothing in them: the account may not see it, or nothing was created yet. */
export function emptinessWarnings(
  objectFilter: ObjectFilter,
  names: readonly SchemaNames[],
  accounts: readonly AccountObject[],
): readonly Failure[] {
  const selected = names.filter(({ name }) => objectFilter.schema(name));
  if (accounts.length > 0 || selected.some((schema) => takesAny(objectFilter, schema))) return [];
  return [sourceFailures.onlyEmptySchemas({ schemas: selected.map(({ name }) => name) }).failure];
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

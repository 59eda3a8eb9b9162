import type { AccountObject } from '../../catalog/rights/accounts';
import type { ObjectFilter } from '../../catalog/selection/object-filter';
import type { SchemaNames } from '../../catalog/selection/names';
import type { Selection } from '../../contract/options';
import { SluiceError, type Failure } from '../../contract/failure';

/**
 * Refuses a selection that excludes everything it names: its dump would look like one with content. A whole schema is
 * content even while it is empty.
 */
export function assertTakesAny(
  chooser: ObjectFilter,
  names: readonly SchemaNames[],
  accounts: readonly AccountObject[],
  include: Selection['include'],
): void {
  const isWhole = include.some(({ kind }) => kind === 'schema');
  const isTaken = (schema: SchemaNames) =>
    chooser.schema(schema.name) && (isWhole || takesAny(chooser, schema));
  if (accounts.length > 0 || names.some(isTaken)) return;
  throw new SluiceError('usage', 'The selection takes in nothing: all that it names is also left out.', {
    hint: 'Leave out less of it.',
  });
}

/** Warns of selected schemas with nothing in them: the account may not see it, or nothing was created yet. */
export function emptinessOf(
  chooser: ObjectFilter,
  names: readonly SchemaNames[],
  accounts: readonly AccountObject[],
): readonly Failure[] {
  const taken = names.filter(({ name }) => chooser.schema(name));
  if (accounts.length > 0 || taken.some((schema) => takesAny(chooser, schema))) return [];
  const schemas = taken.map(({ name }) => `“${name}”`).join(', ');
  return [
    new SluiceError('unknown-object', `Nothing is taken in but empty schemas: ${schemas}.`, {
      hint: 'If there should be objects, look at what is left out and at what the account may see.',
    }).failure,
  ];
}

function takesAny(
  chooser: ObjectFilter,
  { name, tables, tableLikes, routines, events }: SchemaNames,
): boolean {
  return (
    [...tables, ...tableLikes].some((table) => chooser.table(name, table)) ||
    routines.some((routine) => chooser.routine(name, routine)) ||
    events.some((event) => chooser.event(name, event))
  );
}

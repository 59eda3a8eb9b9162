import type { Vendor } from '../../contract/connections/connection';
import type { Content, Selection } from '../../contract/runs/options';
import { formatCount } from '../../contract/quantities';
import { ObjectFilter } from './object-filter';
import type { SchemaNames } from './names';

/** Names of one kind, divided into included and excluded ones. */
interface Share {
  readonly one: string;
  readonly many: string;
  readonly taken: readonly string[];
  readonly leftOut: readonly string[];
}

export interface ScopeFacts {
  /** All schemas with their names: a server's without its own, or those of a dump. */
  readonly names: readonly SchemaNames[];
  readonly selection: Pick<Selection, 'include' | 'exclude'> &
    Partial<Pick<Selection, 'where' | 'partitions'>> & { readonly content: Content };
  /** As `user@host`. */
  readonly accounts: readonly string[];
  readonly vendor: Vendor;
}

/** Most names that are listed; more are only counted. */
const NAMED_AT_MOST = 3;

/**
 * Describes in sentences, at the beginning of a run, the objects that it includes, by counts or by names where they are
 * few, and those that it excludes from the same schemas. Pure.
 */
export function scopeSentences(facts: ScopeFacts): string {
  const shares = sharesOf(facts);
  const taken = shares
    .filter((share) => share.taken.length > 0)
    .map((share) => describeNames(share, share.taken));
  const left = [
    ...shares.filter((share) => share.leftOut.length > 0).map((share) => describeNames(share, share.leftOut)),
    ...(facts.selection.content === 'structure' ? ['all rows'] : leftRows(facts)),
    ...(facts.selection.content === 'data' ? ['all definitions'] : []),
    ...(facts.accounts.length === 0 ? ['accounts'] : []),
  ];
  return `Takes in: ${taken.length === 0 ? 'nothing' : taken.join(', ')}. Leaves out: ${left.length === 0 ? 'nothing' : left.join(', ')}.`;
}

/** Describes tables of which only some rows are taken. */
function leftRows({ names, selection }: ScopeFacts): readonly string[] {
  const objectFilter = new ObjectFilter(selection);
  const shown = shownAmong(names.filter(({ name }) => objectFilter.schema(name)));
  const tablesOf = (wishes: readonly { readonly schema: string; readonly table: string }[] = []) => [
    ...new Set(wishes.map(({ schema, table }) => shown(schema, table))),
  ];
  const conditioned = tablesOf(selection.where);
  const conditions = conditioned.length === 1 ? 'its condition' : 'their conditions';
  return [
    ...rowsOf(tablesOf(selection.partitions), 'in other partitions'),
    ...rowsOf(conditioned, `that don’t meet ${conditions}`),
  ];
}

function rowsOf(tables: readonly string[], which: string): readonly string[] {
  if (tables.length === 0) return [];
  const named =
    tables.length > NAMED_AT_MOST
      ? `${formatCount(tables.length)} tables`
      : tables.map((table) => `“${table}”`).join(' and ');
  return [`rows of ${named} ${which}`];
}

/** Returns a function that names an object: with its schema where several are taken. */
function shownAmong(schemas: readonly SchemaNames[]): (schema: string, name: string) => string {
  return (schema, name) => (schemas.length === 1 ? name : `${schema}.${name}`);
}

function sharesOf({ names, selection, accounts, vendor }: ScopeFacts): readonly Share[] {
  const objectFilter = new ObjectFilter(selection);
  const schemas = names.filter(({ name }) => objectFilter.schema(name));
  const defined = selection.content === 'data' ? [] : schemas;
  const shown = shownAmong(schemas);
  const share = (
    [one, many]: readonly [string, string],
    of: readonly SchemaNames[],
    list: (schema: SchemaNames) => readonly string[],
    takes: (schema: string, name: string) => boolean,
  ): Share => {
    const all = of.flatMap((schema) =>
      list(schema).map((name) => ({
        shown: shown(schema.name, name),
        isSelected: takes(schema.name, name),
      })),
    );
    return { one, many, ...split(all) };
  };
  return [
    {
      one: 'schema',
      many: 'schemas',
      taken: schemas.map(({ name }) => name),
      leftOut: names.map(({ name }) => name).filter((name) => !objectFilter.schema(name)),
    },
    share(
      ['table', 'tables'],
      schemas,
      ({ tables }) => tables,
      (schema, name) => objectFilter.table(schema, name),
    ),
    share(
      vendor === 'mariadb' ? ['view or sequence', 'views and sequences'] : ['view', 'views'],
      defined,
      ({ tableLikes }) => tableLikes,
      (schema, name) => objectFilter.table(schema, name),
    ),
    share(
      ['routine', 'routines'],
      defined,
      ({ routines }) => routines,
      (schema, name) => objectFilter.routine(schema, name),
    ),
    {
      one: 'trigger',
      many: 'triggers',
      ...split(
        defined.flatMap((schema) =>
          schema.triggers.map(({ table, name }) => ({
            shown: shown(schema.name, name),
            isSelected: objectFilter.trigger(schema.name, table, name),
          })),
        ),
      ),
    },
    share(
      ['event', 'events'],
      defined,
      ({ events }) => events,
      (schema, name) => objectFilter.event(schema, name),
    ),
    { one: 'account', many: 'accounts', taken: accounts, leftOut: [] },
  ];
}

function split(
  all: readonly { readonly shown: string; readonly isSelected: boolean }[],
): Pick<Share, 'taken' | 'leftOut'> {
  return {
    taken: all.filter(({ isSelected }) => isSelected).map(({ shown }) => shown),
    leftOut: all.filter(({ isSelected }) => !isSelected).map(({ shown }) => shown),
  };
}

function describeNames({ one, many }: Share, names: readonly string[]): string {
  if (names.length > NAMED_AT_MOST) return `${formatCount(names.length)} ${many}`;
  return `${names.length === 1 ? one : many} ${names.map((name) => `“${name}”`).join(', ')}`;
}

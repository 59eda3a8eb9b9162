import type { Vendor } from '../../contract/connections/connection';
import type { Content, Selection } from '../../contract/runs/options';
import { selectionText, type LeftRows, type ScopeKind, type ScopeShare } from '../../text/catalog/selection';
import { ObjectFilter } from './object-filter';
import type { SchemaNames } from './names';
import type { Rule } from './rule-set';
import { namedRule } from './unmatched';

/** Names of one kind, divided into included and excluded ones. */
interface Share {
  readonly kind: ScopeKind;
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
 * few, those that it excludes from the same schemas, and the patterns that match nothing. Pure.
 */
export function scopeSentences(facts: ScopeFacts, unmatched: readonly Rule[]): string {
  const shares = sharesOf(facts);
  const { content } = facts.selection;
  return selectionText.scope({
    vendor: facts.vendor,
    taken: shares.flatMap(({ kind, taken }) => namedShare(kind, taken)),
    leftOut: shares.flatMap(({ kind, leftOut }) => namedShare(kind, leftOut)),
    leftRows: content === 'structure' ? 'all' : leftRows(facts),
    leavesDefinitions: content === 'data',
    leavesAccounts: facts.accounts.length === 0,
    unmatched: unmatched.map(namedRule),
  });
}

/** Returns the tables of which only some rows are taken. */
function leftRows({ names, selection }: ScopeFacts): readonly LeftRows[] {
  const objectFilter = new ObjectFilter(selection);
  const shown = shownAmong(names.filter(({ name }) => objectFilter.schema(name)));
  const tablesOf = (wishes: readonly { readonly schema: string; readonly table: string }[] = []) => [
    ...new Set(wishes.map(({ schema, table }) => shown(schema, table))),
  ];
  return [
    ...rowsOf(tablesOf(selection.partitions), 'partition'),
    ...rowsOf(tablesOf(selection.where), 'condition'),
  ];
}

function rowsOf(tables: readonly string[], by: LeftRows['by']): readonly LeftRows[] {
  return tables.length === 0 ? [] : [{ by, tables: tables.length, names: ifFew(tables) }];
}

function namedShare(kind: ScopeKind, names: readonly string[]): readonly ScopeShare[] {
  return names.length === 0 ? [] : [{ kind, count: names.length, names: ifFew(names) }];
}

function ifFew(names: readonly string[]): readonly string[] | null {
  return names.length > NAMED_AT_MOST ? null : names;
}

/** Returns a function that names an object: with its schema where several are taken. */
function shownAmong(schemas: readonly SchemaNames[]): (schema: string, name: string) => string {
  return (schema, name) => (schemas.length === 1 ? name : `${schema}.${name}`);
}

function sharesOf({ names, selection, accounts }: ScopeFacts): readonly Share[] {
  const objectFilter = new ObjectFilter(selection);
  const schemas = names.filter(({ name }) => objectFilter.schema(name));
  const defined = selection.content === 'data' ? [] : schemas;
  const shown = shownAmong(schemas);
  const share = (
    kind: ScopeKind,
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
    return { kind, ...split(all) };
  };
  return [
    {
      kind: 'schema',
      taken: schemas.map(({ name }) => name),
      leftOut: names.map(({ name }) => name).filter((name) => !objectFilter.schema(name)),
    },
    share(
      'table',
      schemas,
      ({ tables }) => tables,
      (schema, name) => objectFilter.table(schema, name),
    ),
    share(
      'view',
      defined,
      ({ tableLikes }) => tableLikes,
      (schema, name) => objectFilter.table(schema, name),
    ),
    share(
      'routine',
      defined,
      ({ routines }) => routines,
      (schema, name) => objectFilter.routine(schema, name),
    ),
    {
      kind: 'trigger',
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
      'event',
      defined,
      ({ events }) => events,
      (schema, name) => objectFilter.event(schema, name),
    ),
    { kind: 'account', taken: accounts, leftOut: [] },
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

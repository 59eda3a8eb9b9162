import type { Vendor } from '../../contract/connections/connection';
import type { Content, Selection } from '../../contract/runs/options';
import {
  selectionFailures,
  selectionText,
  type LeftRows,
  type NamedRule,
  type ScopeKind,
  type ScopeShare,
} from '../../text/catalog/selection';
import { describeRule, isExact, ObjectFilter, unmatched } from './object-filter';
import type { SchemaNames } from './names';
import type { Rule } from './rule-set';
import { similarTo } from './similar-names';
import { isSystem } from '../objects/schemas';

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
export function scopeSentences(facts: ScopeFacts, withoutMatch: readonly Rule[]): string {
  const shares = sharesOf(facts);
  const { content } = facts.selection;
  return selectionText.scope({
    vendor: facts.vendor,
    taken: shares.flatMap(({ kind, taken }) => namedShare(kind, taken)),
    leftOut: shares.flatMap(({ kind, leftOut }) => namedShare(kind, leftOut)),
    leftRows: content === 'structure' ? 'all' : leftRows(facts),
    leavesDefinitions: content === 'data',
    leavesAccounts: facts.accounts.length === 0,
    unmatched: withoutMatch.map(namedRule),
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

/** Rules of a selection that match nothing in these schemas. */
export interface Unmatched {
  /** Rules that name one object each: a typing error, whether it was to be included or excluded. */
  readonly names: readonly Rule[];
  /** Patterns, which may match nothing today and something tomorrow. */
  readonly patterns: readonly Rule[];
  /** True where there are include rules, and none matches. */
  readonly takesNothing: boolean;
}

export function unmatchedOf(
  { include, exclude }: Pick<Selection, 'include' | 'exclude'>,
  names: readonly SchemaNames[],
): Unmatched {
  // The server's own schemas are left out anyway.
  const left = exclude.filter(({ schema }) => !isSystem(schema));
  const rules = unmatched([...include, ...left], names);
  return {
    names: rules.filter(isExact),
    patterns: rules.filter((rule) => !isExact(rule)),
    takesNothing: include.length > 0 && unmatched(include, names).length === include.length,
  };
}

/** Returns a rule as messages name it. */
export function namedRule(rule: Rule): NamedRule {
  return { kind: rule.kind, name: describeRule(rule) };
}

/** Returns the name that was probably meant, of the same kind and schema. */
export function nearOf(rule: Rule, schemas: readonly SchemaNames[]): string | undefined {
  const schema = schemas.find(({ name }) => name === rule.schema);
  if (rule.kind === 'schema' || schema === undefined)
    return similarTo(
      rule.schema,
      schemas.map(({ name }) => name),
    );
  const { tables, tableLikes, routines, events, triggers } = schema;
  const named = {
    table: [...tables, ...tableLikes],
    routine: routines,
    event: events,
    trigger: triggers.map(({ name }) => name),
  };
  const near = similarTo(rule.name, named[rule.kind]);
  return near === undefined ? undefined : `${rule.schema}.${near}`;
}

/**
 * Refuses a new name for a schema that doesn't exist: a typing error, with which the schema that was meant would keep
 * its name.
 */
export function assertMapped(
  schemaMap: Readonly<Record<string, string>>,
  schemas: readonly string[],
  where: 'source' | 'dump',
): void {
  const missing = Object.keys(schemaMap).find((schema) => !schemas.includes(schema));
  if (missing === undefined) return;
  const near = similarTo(missing, schemas);
  throw selectionFailures.mappedSchemaUnknown({ schema: missing, where, near, schemas });
}

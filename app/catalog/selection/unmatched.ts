import { describeRule, isExact, unmatched } from './object-filter';
import type { SchemaNames } from './names';
import { similarTo } from './similar-names';
import type { Rule } from './rule-set';
import { isSystem } from '../objects/schemas';
import type { Selection } from '../../contract/runs/options';
import { selectionFailures, type NamedRule } from '../../text/catalog/selection';

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
  throw selectionFailures.mappedSchemaUnknown({ schema: missing, where, near: similarTo(missing, schemas) });
}

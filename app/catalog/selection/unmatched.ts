import { describeRule, isExact, unmatched } from './object-filter';
import type { SchemaNames } from './names';
import { similarTo } from './similar-names';
import type { Rule } from './rule-set';
import { isSystem } from '../objects/schemas';
import { SluiceError } from '../../contract/failure';
import type { Selection } from '../../contract/options';

/** The rules of a selection that match nothing of these schemas. Pure. */
export interface Unmatched {
  /** Rules that name one thing each: a slip, whether it was to be taken or to be left out. */
  readonly names: readonly Rule[];
  /** Patterns, which may match nothing today and something tomorrow. */
  readonly patterns: readonly Rule[];
  /** Whether there are rules of what is taken, and not one matches. */
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

/** “Nothing matches …”, or an empty text. */
export function patternSentence(patterns: readonly Rule[]): string {
  if (patterns.length === 0) return '';
  return `Nothing matches ${patterns.map((rule) => `the ${rule.kind} pattern “${describeRule(rule)}”`).join(' or ')}.`;
}

/** Behind the sentence on the first of these rules: the others, each by what was written. */
export function otherNames([, ...others]: readonly Rule[]): string {
  return norIsThere(others.map((rule) => `${rule.kind} “${describeRule(rule)}”`));
}

/** Behind a sentence on something that is not there: what else is not, or an empty text. */
export function norIsThere(others: readonly string[]): string {
  return others.length === 0 ? '' : ` Nor is there: ${others.join(', ')}.`;
}

/** A remedy that asks for the name that may have been meant, of the same kind and place; none where none is near. */
export function guessOf(rule: Rule, schemas: readonly SchemaNames[]): { readonly hint?: string } {
  const near = nearOf(rule, schemas);
  return near === undefined ? {} : { hint: `Did you mean “${near}”? Names may be case-sensitive.` };
}

function nearOf(rule: Rule, schemas: readonly SchemaNames[]): string | undefined {
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

/** A new name for a schema that is not there is a slip, for the one that was meant would keep its own. */
export function assertMapped(
  schemaMap: Readonly<Record<string, string>>,
  schemas: readonly string[],
  where: 'the source' | 'the dump',
): void {
  const missing = Object.keys(schemaMap).find((schema) => !schemas.includes(schema));
  if (missing === undefined) return;
  const near = similarTo(missing, schemas);
  throw new SluiceError(
    'unknown-schema',
    `The schema “${missing}” was to have another name on the target, and ${where} has none of that name.`,
    near === undefined ? {} : { hint: `Did you mean “${near}”? Names may be case-sensitive.` },
  );
}

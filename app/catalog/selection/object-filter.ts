import type { SchemaNames } from './names';
import { literalOf, patternMatcher } from '../../contract/commands/pattern';
import type { Selection } from '../../contract/runs/options';
import { RuleSet, type ObjectKind, type Rule } from './rule-set';

/** Rules that selections of a dump and of a load share. */
type Rules = Pick<Selection, 'include' | 'exclude'>;

/** Decides for each object whether a selection takes it, from names alone. Pure. */
export class ObjectFilter {
  readonly #include: RuleSet;
  readonly #exclude: RuleSet;

  constructor({ include, exclude }: Rules) {
    this.#include = new RuleSet(include);
    this.#exclude = new RuleSet(exclude);
  }

  /** Returns whether anything in the schema may be taken. */
  schema(name: string): boolean {
    return this.#include.isAbout(name) && !this.#exclude.coversSchema(name);
  }

  table(schema: string, name: string): boolean {
    return this.#takes('table', schema, name);
  }

  routine(schema: string, name: string): boolean {
    return this.#takes('routine', schema, name);
  }

  event(schema: string, name: string): boolean {
    return this.#takes('event', schema, name);
  }

  trigger(schema: string, table: string, name: string): boolean {
    return this.table(schema, table) && !this.#leavesOut('trigger', schema, name);
  }

  #takes(kind: ObjectKind, schema: string, name: string): boolean {
    return this.#include.covers(kind, schema, name) && !this.#leavesOut(kind, schema, name);
  }

  #leavesOut(kind: ObjectKind, schema: string, name: string): boolean {
    return this.#exclude.covers(kind, schema, name);
  }
}

/** Returns the rules that match nothing in these schemas, a server's or a dump's. */
export function unmatched<R extends Rule>(
  rules: readonly R[],
  schemas: readonly SchemaNames[],
): readonly R[] {
  const held = new Map(schemas.map((schema) => [schema.name, heldBy(schema)]));
  return rules.filter((rule) => !takesAny(rule, held));
}

/** Describes a rule as the user wrote it: `shop.tmp_%`. */
export function describeRule(rule: Rule): string {
  return rule.kind === 'schema' ? rule.schema : `${rule.schema}.${rule.name}`;
}

/** Returns whether a rule names one object, so that it is misspelt if the object doesn't exist. */
export function isExact(rule: Rule): boolean {
  return literalOf(rule.schema) !== null && (rule.kind === 'schema' || literalOf(rule.name) !== null);
}

type Held = Readonly<Record<ObjectKind, ReadonlySet<string>>>;

function heldBy({ tables, tableLikes, routines, events, triggers }: SchemaNames): Held {
  return {
    table: new Set([...tables, ...tableLikes]),
    routine: new Set(routines),
    event: new Set(events),
    trigger: new Set(triggers.map(({ name }) => name)),
  };
}

/**
 * Returns whether a rule matches anything. A name without wildcards is looked up: there may be as many rules as tables.
 */
function takesAny(rule: Rule, held: ReadonlyMap<string, Held>): boolean {
  const schemas = namesTaken(rule.schema, held);
  if (rule.kind === 'schema') return schemas.length > 0;
  const { kind, name } = rule;
  return schemas.some((schema) => {
    const names = held.get(schema)?.[kind];
    return names !== undefined && namesTaken(name, names).length > 0;
  });
}

function namesTaken(
  pattern: string,
  names: Pick<ReadonlySet<string>, 'has'> & { keys(): Iterable<string> },
): readonly string[] {
  const literal = literalOf(pattern);
  if (literal === null) return [...names.keys()].filter(patternMatcher(pattern));
  return names.has(literal) ? [literal] : [];
}

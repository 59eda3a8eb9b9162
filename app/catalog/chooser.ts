import type { SchemaNames } from './names';
import { literalOf, matchesPattern } from '../contract/pattern';
import type { ExcludeRule, IncludeRule, Selection } from '../contract/options';

type Rule = IncludeRule | ExcludeRule;
type ObjectKind = Exclude<Rule['kind'], 'schema'>;
/** What a selection of a dump and one of a load have in common. */
type Rules = Pick<Selection, 'include' | 'exclude'>;

/** Says of every object whether a selection takes it. Pure: names go in, answers come out. */
export class Chooser {
  readonly #selection: Rules;

  constructor(selection: Rules) {
    this.#selection = selection;
  }

  /** Whether anything of the schema may be taken. */
  schema(name: string): boolean {
    const { include, exclude } = this.#selection;
    return include.some((rule) => inSchema(rule, name)) && !exclude.some((rule) => coversSchema(rule, name));
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
    const included = this.#selection.include.some((rule) => covers(rule, kind, schema, name));
    return included && !this.#leavesOut(kind, schema, name);
  }

  #leavesOut(kind: ObjectKind, schema: string, name: string): boolean {
    return this.#selection.exclude.some((rule) => covers(rule, kind, schema, name));
  }
}

/** The rules that match nothing of these schemas, a server's or a dump's. */
export function unmatched<R extends Rule>(
  rules: readonly R[],
  schemas: readonly SchemaNames[],
): readonly R[] {
  return rules.filter(
    (rule) => !schemas.some((schema) => inSchema(rule, schema.name) && matchesIn(rule, schema)),
  );
}

/** A rule as the user wrote it: `shop.tmp_%`. */
export function describeRule(rule: Rule): string {
  return rule.kind === 'schema' ? rule.schema : `${rule.schema}.${rule.name}`;
}

/** Whether a rule names one thing: if it is not there, it is misspelt. */
export function isExact(rule: Rule): boolean {
  return literalOf(rule.schema) !== null && (rule.kind === 'schema' || literalOf(rule.name) !== null);
}

function inSchema(rule: Rule, schema: string): boolean {
  return matchesPattern(rule.schema, schema);
}

function coversSchema(rule: Rule, schema: string): boolean {
  return rule.kind === 'schema' && inSchema(rule, schema);
}

function covers(rule: Rule, kind: ObjectKind, schema: string, name: string): boolean {
  if (rule.kind === 'schema') return inSchema(rule, schema);
  return rule.kind === kind && inSchema(rule, schema) && matchesPattern(rule.name, name);
}

function matchesIn(rule: Rule, schema: SchemaNames): boolean {
  if (rule.kind === 'schema') return true;
  const names = {
    table: [...schema.tables, ...schema.tableLikes],
    routine: schema.routines,
    event: schema.events,
    trigger: schema.triggers,
  }[rule.kind];
  return names.some((name) => matchesPattern(rule.name, name));
}

import type { IncludeRule } from '../../../app/contract/runs/options';
import { patternMatcher, splitPatterns } from '../../../app/contract/commands/pattern';

/** A rule of the dump screen: a whole schema, or tables and views, by pattern. */
export type NameRule = Extract<IncludeRule, { kind: 'schema' | 'table' }>;

/** The rules as typed. */
export interface RuleTexts {
  readonly take: string;
  readonly leave: string;
}

/** Compiled include and exclude rules, fast for many names. */
export interface Rules {
  readonly take: readonly NameRule[];
  /** Wins over what is ticked and over `take`. */
  readonly leave: readonly NameRule[];
  takesSchema(schema: string): boolean;
  takes(schema: string, name: string): boolean;
  leaves(schema: string, name: string): boolean;
}

/** Patterns with commas between them, each `SCHEMA` or `SCHEMA.TABLE`; null where one is neither. */
export function parseRules(text: string): readonly NameRule[] | null {
  const items = splitPatterns(text, ',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  const rules = items.map(parseRule);
  return rules.includes(null) ? null : rules.flatMap((rule) => rule ?? []);
}

function parseRule(item: string): NameRule | null {
  const [schema = '', ...rest] = splitPatterns(item, '.');
  const name = rest.join('.');
  if (schema === '' || schema.length > 192 || name.length > 192) return null;
  if (rest.length === 0) return { kind: 'schema', schema };
  return name === '' ? null : { kind: 'table', schema, name };
}

export function compileRules(take: readonly NameRule[], leave: readonly NameRule[]): Rules {
  const [taking, leaving] = [take.map(compile), leave.map(compile)];
  return {
    take,
    leave,
    takesSchema: (schema) => taking.some((rule) => rule.whole && rule.schema(schema)),
    takes: (schema, name) => taking.some((rule) => rule.schema(schema) && rule.name(name)),
    leaves: (schema, name) => leaving.some((rule) => rule.schema(schema) && rule.name(name)),
  };
}

function compile(rule: NameRule) {
  return {
    whole: rule.kind === 'schema',
    schema: patternMatcher(rule.schema),
    name: rule.kind === 'schema' ? () => true : patternMatcher(rule.name),
  };
}

/** Both lists as typed; null while something that is no rule is typed: then nothing may start. */
export function rulesOf({ take, leave }: RuleTexts): Rules | null {
  const [taken, left] = [parseRules(take), parseRules(leave)];
  return taken === null || left === null ? null : compileRules(taken, left);
}

export const NO_RULES: Rules = compileRules([], []);

import type { ExcludeRule, IncludeRule } from '../../contract/runs/options';
import { literalOf, patternMatcher } from '../../contract/commands/pattern';
import { PatternSet } from '../../contract/commands/pattern-set';

export type Rule = IncludeRule | ExcludeRule;
export type ObjectKind = Exclude<Rule['kind'], 'schema'>;

/** A set of rules that is fast for many rules and many names: a name without wildcards is looked up. Pure. */
export class RuleSet {
  readonly #schemas = new PatternSet();
  readonly #wholeSchemas = new PatternSet();
  readonly #objects: Readonly<Record<ObjectKind, ObjectRules>> = {
    table: new ObjectRules(),
    routine: new ObjectRules(),
    event: new ObjectRules(),
    trigger: new ObjectRules(),
  };

  constructor(rules: readonly Rule[]) {
    for (const rule of rules) {
      this.#schemas.add(rule.schema);
      if (rule.kind === 'schema') this.#wholeSchemas.add(rule.schema);
      else this.#objects[rule.kind].add(rule.schema, rule.name);
    }
  }

  /** Returns whether a rule is about the schema or anything in it. */
  isAbout(schema: string): boolean {
    return this.#schemas.has(schema);
  }

  /** Returns whether a rule covers the whole schema. */
  coversSchema(schema: string): boolean {
    return this.#wholeSchemas.has(schema);
  }

  covers(kind: ObjectKind, schema: string, name: string): boolean {
    return this.coversSchema(schema) || this.#objects[kind].has(schema, name);
  }
}

/** Rules about objects of one kind: patterns of names, by the pattern of their schema. */
class ObjectRules {
  readonly #ofSchema = new Map<string, PatternSet>();
  readonly #ofSchemas = new Map<
    string,
    { readonly isOf: (schema: string) => boolean; readonly names: PatternSet }
  >();

  add(schema: string, name: string): void {
    const literal = literalOf(schema);
    const names = literal === null ? this.#namesOfSchemas(schema) : this.#namesOf(literal);
    names.add(name);
  }

  has(schema: string, name: string): boolean {
    if (this.#ofSchema.get(schema)?.has(name) === true) return true;
    return [...this.#ofSchemas.values()].some(({ isOf, names }) => isOf(schema) && names.has(name));
  }

  #namesOf(schema: string): PatternSet {
    const names = this.#ofSchema.get(schema) ?? new PatternSet();
    this.#ofSchema.set(schema, names);
    return names;
  }

  #namesOfSchemas(pattern: string): PatternSet {
    const rules = this.#ofSchemas.get(pattern) ?? {
      isOf: patternMatcher(pattern),
      names: new PatternSet(),
    };
    this.#ofSchemas.set(pattern, rules);
    return rules.names;
  }
}

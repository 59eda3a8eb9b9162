import { literalOf, patternMatcher } from './pattern';

/** Patterns of names, asked about any number of names: what has no wildcards is looked up. Pure. */
export class PatternSet {
  readonly #literals = new Set<string>();
  readonly #matchers = new Map<string, (name: string) => boolean>();

  constructor(patterns: readonly string[] = []) {
    for (const pattern of patterns) this.add(pattern);
  }

  add(pattern: string): void {
    const literal = literalOf(pattern);
    if (literal !== null) this.#literals.add(literal);
    else if (!this.#matchers.has(pattern)) this.#matchers.set(pattern, patternMatcher(pattern));
  }

  /** Returns whether one of the patterns matches the name. */
  has(name: string): boolean {
    return this.#literals.has(name) || [...this.#matchers.values()].some((matches) => matches(name));
  }
}

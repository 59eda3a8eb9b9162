import type { Drop } from './statement';

/**
 * Follows what a script creates and drops. Most drops make room for what is created next: a load sees to that itself. Only those of
 * something that the script has created, and does not create again, change what is there at its end.
 */
export class FollowedDrops<Statement> {
  readonly #created = new Set<string>();
  #dropping: readonly { readonly statement: Statement; readonly left: Set<string> }[] = [];

  /** Returns the drops that this creation makes good. */
  create(kind: string, schema: string, name: string): readonly Statement[] {
    const key = keyOf(kind, schema, name);
    this.#created.add(key);
    for (const { left } of this.#dropping) left.delete(key);
    const done = this.#dropping.filter(({ left }) => left.size === 0);
    this.#dropping = this.#dropping.filter(({ left }) => left.size > 0);
    return done.map(({ statement }) => statement);
  }

  /** Keys of what a statement drops that the script has created before; none where it only makes room. */
  dropped({ what, objects }: Drop, current: string): readonly string[] {
    if (what === 'DATABASE')
      return [...this.#created].filter((key) =>
        objects.some(({ name }) => key.split('\n')[1] === name.toLowerCase()),
      );
    return objects
      .map(({ schema, name }) => keyOf(what === 'INDEX' ? 'TABLE' : what, schema ?? current, name))
      .filter((key) => this.#created.has(key));
  }

  /** Remembers a statement that is run unless all that it drops is created again. */
  run(statement: Statement, keys: readonly string[]): void {
    this.#dropping = [...this.#dropping, { statement, left: new Set(keys) }];
  }
}

/** Tables and views have one name each; a table may stand for a view until that is created. */
function keyOf(kind: string, schema: string, name: string): string {
  return [kind === 'VIEW' ? 'TABLE' : kind, schema, name].join('\n').toLowerCase();
}

import { parseGrantLine } from '../../catalog/privileges/grant-line';
import type { ControlSession } from '../../catalog/session/control-session';
import { NameFolding } from '../../catalog/server/name-folding';
import { targetSchemaOf } from '../../format/select';
import type { TargetContext } from '../context';
import { runInPrivate } from './private-statement';

/** A grant on a view, by the names that the server gives to schema and view. */
interface OnView {
  readonly statement: string;
  readonly key: string;
}

const NOWHERE = { kind: 'table', schema: null, name: null } as const;

/**
 * Grants of new accounts that wait for what they name. A server takes none on a routine that is not there. A view may need
 * those on another one before it is created: a server refuses a view over one whose definer may not read its tables (1356),
 * and a grant on columns of such a view. Each may be run again.
 */
export class LateGrants {
  /** Grants that wait for nothing. */
  readonly early: readonly string[];
  readonly #onRoutines: readonly string[];
  readonly #onViews: readonly OnView[];
  readonly #keyOf: (schema: string, view: string) => string;
  readonly #run = new Set<OnView>();

  private constructor(
    grants: { readonly early: readonly string[]; readonly onRoutines: readonly string[] },
    onViews: readonly OnView[],
    keyOf: (schema: string, view: string) => string,
  ) {
    this.early = grants.early;
    this.#onRoutines = grants.onRoutines;
    this.#onViews = onViews;
    this.#keyOf = keyOf;
  }

  /** Separates grants by what they name: routines, views of the dump, or anything else. */
  static of(
    { session, dump, options }: Pick<TargetContext, 'session' | 'dump' | 'options'>,
    statements: readonly string[],
  ): LateGrants {
    const folding = NameFolding.of(session.server);
    const keyOf = (schema: string, name: string) =>
      JSON.stringify([folding.of('schema', schema), folding.of('table', name)]);
    const views = new Set(
      dump.schemas.flatMap(({ name, views: own }) =>
        own.map((view) => keyOf(targetSchemaOf(options, name), view.name)),
      ),
    );
    const early: string[] = [];
    const onRoutines: string[] = [];
    const onViews: OnView[] = [];
    for (const statement of statements) {
      const line = parseGrantLine(statement);
      const { kind, schema, name } = line.kind === 'privileges' ? line.place : NOWHERE;
      const key = keyOf(schema ?? '', name ?? '');
      if (name !== null && kind === 'routine') onRoutines.push(statement);
      else if (name !== null && views.has(key)) onViews.push({ statement, key });
      else early.push(statement);
    }
    return new LateGrants({ early, onRoutines }, onViews, keyOf);
  }

  /** Returns whether a grant waits for this view. */
  waitFor(schema: string, view: string): boolean {
    const key = this.#keyOf(schema, view);
    return this.#onViews.some((grant) => grant.key === key);
  }

  /** Runs the grants on routines, all of which are there. */
  async runOnRoutines(session: ControlSession): Promise<void> {
    for (const statement of this.#onRoutines) await runInPrivate(session, statement);
  }

  /** Runs the grants on a view that was just created. */
  async runOnView(session: ControlSession, schema: string, view: string): Promise<void> {
    const key = this.#keyOf(schema, view);
    for (const grant of this.#onViews) if (grant.key === key) await this.#grant(session, grant);
  }

  /** Runs those on views that were there before, and stay. */
  async runRest(session: ControlSession): Promise<void> {
    for (const grant of this.#onViews) if (!this.#run.has(grant)) await this.#grant(session, grant);
  }

  async #grant(session: ControlSession, grant: OnView): Promise<void> {
    await runInPrivate(session, grant.statement);
    this.#run.add(grant);
  }
}

import { parseGrantLine } from '../../catalog/privileges/grant-line';
import type { ControlSession } from '../../catalog/session/control-session';
import { NameFolding } from '../../catalog/server/name-folding';
import { grantWhatFits, type RefusedGrant } from './private-statement';

/** A view that the run creates, by its names on the target. */
export interface ViewToCome {
  readonly schema: string;
  readonly name: string;
}

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
  readonly #keyOf: (view: ViewToCome) => string;
  /** Parts of grants that the server has refused so far, by the grant. */
  readonly #refused = new Map<string, readonly RefusedGrant[]>();

  private constructor(
    grants: { readonly early: readonly string[]; readonly onRoutines: readonly string[] },
    onViews: readonly OnView[],
    keyOf: (view: ViewToCome) => string,
  ) {
    this.early = grants.early;
    this.#onRoutines = grants.onRoutines;
    this.#onViews = onViews;
    this.#keyOf = keyOf;
  }

  /** Separates grants by what they name: routines, views that are still to come, or anything else. */
  static of(
    { server }: Pick<ControlSession, 'server'>,
    statements: readonly string[],
    toCome: readonly ViewToCome[],
  ): LateGrants {
    const folding = NameFolding.of(server);
    const keyOf = ({ schema, name }: ViewToCome) =>
      JSON.stringify([folding.of('schema', schema), folding.of('table', name)]);
    const views = new Set(toCome.map(keyOf));
    const early: string[] = [];
    const onRoutines: string[] = [];
    const onViews: OnView[] = [];
    for (const statement of statements) {
      const line = parseGrantLine(statement);
      const { kind, schema, name } = line.kind === 'privileges' ? line.place : NOWHERE;
      const key = keyOf({ schema: schema ?? '', name: name ?? '' });
      if (name !== null && kind === 'routine') onRoutines.push(statement);
      else if (name !== null && views.has(key)) onViews.push({ statement, key });
      else early.push(statement);
    }
    return new LateGrants({ early, onRoutines }, onViews, keyOf);
  }

  /** Returns whether a grant waits for this view. */
  waitFor(view: ViewToCome): boolean {
    const key = this.#keyOf(view);
    return this.#onViews.some((grant) => grant.key === key);
  }

  /** Runs one of the grants that wait for nothing. */
  async runEarly(session: ControlSession, statement: string): Promise<void> {
    await this.#grant(session, statement);
  }

  /** Runs the grants on routines, all of which are there. */
  async runOnRoutines(session: ControlSession): Promise<void> {
    for (const statement of this.#onRoutines) await this.#grant(session, statement);
  }

  /** Runs the grants on a view that was just created. */
  async runOnView(session: ControlSession, view: ViewToCome): Promise<void> {
    const key = this.#keyOf(view);
    for (const grant of this.#onViews) if (grant.key === key) await this.#grant(session, grant.statement);
  }

  /** Runs what was refused once more, when all objects are there; returns what the server still refuses. */
  async runRefused(session: ControlSession): Promise<readonly RefusedGrant[]> {
    for (const statement of [...this.#refused.keys()]) await this.#grant(session, statement);
    return [...this.#refused.values()].flat();
  }

  async #grant(session: ControlSession, statement: string): Promise<void> {
    const refused = await grantWhatFits(session, statement);
    if (refused.length === 0) this.#refused.delete(statement);
    else this.#refused.set(statement, refused);
  }
}

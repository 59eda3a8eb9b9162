import { parseGrantLine, type GrantPlace } from '../../catalog/privileges/grant-line';
import type { ControlSession } from '../../catalog/session/control-session';
import { runInPrivate } from './private-statement';

interface LateGrant {
  readonly statement: string;
  readonly place: GrantPlace;
}

/**
 * Grants of new accounts that wait for the routine or view that they name: a server takes none on an object that is not
 * there. A view may need them before the next one is created, as a server refuses a view over one whose definer may not
 * read its tables (1356). Each may be run again.
 */
export class LateGrants {
  readonly #onRoutines: readonly LateGrant[];
  readonly #onViews: readonly LateGrant[];
  readonly #run = new Set<LateGrant>();

  /** @param isThere tells of a table or view whether the server has it already */
  constructor(statements: readonly string[], isThere: (place: GrantPlace) => boolean) {
    const placed = statements.flatMap((statement): LateGrant[] => {
      const line = parseGrantLine(statement);
      return line.kind !== 'privileges' || line.place.name === null ? [] : [{ statement, place: line.place }];
    });
    // A routine of an earlier attempt is dropped, and its grants with it.
    this.#onRoutines = placed.filter(({ place }) => place.kind === 'routine');
    this.#onViews = placed.filter(({ place }) => place.kind !== 'routine' && !isThere(place));
  }

  /** Returns whether a grant is one of these. */
  has(statement: string): boolean {
    return [...this.#onRoutines, ...this.#onViews].some((grant) => grant.statement === statement);
  }

  /** Runs the grants on routines, all of which are there. */
  async runOnRoutines(session: ControlSession): Promise<void> {
    for (const grant of this.#onRoutines) await this.#grant(session, grant);
  }

  /** Returns whether a grant waits for this view. */
  waitFor(schema: string, view: string): boolean {
    return this.#onViews.some(({ place }) => place.schema === schema && place.name === view);
  }

  /** Runs the grants on a view that was just created. */
  async runOnView(session: ControlSession, schema: string, view: string): Promise<void> {
    for (const grant of this.#onViews)
      if (grant.place.schema === schema && grant.place.name === view) await this.#grant(session, grant);
  }

  /** Runs those that were not run yet: a server may fold a name that a grant has as it was written. */
  async runRest(session: ControlSession): Promise<void> {
    for (const grant of [...this.#onRoutines, ...this.#onViews])
      if (!this.#run.has(grant)) await this.#grant(session, grant);
  }

  async #grant(session: ControlSession, grant: LateGrant): Promise<void> {
    await runInPrivate(session, grant.statement);
    this.#run.add(grant);
  }
}

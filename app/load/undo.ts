import { connect } from '../catalog/connect';
import type { Endpoint } from '../catalog/endpoint';
import type { RunHooks } from '../engine/hooks';
import { failureOf } from '../engine/failures';

/**
 * What a load has made on its target, as the statements that take it away again. A load that fails leaves nothing
 * of its own behind; what it replaced on request (drop, truncate) can't come back.
 */
export class Undo {
  readonly #statements: string[] = [];

  /** Called right after the statement that made something has succeeded. */
  made(undoStatement: string): void {
    this.#statements.push(undoStatement);
  }

  /** Runs on a fresh connection, because the load's own may be what broke; says what it could not take away. */
  async run(endpoint: Endpoint, hooks: RunHooks): Promise<void> {
    if (this.#statements.length === 0) return;
    const session = await connect(endpoint).catch(() => null);
    if (session === null) {
      hooks.log(
        'error',
        `The target can’t be reached: ${this.#statements.length} objects of this load remain on it.`,
      );
      return;
    }
    await session.run('SET SESSION foreign_key_checks = 0');
    for (const statement of this.#statements.reverse()) {
      await session.run(statement).catch((error: unknown) => {
        hooks.log('error', `Could not take back: ${statement}: ${failureOf(error).message}`);
      });
    }
    hooks.log('info', 'What this load had made on the target was removed.');
    await session.close();
  }
}

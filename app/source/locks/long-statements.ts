import { has } from '../../catalog/server/dialect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { LongQueries } from '../../contract/runs/options';
import type { Cancellation } from '../../engine/cancellation';
import { sourceFailures, sourceText } from '../../text/source';
import { steadyNow } from '../../engine/steady-clock';
import { refusalOf } from '../../catalog/session/statement-failure';

export interface RunningStatement {
  readonly connection: string;
  readonly account: string;
  readonly seconds: string;
  readonly text: string;
}

/** Policy for statements that would delay a lock. */
export interface LongStatementRule {
  readonly policy: LongQueries;
  /** Seconds after which a statement counts as long. */
  readonly longSeconds: number;
  /** True where the lock is requested only after they have ended. */
  readonly endFirst: boolean;
  readonly warn: (text: string) => void;
}

export const LONG_SECONDS = 10;
const LOOK_EVERY_MS = 1000;

/**
 * Statements that use no table delay no lock. The server knows where it counts metadata locks, which MySQL 5.7 does only
 * where its instrument was switched on (its manual, "The metadata_locks Table").
 */
const USES_TABLES = `AND (NOT @@GLOBAL.performance_schema OR NOT EXISTS (
  SELECT 1 FROM performance_schema.setup_instruments WHERE NAME = 'wait/lock/metadata/sql/mdl' AND ENABLED = 'YES')
  OR EXISTS (SELECT 1 FROM performance_schema.metadata_locks l JOIN performance_schema.threads t ON t.THREAD_ID = l.OWNER_THREAD_ID
  WHERE t.PROCESSLIST_ID = ID AND l.OBJECT_TYPE = 'TABLE' AND l.LOCK_STATUS = 'GRANTED'))`;

/** Reads the statements that have run for at least this long; without PROCESS only the account's own. */
export async function readLongStatements(
  session: ControlSession,
  seconds: number,
  condition = '',
): Promise<readonly RunningStatement[]> {
  const rows = await session.rows(
    `SELECT ID AS id, CONCAT(USER, '@', HOST) AS account, TIME AS seconds, LEFT(INFO, 100) AS text
     FROM information_schema.PROCESSLIST
     WHERE COMMAND IN ('Query', 'Execute') AND TIME >= ? AND ID <> CONNECTION_ID() AND INFO IS NOT NULL ${condition}
     ORDER BY TIME DESC LIMIT 3`,
    [seconds],
  );
  return rows.map((row) => ({
    connection: row.id ?? '',
    account: row.account ?? '',
    seconds: row.seconds ?? '',
    text: row.text ?? '',
  }));
}

/** Checks for long statements before one lock; create one for each lock, so that each statement is reported once. */
export class LongStatementWatch {
  readonly #rule: LongStatementRule;
  readonly #named = new Set<string>();

  constructor(rule: LongStatementRule) {
    this.#rule = rule;
  }

  /**
   * Reports the long statements before a lock is requested, and fails with `lock-timeout` where that is the policy.
   * Where they must end first, waits for them; resolves to those still running at the deadline.
   */
  async pass(
    session: ControlSession,
    deadline: number,
    cancellation: Cancellation,
  ): Promise<readonly RunningStatement[]> {
    for (;;) {
      const found = await this.#read(session);
      if (found.length === 0) return [];
      if (this.#rule.policy === 'refuse')
        throw sourceFailures.lockNotRequested({ blockers: found }, { retryable: true });
      this.#name(found);
      if (!this.#rule.endFirst) return [];
      if (steadyNow() + LOOK_EVERY_MS >= deadline) return found;
      await cancellation.pause(LOOK_EVERY_MS);
    }
  }

  /**
   * Reads the statements that may delay the lock: all of them where their table use is unknown, none where nothing can
   * be read.
   */
  async #read(session: ControlSession): Promise<readonly RunningStatement[]> {
    const all = () => readLongStatements(session, this.#rule.longSeconds).catch(noneWhereRefused);
    if (session.server.vendor === 'mariadb' || !has(session.server, 'metadataLocks')) return await all();
    return await readLongStatements(session, this.#rule.longSeconds, USES_TABLES).catch(all);
  }

  #name(statements: readonly RunningStatement[]): void {
    for (const statement of statements) {
      if (this.#named.has(statement.connection)) continue;
      this.#named.add(statement.connection);
      this.#rule.warn(sourceText.longStatement(statement));
    }
  }
}

function noneWhereRefused(error: unknown): readonly RunningStatement[] {
  refusalOf(error);
  return [];
}

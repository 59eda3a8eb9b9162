import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/runs/options';
import { failureOf } from '../../engine/failures';
import type { RunHooks } from '../../engine/hooks';
import { settleAll } from '../../catalog/collections/settle';
import { allowKeyless } from '../tables/primary-keys';
import type { LoadJournal } from '../journal/journal';
import { leaveBinlog } from './replication';
import type { AdditionalSession, ReconnectingSession } from './reconnecting-session';
import { sessionText } from '../../text/target/session';

/** Largest number of DDL sessions beside the load's own session. */
export const MAX_DDL_SESSIONS = 15;
/** Largest number of sessions for each lane, and of all, by where the server is. */
const MOST_SESSIONS = {
  near: { perLane: 2, all: 8 },
  far: { perLane: 4, all: MAX_DDL_SESSIONS + 1 },
} as const;
/** Shortest answer, in ms, of a server to which each statement mostly waits for the line. */
const FAR_MS = 10;
/** Fewest tables for which another session is worth its sign-in. */
const MIN_TABLES = 8;

export interface DdlSessionNeeds {
  readonly session: ControlSession;
  readonly reconnecting: ReconnectingSession;
  readonly options: LoadOptions;
  readonly journal: LoadJournal;
  readonly hooks: RunHooks;
}

/**
 * Sessions that prepare a load's tables in parallel. Creating a table mostly waits for the disk: four sessions take a
 * third to a quarter of the time of one (measured on MySQL 9.7 and MariaDB 10.11), so there are up to twice as many
 * sessions as lanes. Far away it waits for the line, and there are more (300 tables, 40 ms away: 1.7 s by 8, 0.9 s by 16).
 * Each holds a user lock, by which a resumed load finds what it still does on the server.
 */
export class DdlSessionPool {
  readonly #sessions: readonly ControlSession[];
  readonly #beside: readonly AdditionalSession[];

  private constructor(own: ControlSession, beside: readonly AdditionalSession[]) {
    this.#sessions = [own, ...beside.map(({ session }) => session)];
    this.#beside = beside;
  }

  /** Opens a pool of the load's own session and additional ones, as many as the server accepts and `tables` justify. */
  static async open(needs: DdlSessionNeeds, tables: number): Promise<DdlSessionPool> {
    const { perLane, all } = MOST_SESSIONS[needs.session.shortestAnswerMs < FAR_MS ? 'near' : 'far'];
    const wanted = Math.min(perLane * needs.options.threads, all, Math.floor(tables / MIN_TABLES)) - 1;
    const opened = await Promise.all(
      Array.from({ length: Math.max(0, wanted) }, (_, index) => openAdditional(needs, index)),
    );
    return new DdlSessionPool(
      needs.session,
      opened.filter((beside) => beside !== null),
    );
  }

  /** Makes the schema the default schema of all sessions. */
  async use(schema: string): Promise<void> {
    await settleAll(this.#sessions.map((session) => session.use(schema)));
  }

  /**
   * Runs `work` for every item, in any order, and returns the results in the order of the items. After a failure it
   * starts nothing new, and rejects when everything that runs has ended: a rollback meets no latecomer.
   */
  async each<Item, Result>(
    items: readonly Item[],
    work: (session: ControlSession, item: Item) => Promise<Result>,
  ): Promise<readonly Result[]> {
    const results = new Map<number, Result>();
    const left = [...items.entries()].reverse();
    const takeTurns = async (session: ControlSession): Promise<void> => {
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const [at, item] = next;
        results.set(at, await work(session, item));
      }
    };
    const stopAll = (error: unknown): never => {
      left.length = 0;
      throw error;
    };
    await settleAll(this.#sessions.map((session) => takeTurns(session).catch(stopAll)));
    return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
  }

  /** Closes all but the load's own session. */
  async close(): Promise<void> {
    await Promise.all(this.#beside.map((beside) => beside.close()));
  }
}

/** Runs `work` with sessions for that many tables, and closes them afterwards. */
export async function withDdlSessions<T>(
  needs: DdlSessionNeeds,
  tables: number,
  work: (ddlSessions: DdlSessionPool) => Promise<T>,
): Promise<T> {
  const ddlSessions = await DdlSessionPool.open(needs, tables);
  try {
    return await work(ddlSessions);
  } finally {
    await ddlSessions.close();
  }
}

/** Returns the name of a DDL session's user lock. */
export function ddlSessionLock(loadName: string, index: number): string {
  return `${loadName}-maker-${index}`;
}

/** Opens an additional session; null where the server accepts no more connections, and fewer sessions do the work. */
async function openAdditional(
  { reconnecting, options, journal, hooks }: DdlSessionNeeds,
  index: number,
): Promise<AdditionalSession | null> {
  let beside: AdditionalSession | null = null;
  try {
    beside = await reconnecting.openAdditional();
    await leaveBinlog(beside.session, options);
    await allowKeyless(beside.session, options);
    await beside.session.rows('SELECT GET_LOCK(?, 0)', [ddlSessionLock(journal.header.loadName, index)]);
    return beside;
  } catch (error) {
    await beside?.close();
    hooks.log('debug', sessionText.noMoreSessions(failureOf(error).message));
    return null;
  }
}

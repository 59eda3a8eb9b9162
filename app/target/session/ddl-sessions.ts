import type { ControlSession } from '../../catalog/session/control-session';
import type { LoadOptions } from '../../contract/options';
import { failureOf } from '../../engine/failures';
import type { RunHooks } from '../../engine/hooks';
import { settleAll } from '../../catalog/collections/settle';
import type { LoadJournal } from '../journal/journal';
import { leaveBinlog } from './replication';
import type { AdditionalSession, ReconnectingSession } from './reconnecting-session';

/** Most sessions beside the load's own. */
export const MOST_DDL_SESSIONS = 7;
/** For fewer tables each a session is not worth its sign-in. */
const LEAST_TABLES = 8;

export interface DdlSessionNeeds {
  readonly session: ControlSession;
  readonly reconnecting: ReconnectingSession;
  readonly options: LoadOptions;
  readonly journal: LoadJournal;
  readonly hooks: RunHooks;
}

/**
 * The sessions that prepare a load's tables side by side. What making a table waits for is the disk: four sessions
 * take a third to a quarter of the time of one (measured on MySQL 9.7 and MariaDB 10.11), so there are up to twice as
 * many as lanes. Each holds a user lock, by which whoever resumes the load finds what it still does on the server.
 */
export class DdlSessionPool {
  readonly #sessions: readonly ControlSession[];
  readonly #beside: readonly AdditionalSession[];

  private constructor(own: ControlSession, beside: readonly AdditionalSession[]) {
    this.#sessions = [own, ...beside.map(({ session }) => session)];
    this.#beside = beside;
  }

  /** The load's own session, and others beside it as far as the server lets them in and `tables` are worth it. */
  static async open(needs: DdlSessionNeeds, tables: number): Promise<DdlSessionPool> {
    const wanted =
      Math.min(2 * needs.options.threads, MOST_DDL_SESSIONS + 1, Math.floor(tables / LEAST_TABLES)) - 1;
    const opened = await Promise.all(
      Array.from({ length: Math.max(0, wanted) }, (_, maker) => openBeside(needs, maker)),
    );
    return new DdlSessionPool(
      needs.session,
      opened.filter((beside) => beside !== null),
    );
  }

  /** Makes the schema the default one of all sessions. */
  async use(schema: string): Promise<void> {
    await settleAll(this.#sessions.map((session) => session.use(schema)));
  }

  /**
   * Does `work` for every item, in whatever order; the results are in that of the items. After a failure nothing new
   * begins, and it comes out when all that runs has ended: whoever takes back what was made meets no latecomer.
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

/** Does `work` with sessions for that many tables, and closes them however it ends. */
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

/** The user lock of a maker's session. */
export function ddlSessionLock(loadName: string, maker: number): string {
  return `${loadName}-maker-${maker}`;
}

/** Null where the server lets nobody more in: then fewer do the work. */
async function openBeside(
  { reconnecting, options, journal, hooks }: DdlSessionNeeds,
  maker: number,
): Promise<AdditionalSession | null> {
  let beside: AdditionalSession | null = null;
  try {
    beside = await reconnecting.openBeside();
    await leaveBinlog(beside.session, options);
    await beside.session.rows('SELECT GET_LOCK(?, 0)', [ddlSessionLock(journal.header.loadName, maker)]);
    return beside;
  } catch (error) {
    await beside?.close();
    hooks.log('debug', `No further session makes tables: ${failureOf(error).message}`);
    return null;
  }
}

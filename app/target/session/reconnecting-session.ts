import { loadingVariables } from '../../catalog/session/variables';
import type { StatementsPerCall } from '../../catalog/session/answers';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Endpoint } from '../../catalog/connect/endpoint';
import type { ControlSessions } from '../../catalog/session/sessions';
import { SluiceError } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import { failureOf } from '../../engine/failures';
import { Watchdog } from './watchdog';
import { sessionText } from '../../text/target/session';
import { steadyNow } from '../../engine/steady-clock';
import { refusalOf } from '../../catalog/session/statement-failure';

const MOST_RETRIES = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/** Connection settings of a session that reconnects. */
export interface Persistence {
  readonly endpoint: Endpoint;
  /** Time, in ms, for which a lost server is tried again. */
  readonly reconnectMs: number;
  /** Interval, in ms, at which a silent connection is checked. */
  readonly silenceMs: number;
  /** Sets what the run's options say of its sessions, after a load's own variables. */
  readonly choose?: (session: ControlSession) => Promise<void>;
}

/** A session that its opener closes. */
export interface AdditionalSession {
  readonly session: ControlSession;
  close(): Promise<void>;
}

/** Set-up of a new session; `before` is the connection that it replaces, which may live on in the server. */
type Prepare = (session: ControlSession, before: number | null) => Promise<void>;

/**
 * Control session of a load that is opened again after a lost connection. Work given to `withRetry` must be safe to
 * repeat: where the reply to a statement was lost, nobody knows whether it was executed.
 */
export class ReconnectingSession {
  readonly #sessions: ControlSessions;
  readonly #hooks: RunHooks;
  readonly #persistence: Persistence;
  #session: ControlSession | null = null;
  #watch: Watchdog | null = null;
  /** Connection id of the last session; the server may not know yet that it is lost. */
  #lastId: number | null = null;
  #openings = 0;
  /** Set-up that runs on every new session: the locks that it must hold. */
  #prepare: Prepare = () => Promise.resolve();

  constructor(sessions: ControlSessions, hooks: RunHooks, persistence: Persistence) {
    this.#sessions = sessions;
    this.#hooks = hooks;
    this.#persistence = persistence;
  }

  /**
   * Signs in, without retries: a server that can't be reached when a load begins is an error. `check` may refuse the
   * account before its session is set up.
   */
  async open(check: (session: ControlSession) => Promise<void> = accept): Promise<ControlSession> {
    const session = await this.#sessions.open();
    this.#watch?.stop();
    this.#watch = this.#watchOver(session);
    await check(session);
    await session.apply(loadingVariables(session.server));
    await this.#persistence.choose?.(session);
    await this.#prepare(session, this.#lastId);
    this.#lastId = session.server.connectionId;
    this.#session = session;
    this.#openings += 1;
    return session;
  }

  /** Number of its sessions so far: the server may have been started anew between two of them. */
  get openings(): number {
    return this.#openings;
  }

  /**
   * Opens an additional session for the same work, watched like the own one. It is not opened again when it is lost.
   */
  async openAdditional(perCall: StatementsPerCall = 'one'): Promise<AdditionalSession> {
    const session = await this.#sessions.open(perCall, loadingVariables);
    const watch = this.#watchOver(session);
    const close = async (): Promise<void> => {
      watch.stop();
      await session.close();
    };
    try {
      await this.#persistence.choose?.(session);
      return { session, close };
    } catch (error) {
      await close();
      throw error;
    }
  }

  /** Stops watching its session; closing it is up to the sessions that it came from. */
  release(): void {
    this.#watch?.stop();
  }

  #watchOver(session: ControlSession): Watchdog {
    const { endpoint, silenceMs } = this.#persistence;
    return new Watchdog(endpoint, session, silenceMs, (text) => this.#hooks.log('warning', text));
  }

  /** Runs `prepare` on the present session, and on each one that replaces it. */
  async hold(prepare: Prepare): Promise<void> {
    this.#prepare = prepare;
    if (this.#session !== null) await prepare(this.#session, null);
  }

  /** Runs `work`, and repeats it after a lost connection, a deadlock or a lock wait, a bounded number of times. */
  async withRetry<T>(work: (session: ControlSession) => Promise<T>): Promise<T> {
    for (let retry = 1; ; retry += 1) {
      const session = this.#session ?? (await this.#reopen());
      try {
        return await work(session);
      } catch (error) {
        const failure = failureOf(error);
        const lost = failure.code === 'connect-lost';
        if (!(lost || failure.retryable) || retry > MOST_RETRIES || this.#hooks.cancellation.cancelled)
          throw error;
        if (lost || !(await isSetUpAgain(session))) this.#session = null;
        this.#hooks.retried();
        this.#hooks.log(
          'warning',
          sessionText.retried({ retry, most: MOST_RETRIES, reason: failure.message }),
        );
        await pauseFor(Math.min(FIRST_PAUSE_MS * 2 ** (retry - 1), LONGEST_PAUSE_MS));
      }
    }
  }

  async #reopen(): Promise<ControlSession> {
    const deadline = steadyNow() + this.#persistence.reconnectMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.open();
      } catch (error) {
        if (!isAbsence(error) || steadyNow() > deadline || this.#hooks.cancellation.cancelled) throw error;
        await pauseFor(pause);
      }
    }
  }
}

/** Puts back what a statement has left that failed under the settings of its object; false for a session that can't be used. */
async function isSetUpAgain(session: ControlSession): Promise<boolean> {
  return await session.apply(loadingVariables(session.server)).then(
    () => true,
    () => false,
  );
}

function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Ends a session on the server, with its locks; the session may have ended already. */
export async function endSession(session: ControlSession, connectionId: number): Promise<void> {
  await session.run(`KILL ${connectionId}`).catch(refusalOf);
}

/**
 * Returns whether an error means that the server is away: while it restarts it accepts no connections, or drops new
 * ones.
 */
function isAbsence(error: unknown): boolean {
  if (!(error instanceof SluiceError)) return false;
  return error.failure.code === 'connect-refused' || error.failure.code === 'connect-lost';
}

/** Accepts a session whose account was checked before. */
function accept(): Promise<void> {
  return Promise.resolve();
}

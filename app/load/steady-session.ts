import { loadingVariables } from '../catalog/session-variables';
import type { ControlSession } from '../catalog/control-session';
import type { ControlSessions } from '../catalog/sessions';
import { SluiceError } from '../contract/failure';
import type { RunHooks } from '../engine/hooks';
import { failureOf } from '../engine/failures';

const MOST_RETRIES = 5;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;

/**
 * The control session of a load, opened again when it was lost. What is done through `steadily` must be such that it
 * can be done twice: where the answer to a statement was lost, nobody knows whether it was carried out.
 */
export class SteadySession {
  readonly #sessions: ControlSessions;
  readonly #hooks: RunHooks;
  readonly #reconnectMs: number;
  #session: ControlSession | null = null;
  /** Runs on every new session: what it must hold. */
  #prepare: (session: ControlSession) => Promise<void> = () => Promise.resolve();

  constructor(sessions: ControlSessions, hooks: RunHooks, reconnectMs: number) {
    this.#sessions = sessions;
    this.#hooks = hooks;
    this.#reconnectMs = reconnectMs;
  }

  /** Signs in, once: a server that can't be reached when a load begins is an error. */
  async open(): Promise<ControlSession> {
    const session = await this.#sessions.open();
    await session.apply(loadingVariables(session.server));
    await this.#prepare(session);
    this.#session = session;
    return session;
  }

  /** Does this with the session that is there, and with each one that takes its place. */
  async hold(prepare: (session: ControlSession) => Promise<void>): Promise<void> {
    this.#prepare = prepare;
    if (this.#session !== null) await prepare(this.#session);
  }

  /** Does `work`, and again after a lost connection, a deadlock or a lock wait, a bounded number of times. */
  async steadily<T>(work: (session: ControlSession) => Promise<T>): Promise<T> {
    for (let retry = 1; ; retry += 1) {
      const session = this.#session ?? (await this.#reopen());
      try {
        return await work(session);
      } catch (error) {
        const failure = failureOf(error);
        const lost = failure.code === 'connect-lost';
        if (!(lost || failure.retryable) || retry > MOST_RETRIES || this.#hooks.cancellation.cancelled)
          throw error;
        if (lost) this.#session = null;
        this.#hooks.log('warning', `Tried again (${retry} of ${MOST_RETRIES}): ${failure.message}`);
      }
    }
  }

  async #reopen(): Promise<ControlSession> {
    const deadline = Date.now() + this.#reconnectMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        return await this.open();
      } catch (error) {
        if (!isAbsence(error) || Date.now() > deadline || this.#hooks.cancellation.cancelled) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }
}

/** While a server restarts it lets nobody in, or loses who came in just before it ended. */
function isAbsence(error: unknown): boolean {
  if (!(error instanceof SluiceError)) return false;
  return error.failure.code === 'connect-refused' || error.failure.code === 'connect-lost';
}

import { connect } from '../../catalog/connect/connect';
import type { ControlSession, Row } from '../../catalog/session/control-session';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { lookFor, type Sighting } from '../../catalog/session/process-list';
import { failureOf } from '../../engine/failures';

/** One look may come between the server's answer and the moment at which the client has it. */
const LOOKS_IN_VAIN = 2;

/**
 * Ends what a network that swallows everything would keep a load's control session waiting for, for ever: the same for
 * it as native/engine/wire/session_watch.h for the lanes. While the session has nothing to do it says so to the server,
 * so that whoever resumes the load can tell one that is carried on from one that nobody is behind any more.
 */
export class Watchdog {
  readonly #endpoint: Endpoint;
  readonly #session: ControlSession;
  readonly #tell: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #looking = false;
  #before: number | null = null;
  #inVain = 0;

  /** Looks every `intervalMs`; `tell` hears of a connection that is given up. */
  constructor(endpoint: Endpoint, session: ControlSession, intervalMs: number, tell: (text: string) => void) {
    this.#endpoint = endpoint;
    this.#session = session;
    this.#tell = tell;
    this.#timer = setInterval(() => void this.#lookOnce(), intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #lookOnce(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    await this.#look();
    this.#looking = false;
  }

  async #look(): Promise<void> {
    const { wait } = this.#session;
    const isSilent = wait !== null && wait === this.#before;
    this.#before = wait;
    // Fails where the connection is gone: the next statement of the load's own will meet that.
    if (wait === null) void this.#session.run('DO 0').catch(() => undefined);
    if (!isSilent) this.#inVain = 0;
    else this.#judge(await this.#sight());
    if (this.#inVain < LOOKS_IN_VAIN || this.#session.wait !== wait) return;
    this.stop();
    this.#tell('The control connection has gone silent: it is given up.');
    this.#session.destroy();
  }

  /** A look that led to another server tells nothing. */
  #judge(sighting: Sighting): void {
    if (sighting.kind === 'elsewhere') return;
    const atWork = sighting.kind === 'there' && sighting.command !== 'Sleep';
    this.#inVain = atWork ? 0 : this.#inVain + 1;
  }

  /** A server that can't be reached is as one that has lost the session. */
  async #sight(): Promise<Sighting> {
    try {
      return await this.#lookFor();
    } catch (error) {
      // A server that refuses a sign-in, for want of connections say, is alive.
      return failureOf(error).errno === undefined
        ? { kind: 'gone' }
        : { kind: 'there', command: '', isIdle: false };
    }
  }

  async #lookFor(): Promise<Sighting> {
    const aside = await connect(this.#endpoint);
    try {
      return await lookFor(this.#session.identity, aside);
    } finally {
      aside.destroy();
    }
  }
}

/** What the server says of a connection: command, and seconds since it began; no row where there is none. */
export async function processOf(
  session: ControlSession,
  connectionId: string | number,
): Promise<readonly Row[]> {
  return await session.rows(
    'SELECT COMMAND AS command, TIME AS seconds FROM information_schema.PROCESSLIST WHERE ID = ?',
    [connectionId],
  );
}

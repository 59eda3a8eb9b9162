import { connect } from '../../catalog/connect/connect';
import type { ControlSession } from '../../catalog/session/control-session';
import type { Row } from '../../catalog/session/row';
import type { Endpoint } from '../../catalog/connect/endpoint';
import { lookFor, type Sighting } from '../../catalog/session/process-list';
import { failureOf } from '../../engine/failures';
import { sessionText } from '../../text/target/session';

/**
 * Failed probes after which a connection is lost; one probe may come between the server's reply and its arrival at the
 * client.
 */
const FAILED_PROBES = 2;

/**
 * Watchdog of a load's control session, as native/engine/wire/session_watch.h is for the lanes: ends a wait that a
 * network which drops every packet would make endless. While the session is idle, it keeps the connection active, so
 * that a resumed load can tell a run that continues from one whose client has died.
 */
export class Watchdog {
  readonly #endpoint: Endpoint;
  readonly #session: ControlSession;
  readonly #tell: (text: string) => void;
  readonly #timer: NodeJS.Timeout;
  #probing = false;
  #before: number | null = null;
  #failedProbes = 0;

  /** Probes every `intervalMs`; `tell` receives each connection that is given up. */
  constructor(endpoint: Endpoint, session: ControlSession, intervalMs: number, tell: (text: string) => void) {
    this.#endpoint = endpoint;
    this.#session = session;
    this.#tell = tell;
    this.#timer = setInterval(() => void this.#probeOnce(), intervalMs);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #probeOnce(): Promise<void> {
    if (this.#probing) return;
    this.#probing = true;
    await this.#probe();
    this.#probing = false;
  }

  async #probe(): Promise<void> {
    const { wait } = this.#session;
    const isSilent = wait !== null && wait === this.#before;
    this.#before = wait;
    // Fails where the connection is lost, which the load's next statement will report.
    if (wait === null) void this.#session.run('DO 0').catch(() => undefined);
    if (!isSilent) this.#failedProbes = 0;
    else this.#judge(await this.#observe());
    if (this.#failedProbes < FAILED_PROBES || this.#session.wait !== wait) return;
    this.stop();
    this.#tell(sessionText.silent);
    this.#session.destroy();
  }

  /** Judges one probe; a probe that reached another server proves nothing. */
  #judge(sighting: Sighting): void {
    if (sighting.kind === 'elsewhere') return;
    const atWork = sighting.kind === 'there' && sighting.command !== 'Sleep';
    this.#failedProbes = atWork ? 0 : this.#failedProbes + 1;
  }

  /** Probes the session from outside; an unreachable server counts as one that has lost the session. */
  async #observe(): Promise<Sighting> {
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

/** Reads a connection's row in the process list: command, and seconds since it began; no row where it has ended. */
export async function processOf(
  session: ControlSession,
  connectionId: string | number,
): Promise<readonly Row[]> {
  return await session.rows(
    'SELECT COMMAND AS command, TIME AS seconds FROM information_schema.PROCESSLIST WHERE ID = ?',
    [connectionId],
  );
}

import type { Cancellation } from '../../engine/cancellation';
import { connect } from '../connect/connect';
import type { StatementsPerCall } from './answers';
import { isFull } from '../connect/connect-failure';
import type { ControlSession, SessionRules } from './control-session';
import type { Endpoint } from '../connect/endpoint';
import { SluiceError } from '../../contract/failure';
import { sessionFailures, sessionText } from '../../text/catalog/session';
import { killOver, MOST_KILLERS } from './kill-statement';
import { lookFor } from './process-list';
import { lastingServerOf } from '../server/server-id';
import { settleAll } from '../collections/settle';
import { steadyNow } from '../../engine/steady-clock';

/** Time within which a cancel must reach the server; then it cuts the connections. */
const KILLED_WITHIN_MS = 3000;
/** Time within which a killed statement must end: an ALTER rolls back first, a silent network never answers. */
const ENDED_WITHIN_MS = 30_000;
/** Interval, in ms, between checks; an answer on its way arrives within a second. */
const LOOK_EVERY_MS = 200;
const IDLE_LOOKS = 5;
/** A balancer that takes turns among two or three servers leads one of these to another server. */
const SESSIONS_COMPARED = 2;

/**
 * Control sessions of one run. All are closed together at its end, and a cancel kills their running statements on the
 * server, because a lock that is waited for would otherwise be taken after its client is gone.
 */
export class ControlSessions {
  readonly #endpoint: Endpoint;
  readonly #cancellation: Cancellation;
  readonly #open: ControlSession[] = [];
  readonly #killed: Killed[] = [];
  readonly #stopListening: () => void;
  readonly #endedWithinMs: number;
  /** Identity of the server that the first session reached. */
  #server: string | null = null;
  /** The first session that can be told from others: further ones are set up as it is by then. */
  #first: ControlSession | null = null;
  #refusals = 0;

  constructor(endpoint: Endpoint, cancellation: Cancellation, endedWithinMs = ENDED_WITHIN_MS) {
    this.#endpoint = endpoint;
    this.#endedWithinMs = endedWithinMs;
    this.#cancellation = cancellation;
    this.#stopListening = cancellation.onCancel(() => void this.#killStatements());
  }

  /** Fails with `unsupported-server` where the address leads to another server than before. */
  async open(perCall: StatementsPerCall = 'one', rules?: SessionRules): Promise<ControlSession> {
    this.#cancellation.throwIfCancelled();
    const session = await connect(this.#endpoint, perCall, this.#first?.known ?? null, rules);
    if (session.known !== null) this.#first ??= session;
    this.#assertSameServer(session);
    this.#open.push(session);
    this.#cancellation.throwIfCancelled();
    return session;
  }

  #assertSameServer(session: ControlSession): void {
    assertOnServer(this.#server, session);
    this.#server ??= lastingServerOf(session);
  }

  /**
   * Finds out before anything is changed whether the address leads to several servers in turn: opens more sessions, and
   * closes them. Behind a socket file there is one.
   */
  async assertOneServer(): Promise<void> {
    if (this.#endpoint.address.kind === 'socket') return;
    const opened: ControlSession[] = [];
    const open = async () => void opened.push(await this.open());
    await settleAll(Array.from({ length: SESSIONS_COMPARED }, open));
    await Promise.all(opened.map((session) => this.release(session)));
  }

  /** Opens a session; null where the server has no room for another of this account. */
  async openIfRoom(perCall: StatementsPerCall = 'one'): Promise<ControlSession | null> {
    try {
      return await this.open(perCall);
    } catch (error) {
      if (!(error instanceof SluiceError) || !isFull(error.failure.errno)) throw error;
      this.#refusals += 1;
      return null;
    }
  }

  /** Number of sessions for which the server had no room. */
  get refusals(): number {
    return this.#refusals;
  }

  /** Closes one of the sessions before the run's end. */
  async release(session: ControlSession): Promise<void> {
    this.#open.splice(this.#open.indexOf(session), 1);
    await session.close();
  }

  /** Fails with `connect-lost` where a session has ended unnoticed: its locks were released with it. */
  async assertAlive(): Promise<void> {
    const alive = (session: ControlSession) =>
      session.run('DO 0').catch((error: unknown) => {
        const message = sessionText.lockSessionLost;
        throw error instanceof SluiceError
          ? SluiceError.from({ ...error.failure, code: 'connect-lost', message })
          : error;
      });
    await settleAll(this.#open.map(alive));
  }

  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#open.splice(0).map((session) => session.close()));
  }

  async #killStatements(): Promise<void> {
    let killer = await soon(connect(this.#endpoint));
    for (const session of this.#open) killer = await this.#kill(session, killer);
    if (killer === null) return;
    await cutSilent(killer, this.#killed, this.#endedWithinMs);
    await killer.close();
  }

  /**
   * Kills a session's statement; returns the session to kill the next one with. Behind a balancer several may be
   * needed.
   */
  async #kill(session: ControlSession, first: ControlSession | null): Promise<ControlSession | null> {
    let killer = first;
    for (let killers = 1; killer !== null && session.wait !== null; killers += 1) {
      if (await kills(killer, session)) {
        this.#killed.push({ session, wait: session.wait });
        return killer;
      }
      if (killers === MOST_KILLERS) break;
      killer.destroy();
      killer = await soon(connect(this.#endpoint));
    }
    if (killer === null || session.wait !== null) session.destroy();
    return killer;
  }
}

/** Returns false where the killer reaches another server, or was lost. */
async function kills(killer: ControlSession, session: ControlSession): Promise<boolean> {
  return await killOver(killer, session).catch(() => false);
}

/** A session whose statement was killed during this wait. */
interface Killed {
  readonly session: ControlSession;
  readonly wait: number | null;
}

/**
 * Cuts the connections of killed statements whose end does not arrive: soon where the server has ended the statement,
 * or never had it, but the client got no answer; after `withinMs` in any case.
 */
async function cutSilent(killer: ControlSession, killed: readonly Killed[], withinMs: number): Promise<void> {
  const deadline = steadyNow() + withinMs;
  const isWaiting = ({ session, wait }: Killed) => wait !== null && session.wait === wait;
  const idleLooks = new Map<ControlSession, number>();
  for (let waiting = killed.filter(isWaiting); waiting.length > 0; waiting = waiting.filter(isWaiting)) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    for (const { session } of waiting.filter(isWaiting)) {
      const looks = (await isIdle(session, killer)) ? (idleLooks.get(session) ?? 0) + 1 : 0;
      idleLooks.set(session, looks);
      if (looks >= IDLE_LOOKS || steadyNow() > deadline) session.destroy();
    }
  }
}

/** Returns whether the server runs nothing for the session; false where that is unknown. */
async function isIdle({ identity }: ControlSession, killer: ControlSession): Promise<boolean> {
  const sighting = await lookFor(identity, killer).catch(() => null);
  return sighting?.kind === 'gone' || (sighting?.kind === 'there' && sighting.isIdle);
}

/** Resolves to null where the server does not accept the connection soon. */
async function soon(session: Promise<ControlSession>): Promise<ControlSession | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), KILLED_WITHIN_MS);
  });
  const opened = session.catch(() => null);
  const first = await Promise.race([opened, tooLate]);
  clearTimeout(timer);
  if (first === null) void opened.then((late) => late?.destroy());
  return first;
}

/** Ends a session, and fails with `unsupported-server`, where it reached another server than `first`; null: unknown. */
export function assertOnServer(first: string | null, session: ControlSession): void {
  const other = lastingServerOf(session);
  if (first === null || other === null || first === other) return;
  session.destroy();
  throw sessionFailures.severalServers({ first: placeOf(first), other: placeOf(other) });
}

/** Host and port in a server's identity, which a data folder follows. */
function placeOf(server: string): string {
  return server.split('|').slice(-3, -1).join(':');
}

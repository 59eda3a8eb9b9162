import type { Cancellation } from '../engine/cancellation';
import { connect, type StatementsPerCall } from './connect';
import type { ControlSession } from './control-session';
import type { Endpoint } from './endpoint';
import { SluiceError } from '../contract/failure';

/**
 * The control sessions of one run. All are closed together at its end, and a cancel ends whatever they wait for:
 * the statement is killed on the server, because a lock that is waited for would else be taken after its client
 * has gone.
 */
export class ControlSessions {
  readonly #endpoint: Endpoint;
  readonly #cancellation: Cancellation;
  readonly #open: ControlSession[] = [];
  readonly #stopListening: () => void;

  constructor(endpoint: Endpoint, cancellation: Cancellation) {
    this.#endpoint = endpoint;
    this.#cancellation = cancellation;
    this.#stopListening = cancellation.onCancel(() => void this.#killStatements());
  }

  async open(perCall: StatementsPerCall = 'one'): Promise<ControlSession> {
    this.#cancellation.throwIfCancelled();
    const session = await connect(this.#endpoint, perCall);
    this.#open.push(session);
    this.#cancellation.throwIfCancelled();
    return session;
  }

  /** Fails with `connect-lost` where one has ended unseen: the locks that it held were gone with it. */
  async assertAlive(): Promise<void> {
    for (const session of this.#open) {
      await session.run('DO 0').catch((error: unknown) => {
        const message =
          'A control connection was lost: until when its locks held other users back is not known.';
        throw error instanceof SluiceError
          ? SluiceError.from({ ...error.failure, code: 'connect-lost', message })
          : error;
      });
    }
  }

  async close(): Promise<void> {
    this.#stopListening();
    await Promise.all(this.#open.splice(0).map((session) => session.close()));
  }

  async #killStatements(): Promise<void> {
    const killer = await connect(this.#endpoint).catch(() => null);
    for (const session of this.#open) {
      if (killer === null) session.destroy();
      else await killer.run(`KILL QUERY ${session.server.connectionId}`).catch(ignoreUnknownThread);
    }
    await killer?.close();
  }
}

/** The session may have ended meanwhile: then there is nothing to kill. */
function ignoreUnknownThread(error: unknown): void {
  if (!(error instanceof SluiceError)) throw error;
}

import { createConnection } from 'net';
import { failureOf } from '../../engine/failures';
import { openTunnel, type Tunnel, type TunnelOptions } from './tunnel';
import { steadyNow } from '../../engine/steady-clock';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Time in which an ssh that no longer listens must end. */
const ENDING_MS = 5000;

/** Reconnection of a tunnel, and callbacks for it. */
export interface TunnelHooks {
  /** As {@link TunnelOptions.onCancel}, for the first opening. */
  readonly onCancel?: TunnelOptions['onCancel'];
  /** Time, in ms, for which a broken tunnel is reopened; tried at least once. Absent for just once. */
  readonly patienceMs?: number;
  /** ssh has ended with these words, and is started again. */
  readonly onBroken?: (words: string) => void;
  readonly onReopened?: () => void;
  /** The tunnel could not be reopened. */
  readonly onGivenUp?: (words: string) => void;
}

/**
 * A tunnel that is reopened at the same port when it breaks: its connections are lost, but new sign-ins reach the
 * server at the same address.
 */
export class ReconnectingTunnel {
  readonly #options: TunnelOptions;
  readonly #hooks: TunnelHooks;
  readonly #running: Promise<void>;
  #tunnel: Tunnel;
  #lastBreak: string | null = null;
  #isClosing = false;
  /** Ends the wait of a reopening. */
  #endWait: () => void = () => undefined;

  private constructor(options: TunnelOptions, hooks: TunnelHooks, tunnel: Tunnel) {
    this.#options = options;
    this.#hooks = hooks;
    this.#tunnel = tunnel;
    this.#running = this.#keepOpen();
  }

  /** Opens the tunnel. Fails with `ssh-failed`: an SSH host that can't be reached at first is an error. */
  static async open(options: TunnelOptions, hooks: TunnelHooks): Promise<ReconnectingTunnel> {
    const { onCancel } = hooks;
    return new ReconnectingTunnel(
      options,
      hooks,
      await openTunnel({ ...options, ...(onCancel && { onCancel }) }),
    );
  }

  get port(): number {
    return this.#tunnel.port;
  }

  /**
   * Resolves to ssh's message of the last break; null where there was none. After a lost connection, waits for ssh to
   * end, because the system closes its sockets first.
   */
  async trouble(): Promise<string | null> {
    if (this.#lastBreak === null && !(await listens(this.port))) await within(ENDING_MS, this.#tunnel.ended);
    return this.#lastBreak ?? this.#tunnel.trouble();
  }

  /** Ends ssh and resolves when it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#endWait();
    await this.#tunnel.close();
    await this.#running;
  }

  async #keepOpen(): Promise<void> {
    for (let isOpen = true; isOpen;) {
      await this.#tunnel.ended;
      const words = this.#tunnel.trouble();
      if (words === null || this.#isClosing) return;
      this.#lastBreak = words;
      this.#hooks.onBroken?.(words);
      isOpen = await this.#reopen();
    }
  }

  async #reopen(): Promise<boolean> {
    const deadline = steadyNow() + (this.#hooks.patienceMs ?? 0);
    for (let pause = FIRST_PAUSE_MS; !this.#isClosing; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#tunnel = await openTunnel(
          { ...this.#options, onCancel: (abort) => this.#onEndWait(abort) },
          this.port,
        );
        this.#hooks.onReopened?.();
        // A `close` during the reopening has closed only the previous tunnel.
        if (this.#wasClosed()) await this.#tunnel.close();
        return true;
      } catch (error) {
        if (this.#wasClosed()) return false;
        if (steadyNow() > deadline) {
          this.#hooks.onGivenUp?.(failureOf(error).message);
          return false;
        }
        await this.#pauseFor(pause);
      }
    }
    return false;
  }

  /** Returns whether the tunnel was closed during a wait. (A direct read would be narrowed by the compiler.) */
  #wasClosed(): boolean {
    return this.#isClosing;
  }

  #pauseFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onEndWait(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #onEndWait(endWait: () => void): () => void {
    this.#endWait = endWait;
    return () => {
      this.#endWait = () => undefined;
    };
  }
}

/** Returns whether a process accepts connections at this port of 127.0.0.1. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const tell = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => tell(true)).once('error', () => tell(false));
  });
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, late]);
  if (timer !== undefined) clearTimeout(timer);
}

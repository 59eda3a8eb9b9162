import { createConnection } from 'net';
import { failureOf } from '../../engine/failures';
import { openTunnel, type Tunnel, type TunnelWish } from './tunnel';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** How long an ssh that listens no more may take to end. */
const ENDING_MS = 5000;

/** How a tunnel is held on to, and who hears of it. */
export interface TunnelCare {
  /** As {@link TunnelWish.onCancel}, for the first opening. */
  readonly onCancel?: TunnelWish['onCancel'];
  /** For how long, in ms, a tunnel that broke is tried again; once at least. Absent for just once. */
  readonly patienceMs?: number;
  /** ssh has ended with these words, and is started again. */
  readonly onBroken?: (words: string) => void;
  readonly onReopened?: () => void;
  /** It could not be opened again. */
  readonly onGivenUp?: (words: string) => void;
}

/**
 * A tunnel that is opened again at the same port when it breaks: what went through it is lost, but who signs in again
 * finds the server where it was.
 */
export class ReconnectingTunnel {
  readonly #wish: TunnelWish;
  readonly #care: TunnelCare;
  readonly #kept: Promise<void>;
  #tunnel: Tunnel;
  #broke: string | null = null;
  #isClosing = false;
  /** Ends what a reopening waits for. */
  #hurry: () => void = () => undefined;

  private constructor(wish: TunnelWish, care: TunnelCare, tunnel: Tunnel) {
    this.#wish = wish;
    this.#care = care;
    this.#tunnel = tunnel;
    this.#kept = this.#keep();
  }

  /** Fails with `ssh-failed`: an SSH host that can't be reached at first is an error. */
  static async open(wish: TunnelWish, care: TunnelCare): Promise<ReconnectingTunnel> {
    const { onCancel } = care;
    return new ReconnectingTunnel(wish, care, await openTunnel({ ...wish, ...(onCancel && { onCancel }) }));
  }

  get port(): number {
    return this.#tunnel.port;
  }

  /**
   * What ssh said when it broke last; null where it never did. Who has lost a connection may ask before ssh, whose
   * sockets the system closes first, has ended.
   */
  async trouble(): Promise<string | null> {
    if (this.#broke === null && !(await listens(this.port))) await within(ENDING_MS, this.#tunnel.ended);
    return this.#broke ?? this.#tunnel.trouble();
  }

  /** Ends ssh and resolves when it has ended. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#hurry();
    await this.#tunnel.close();
    await this.#kept;
  }

  async #keep(): Promise<void> {
    for (let isOpen = true; isOpen;) {
      await this.#tunnel.ended;
      const words = this.#tunnel.trouble();
      if (words === null || this.#isClosing) return;
      this.#broke = words;
      this.#care.onBroken?.(words);
      isOpen = await this.#reopen();
    }
  }

  async #reopen(): Promise<boolean> {
    const deadline = Date.now() + (this.#care.patienceMs ?? 0);
    for (let pause = FIRST_PAUSE_MS; !this.#isClosing; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        this.#tunnel = await openTunnel(
          { ...this.#wish, onCancel: (rollbackTarget) => this.#onHurry(rollbackTarget) },
          this.port,
        );
        this.#care.onReopened?.();
        // Whoever closes it meanwhile has closed the one before.
        if (this.#wasClosed()) await this.#tunnel.close();
        return true;
      } catch (error) {
        if (this.#wasClosed()) return false;
        if (Date.now() > deadline) {
          this.#care.onGivenUp?.(failureOf(error).message);
          return false;
        }
        await this.#pauseFor(pause);
      }
    }
    return false;
  }

  /** Asked for after a wait: the compiler would else know better. */
  #wasClosed(): boolean {
    return this.#isClosing;
  }

  #pauseFor(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#onHurry(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #onHurry(hurry: () => void): () => void {
    this.#hurry = hurry;
    return () => {
      this.#hurry = () => undefined;
    };
  }
}

/** Whether somebody takes connections at this port of 127.0.0.1. */
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

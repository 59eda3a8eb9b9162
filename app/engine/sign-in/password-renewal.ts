import { expiryOf } from './token-expiry';

/** Part of a token's life after which it is replaced; the rest is for sign-ins that are under way. */
const USED_FOR = 2 / 3;
/** Interval, in ms, after which a command that has failed is run again while the old token still lives. */
const AGAIN_MS = 15_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

type Listener = (password: string) => void;

/**
 * Password that a command prints. A token is replaced before it expires: at the next sign-in, and by a timer as long as
 * anybody watches, such as a job whose lanes sign in late. A password that says nothing of its end is read again only
 * where the server begins to refuse it.
 */
export class PasswordRenewal {
  readonly #read: () => Promise<string>;
  readonly #listeners = new Set<Listener>();
  #latest = '';
  #renewAt = Infinity;
  #expiresAt = Infinity;
  #hasWorked = false;
  #reading: Promise<void> | null = null;
  #timer: NodeJS.Timeout | undefined;

  private constructor(read: () => Promise<string>) {
    this.#read = read;
  }

  /** Reads the first password. Fails as `read` does. */
  static async begin(read: () => Promise<string>): Promise<PasswordRenewal> {
    const renewal = new PasswordRenewal(read);
    await renewal.#renew();
    return renewal;
  }

  get latest(): string {
    return this.#latest;
  }

  /** Returns a password that has not expired; fails as the command does where there is none. */
  async current(): Promise<string> {
    if (Date.now() >= this.#renewAt) {
      try {
        await this.#renew();
      } catch (error) {
        if (Date.now() >= this.#expiresAt) throw error;
      }
    }
    return this.#latest;
  }

  /** Notes that a server has taken the latest password. */
  worked(): void {
    this.#hasWorked = true;
  }

  /** Reads anew a password that a server took before and refuses now; returns whether it is another one. */
  async isReplaced(refused: string): Promise<boolean> {
    if (!this.#hasWorked) return false;
    if (this.#latest === refused) await this.#renew().catch(() => undefined);
    return this.#latest !== refused;
  }

  /** Keeps the password fresh until the returned function is called; `listener` is given each new one. */
  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#setTimer(this.#renewAt);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) clearTimeout(this.#timer);
    };
  }

  /** Runs the command once, however many wait for it. */
  async #renew(): Promise<void> {
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = null;
    });
    await this.#reading;
  }

  async #readOnce(): Promise<void> {
    const now = Date.now();
    const password = await this.#read();
    const isNew = password !== this.#latest;
    this.#latest = password;
    this.#expiresAt = expiryOf(password, now) ?? Infinity;
    this.#renewAt = now + (this.#expiresAt - now) * USED_FOR;
    if (isNew) this.#hasWorked = false;
    if (isNew) for (const listener of this.#listeners) listener(password);
    this.#setTimer(this.#renewAt);
  }

  #setTimer(at: number): void {
    clearTimeout(this.#timer);
    if (this.#listeners.size === 0 || at === Infinity) return;
    const delay = Math.min(Math.max(at - Date.now(), 0), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => void this.#renewInTime(), delay);
    this.#timer.unref();
  }

  async #renewInTime(): Promise<void> {
    const before = this.#renewAt;
    if (Date.now() >= before) await this.#renew().catch(() => undefined);
    // A command that fails, or prints an old token once more, is tried again.
    const isFresh = this.#renewAt > Date.now();
    this.#setTimer(isFresh ? this.#renewAt : Date.now() + AGAIN_MS);
  }
}

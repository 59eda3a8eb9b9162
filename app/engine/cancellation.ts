import { engineFailures } from '../text/engine/jobs';

/**
 * A request to stop, passed down to everything that runs for it. (`AbortController` is missing on the old runtime.) A
 * listener is called at most once, and immediately when the request was already made.
 */
export class Cancellation {
  #cancelled = false;
  readonly #listeners = new Set<() => void>();

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    if (this.#cancelled) return;
    this.#cancelled = true;
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener();
  }

  /** Returns the function that takes the listener away again. */
  onCancel(listener: () => void): () => void {
    if (this.#cancelled) {
      listener();
      return () => undefined;
    }
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Resolves after so many milliseconds; rejects as cancelled as soon as that is wished. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(wake, ms);
      const stopListening = this.onCancel(wake);
      function wake(): void {
        clearTimeout(timer);
        stopListening();
        resolve();
      }
    });
    this.throwIfCancelled();
  }

  throwIfCancelled(): void {
    if (this.#cancelled) throw engineFailures.cancelled();
  }
}

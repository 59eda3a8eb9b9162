import { Cancellation } from '../engine/cancellation';

/** What a form has asked servers for and still waits to hear. */
export class Inquiries {
  readonly #pending = new Set<Cancellation>();

  /** Does `work` beside the others; what it throws when it is cancelled is `cancelled`. */
  async run<T>(work: (cancellation: Cancellation) => Promise<T>): Promise<T> {
    const cancellation = new Cancellation();
    this.#pending.add(cancellation);
    try {
      return await work(cancellation);
    } finally {
      this.#pending.delete(cancellation);
      cancellation.throwIfCancelled();
    }
  }

  /** Nobody waits any more. */
  cancel(): void {
    for (const cancellation of this.#pending) cancellation.cancel();
  }
}

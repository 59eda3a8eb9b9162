import { Cancellation } from '../engine/cancellation';

/** Pending questions of a form to servers. */
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

  /** Cancels all pending questions. */
  cancel(): void {
    for (const cancellation of this.#pending) cancellation.cancel();
  }
}

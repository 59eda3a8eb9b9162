import { Cancellation } from '../engine/cancellation';

/** The plan that is being worked out for the window, if any: it shows one of a kind at a time. */
export class Planning {
  #current: Cancellation | null = null;

  /** Does `work` in place of what is being planned; what it throws when it is cancelled is `cancelled`. */
  async run<T>(work: (cancellation: Cancellation) => Promise<T>): Promise<T> {
    this.cancel();
    const cancellation = new Cancellation();
    this.#current = cancellation;
    try {
      return await work(cancellation);
    } finally {
      // A plan collects what goes wrong: a cancelled one may look like an answer.
      cancellation.throwIfCancelled();
    }
  }

  cancel(): void {
    this.#current?.cancel();
  }
}

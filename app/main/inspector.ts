import { cpus } from 'os';
import { MOST_CELLS, MOST_POINTS } from '../contract/pages/page-picture';
import type { Addon } from '../engine/addon';
import { Cancellation } from '../engine/cancellation';
import type { FileReader } from '../inspect/file/file';

/** More than a disk has use for. */
const MOST_THREADS = 8;

/** The running inspections. One thread of the app calls it. */
export class Inspector {
  readonly #engine: Addon;
  readonly #running = new Map<Cancellation, Promise<unknown>>();

  constructor(engine: Addon) {
    this.#engine = engine;
  }

  /** Does `work` with a reader that {@link cancelAll} stops; what it throws then is `cancelled`. */
  async run<T>(work: (reader: FileReader) => Promise<T>): Promise<T> {
    const cancellation = new Cancellation();
    const reader = {
      engine: this.#engine,
      threads: Math.min(cpus().length, MOST_THREADS),
      cancellation,
      wishes: { maxCells: MOST_CELLS, maxPoints: MOST_POINTS },
    };
    const working = work(reader).catch((error: unknown) => {
      cancellation.throwIfCancelled();
      throw error;
    });
    this.#running.set(cancellation, working);
    try {
      return await working;
    } finally {
      this.#running.delete(cancellation);
    }
  }

  /** Stops all and resolves when no thread of the engine is left of them. */
  async cancelAll(): Promise<void> {
    const running = [...this.#running];
    for (const [cancellation] of running) cancellation.cancel();
    await Promise.all(running.map(([, working]) => working.catch(() => undefined)));
  }
}

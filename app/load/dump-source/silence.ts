import { promises as fs } from 'fs';
import { join } from 'path';
import { steadyNow } from '../../engine/steady-clock';
import { STAGING_SUFFIX } from '../../format/names';
import { loadText } from '../../text/load/load';

/** Time, in ms, after which a folder that nothing was written into is named: no process is known that could have ended. */
const SILENCE_MS = 60_000;

/** Says once, until something changes again, that nothing is written into a folder. */
export class Silence {
  readonly #folder: string;
  readonly #log: (text: string) => void;
  readonly #silenceMs: number;
  #seen = '';
  /** Time of the last change, on a steady clock. */
  #since = steadyNow();
  #isNamed = false;

  constructor(folder: string, log: (text: string) => void, silenceMs = SILENCE_MS) {
    this.#folder = folder;
    this.#log = log;
    this.#silenceMs = silenceMs;
  }

  async look(names: ReadonlySet<string>): Promise<void> {
    const seen = await stateOf(this.#folder, names);
    if (seen !== this.#seen) {
      this.#seen = seen;
      this.#since = steadyNow();
      this.#isNamed = false;
    }
    if (this.#isNamed || steadyNow() - this.#since < this.#silenceMs) return;
    this.#isNamed = true;
    this.#log(loadText.nothingWritten({ folder: this.#folder, minutes: this.#silenceMs / 60_000 }));
  }
}

/** Number of files, and the sizes of those that are being written. */
async function stateOf(path: string, names: ReadonlySet<string>): Promise<string> {
  const growing = [...names].filter((name) => name.endsWith(STAGING_SUFFIX)).sort();
  const sizes = await Promise.all(
    growing.map(async (name) =>
      fs.stat(join(path, name)).then(
        ({ size }) => size,
        () => null,
      ),
    ),
  );
  return JSON.stringify([names.size, growing, sizes]);
}

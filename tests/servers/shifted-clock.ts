import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { inCache } from '../../build/setup/places.mjs';

/** The clock of a server of a test's own, which is wrong, and may jump while the server runs. */
export class ShiftedClock {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sluice-clock-'));

  constructor(hours: number) {
    this.shift(hours);
  }

  /** Command that becomes the server behind it. Its clock for waiting is left alone, as on a machine of the wrong time. */
  get through(): readonly string[] {
    return [
      'env',
      `LD_PRELOAD=${inCache('servers', 'faketime-0.9', 'libfaketimeMT.so.1')}`,
      `FAKETIME_TIMESTAMP_FILE=${this.#file}`,
      // It reads the file so often: at each look at the clock a server would do little else.
      'FAKETIME_CACHE_DURATION=1',
      'FAKETIME_DONT_FAKE_MONOTONIC=1',
    ];
  }

  /** Within a second or two the clock is wrong by so many hours. */
  shift(hours: number): void {
    writeFileSync(this.#file, `${hours < 0 ? '' : '+'}${hours}h\n`);
  }

  end(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get #file(): string {
    return join(this.#folder, 'time');
  }
}

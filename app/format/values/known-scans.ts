import type { EngineStoredFile } from '../../engine/scan/scans';
import { factsOf } from '../script/files/inputs';

/** Wishes about a scan; it compares values with nothing where there are no checks. */
interface ScanWish extends EngineStoredFile {
  readonly checks: readonly unknown[];
}

/** More files than most dumps have; what is known of one takes some kilobytes. */
const MOST_FILES = 256;

/**
 * Scans of files that were made last. Who loads rows opens their dump, and reads it once more to hold them against the tables
 * that are there: the first reading of both is the same.
 */
export class KnownScans<Wish extends ScanWish, Content> {
  readonly #made = new Map<string, Content>();

  /**
   * The scan of a file as it is now; `scan` makes it. A packed file is scanned each time: that leaves the points from which its
   * ranges are unpacked, and the engine keeps those of few files.
   */
  async of(wish: Wish, scan: (wish: Wish) => Promise<Content>): Promise<Content> {
    if (wish.checks.length > 0 || wish.compression !== 'none') return await scan(wish);
    const key = JSON.stringify([wish, await factsOf(wish.path)]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const made = await scan(wish);
    this.#made.set(key, made);
    const [oldest] = this.#made.keys();
    if (this.#made.size > MOST_FILES && oldest !== undefined) this.#made.delete(oldest);
    return made;
  }
}

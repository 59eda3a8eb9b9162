import { promises as fs } from 'fs';
import { relative, resolve, sep } from 'path';
import type { SluiceError } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { scriptFailures } from '../../text/format/script';
import type { ScriptCollector } from './collect';
import type { ScriptInclude } from './content';
import { scanFile, type IncludeFollower } from './scan';

/** Files within files: nobody nests them so deep, and a link may make a cycle that has no end. */
const MOST_DEPTH = 16;

/** Follows the `SOURCE` lines of a script as its client does that is started in the script's folder, and within that alone. */
export class IncludedFiles implements IncludeFollower {
  readonly #engine: Addon;
  readonly #directory: string;
  /** Paths of the files that are being read, the outermost first. */
  readonly #open: string[];
  readonly #names = new Set<string>();

  /** @param path the script, a real path in the real folder `directory` */
  constructor(engine: Addon, directory: string, path: string) {
    this.#engine = engine;
    this.#directory = directory;
    this.#open = [path];
  }

  /** Files that were read, relative to the folder. */
  get names(): readonly string[] {
    return [...this.#names];
  }

  async follow(include: ScriptInclude, collector: ScriptCollector): Promise<void> {
    const path = await fs.realpath(resolve(this.#directory, include.file)).catch(() => null);
    const refusal = this.#refusal(path, include, collector);
    if (path === null || refusal !== null) {
      if (refusal !== null) collector.report(refusal);
      return;
    }
    const name = relative(this.#directory, path);
    this.#names.add(name);
    this.#open.push(path);
    const leave = collector.include({ name, path: name, compression: 'none', entry: null });
    await scanFile(this.#engine, { path, compression: 'none', entry: null, ends: 'client' }, collector, this);
    leave();
    this.#open.pop();
    const odd = collector.settingsRefusal(include);
    if (odd !== null) collector.report(odd);
  }

  #refusal(path: string | null, include: ScriptInclude, collector: ScriptCollector): SluiceError | null {
    if (path === null) return scriptFailures.includeMissing(include);
    if (relative(this.#directory, path).split(sep)[0] === '..') return scriptFailures.includeOutside(include);
    if (this.#open.includes(path)) return scriptFailures.includeCycle(include);
    if (this.#open.length > MOST_DEPTH) return scriptFailures.includeDepth(include);
    return collector.settingsRefusal(include);
  }
}

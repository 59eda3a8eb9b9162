import type { EngineNewFile } from '../engine/addon';
import { filesIn, type ReadableFiles } from '../format/read/regular-file';

/** Files of a dump of which some are in memory alone, the others in its folder. */
export class HeldFiles implements ReadableFiles {
  readonly #folder: ReadableFiles;
  readonly #held = new Map<string, Buffer>();

  constructor(folder: string) {
    this.#folder = filesIn(folder);
  }

  hold(files: readonly EngineNewFile[]): void {
    for (const { name, text } of files) this.#held.set(name, Buffer.from(text, 'utf8'));
  }

  async names(): Promise<readonly string[]> {
    return [...(await this.#folder.names()), ...this.#held.keys()];
  }

  async read(name: string): Promise<Buffer> {
    return this.#held.get(name) ?? (await this.#folder.read(name));
  }

  readNow(name: string): Buffer {
    return this.#held.get(name) ?? this.#folder.readNow(name);
  }

  async size(name: string): Promise<number> {
    return this.#held.get(name)?.length ?? (await this.#folder.size(name));
  }
}

import { join } from 'path';
import type { Addon, EngineNewFile } from '../../engine/addon';
import { syncFolder } from '../../engine/disk';
import { stagingOf, writeDurable, type LineFile } from '../durable';
import { formatFact, type DataFact, type Fact, type FileFact } from '../facts';
import { DONE_FILE, FACTS_FILE } from '../names';
import { digestOf } from '../read/files';
import { readBack } from './read-back';
import { doneDocument, toJson } from './written-documents';

/** Folder of a dump that is being written, with its file of facts. */
export interface DumpPlace {
  readonly path: string;
  readonly facts: LineFile;
  /** Keeps whole new documents and scripts: all of them or, where one can't be kept, none. */
  write(files: readonly EngineNewFile[]): Promise<void>;
  /** Hears the names of files before they may be there. */
  recordWritten(names: readonly string[]): void;
}

/** Writes the files of a dump folder, records them, and declares the dump done. Data files are the engine's. */
export class DumpFiles {
  readonly #engine: Addon;
  readonly #place: DumpPlace;
  readonly #files: FileFact[] = [];
  readonly #data: DataFact[] = [];

  constructor(engine: Addon, place: DumpPlace) {
    this.#engine = engine;
    this.#place = place;
  }

  get data(): readonly DataFact[] {
    return this.#data;
  }

  /** Resolves when the facts are in their file. */
  async append(...facts: readonly Fact[]): Promise<void> {
    if (facts.length > 0) await this.#place.facts.append(facts.map(formatFact).join(''));
  }

  /** Writes files and records them as the dump's own, all of them or, where one can't be written, none. */
  async write(files: readonly EngineNewFile[]): Promise<void> {
    await this.#place.write(files);
    this.#place.recordWritten(files.map(({ name }) => name));
    const written = files.map(({ name, text }) => ({ file: name, ...digestOf(Buffer.from(text, 'utf8')) }));
    this.#files.push(...written);
    await this.append({ fact: 'files', files: written });
  }

  /** Records a data set whose files have their final names; resolves when the record is in the file. */
  async dataSet(fact: DataFact): Promise<void> {
    this.#data.push(fact);
    await this.append(fact);
  }

  /** Leaves the folder as it is. */
  async leave(): Promise<void> {
    await this.#place.facts.close();
  }

  /**
   * Writes the done marker, once all other files are on disk and were read back: from now on the folder is a dump.
   * Resolves to the number of its files.
   */
  async done(end: Date): Promise<number> {
    const { path, facts } = this.#place;
    await facts.close();
    const recorded = facts.digest();
    await syncFolder(this.#engine, path);
    const files = [...this.#files, { file: FACTS_FILE, ...recorded }];
    await readBack(path, files, this.#data);
    this.#place.recordWritten([DONE_FILE, stagingOf(DONE_FILE)]);
    await writeDurable(join(path, DONE_FILE), toJson(doneDocument(this.#data, recorded, end)));
    const chunks = this.#data.reduce((sum, fact) => sum + fact.chunks.length, 0);
    // Each chunk has an index beside it, and the done marker is a file too.
    return files.length + 2 * chunks + 1;
  }
}

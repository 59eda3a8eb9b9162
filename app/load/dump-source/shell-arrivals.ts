import { promises as fs } from 'fs';
import { join } from 'path';
import { lostDump } from '../../format/facts-tail';
import { DONE_FILE } from '../../format/names';
import { dataSetsOf, numberedFiles } from '../../format/read/documents';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { readRows } from '../../format/read/reader';
import type { Arrivals, Arrived } from './arrivals';
import { Silence } from './silence';
import { exists } from '../../storage/exists';

/**
 * Arrivals of a dump that MySQL Shell is writing: a data file has its name when it is complete, and the last one of a table
 * is named as such (modules/util/dump/dumper.cc, Default_writer_controller).
 */
export class ShellArrivals implements Arrivals {
  readonly #whole: DumpFolder;
  readonly #silence: Silence;
  #coming: readonly DumpTable[];

  /** @param silenceMs time without a change after which `log` says so */
  constructor(whole: DumpFolder, log: (text: string) => void, silenceMs?: number) {
    this.#whole = whole;
    this.#silence = new Silence(whole.path, log, silenceMs);
    this.#coming = tablesOf(whole);
  }

  get count(): number {
    return this.#coming.filter(({ document }) => document.includesData).length;
  }

  async next(): Promise<Arrived> {
    const { path } = this.#whole;
    // In this order: a dump that had been marked as done had all its files before.
    const isDone = await exists(join(path, DONE_FILE));
    const names = new Set(await namesIn(path));
    const tables = this.#coming.filter((table) => isComplete(table, names));
    this.#coming = this.#coming.filter((table) => !tables.includes(table));
    if (tables.length === 0 && !isDone) await this.#silence.look(names);
    const read = { facts: [], unrecorded: 'other-tool-or-damage' } as const;
    return {
      tables: tables.length === 0 ? [] : await readRows(this.#whole, tables, read),
      isDone,
      ended: null,
    };
  }
}

function isComplete(table: DumpTable, names: ReadonlySet<string>): boolean {
  const { document } = table;
  if (!document.includesData) return true;
  return dataSetsOf(table).every(({ stem }) => numberedFiles(names, stem, document).missing === null);
}

async function namesIn(path: string): Promise<readonly string[]> {
  return await fs.readdir(path).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? lostDump(path) : error;
  });
}

import { promises as fs } from 'fs';
import { join } from 'path';
import { SluiceError } from '../../contract/failure';
import { steadyNow } from '../../engine/steady-clock';
import { writtenBySluice } from '../../format/documents';
import { lostDump } from '../../format/facts-tail';
import { DONE_FILE, STAGING_SUFFIX } from '../../format/names';
import { dataSetsOf, numberedFiles } from '../../format/read/documents';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { readGrowingDump, readRows } from '../../format/read/reader';
import { loadFailures, loadText } from '../../text/load/load';
import type { Arrivals, Arrived } from './arrivals';
import { exists } from '../../storage/exists';

/** Time, in ms, after which a folder that nothing was written into is named: no process is known that could have ended. */
const SILENCE_MS = 60_000;

/**
 * Arrivals of a dump that MySQL Shell is writing: a data file has its name when it is complete, and the last one of a table
 * is named as such (modules/util/dump/dumper.cc, Default_writer_controller).
 */
export class ShellArrivals implements Arrivals {
  readonly #whole: DumpFolder;
  readonly #silence: Silence;
  #coming: readonly DumpTable[];

  /** @param silenceMs time without a change after which `log` says so */
  constructor(whole: DumpFolder, log: (text: string) => void, silenceMs = SILENCE_MS) {
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

/** Says once, until something changes again, that nothing is written into a folder. */
class Silence {
  readonly #folder: string;
  readonly #log: (text: string) => void;
  readonly #silenceMs: number;
  #seen = '';
  /** Time of the last change, on a steady clock. */
  #since = steadyNow();
  #isNamed = false;

  constructor(folder: string, log: (text: string) => void, silenceMs: number) {
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

function isComplete(table: DumpTable, names: ReadonlySet<string>): boolean {
  const { document } = table;
  if (!document.includesData) return true;
  return dataSetsOf(table).every(({ stem }) => numberedFiles(names, stem, document).missing === null);
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

async function namesIn(path: string): Promise<readonly string[]> {
  return await fs.readdir(path).catch((error: unknown) => {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? lostDump(path) : error;
  });
}

/**
 * Looks whether the definitions of a dump of MySQL Shell are complete: each file that another one names is there, none was
 * changed since the last look, and the first rows come. Its threads write definitions before they write rows, and nothing
 * marks the last one. Fails with `dump-unsupported` for a dump that can't be read, and with `not-a-dump` for another tool's.
 */
export class ShellDefinitions {
  readonly #folder: string;
  readonly #silence: Silence;
  #last: string | null = null;

  constructor(folder: string, log: (text: string) => void) {
    this.#folder = folder;
    this.#silence = new Silence(folder, log, SILENCE_MS);
  }

  async areComplete(names: readonly string[]): Promise<boolean> {
    const are = await this.#look(names);
    if (!are) await this.#silence.look(new Set(names));
    return are;
  }

  async #look(names: readonly string[]): Promise<boolean> {
    const whole = await readGrowingDump(this.#folder).catch((error: unknown) => {
      if (error instanceof SluiceError && error.failure.code !== 'dump-unsupported') return null;
      throw error;
    });
    if (whole === null || whole.problems.length > 0) return false;
    // It has lost its facts, without which a dump of Sluice is not followed.
    if (writtenBySluice(whole.manifest.dumper)) throw loadFailures.dumpOfOtherTool({ folder: this.#folder });
    const stems = stemsOf(whole);
    const sizes = await Promise.all(
      names
        .filter((name) => isDefinition(name) && stems.has(name.replace(ENDING, '')))
        .map(async (name): Promise<SizedFile> => [name, await sizeOf(join(this.#folder, name))]),
    );
    const now = JSON.stringify(sizes);
    const isSame = now === this.#last;
    this.#last = now;
    const hasRows = tablesOf(whole).some(({ document }) => document.includesData);
    return isSame && !sizes.some(isEmpty) && (!hasRows || names.some(isOfRows));
  }
}

/** Beginnings of the names of all definitions. */
function stemsOf({ schemas }: DumpFolder): ReadonlySet<string> {
  return new Set([
    '@',
    ...schemas.flatMap(({ stem, tables, views }) => [
      stem,
      ...tables.map((table) => table.stem),
      ...views.map((view) => view.stem),
    ]),
  ]);
}

/** Bytes of a file; none where it is not there. */
async function sizeOf(path: string): Promise<number> {
  return await fs.stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}

type SizedFile = readonly [name: string, bytes: number];

/** Scripts of the dump as a whole may hold nothing. */
function isEmpty([name, bytes]: SizedFile): boolean {
  return bytes === 0 && !name.startsWith('@.');
}

const ENDING = /(?:\.(?:pre|triggers|users|post|libraries|routines|events))?\.(?:json|sql)$/;

function isDefinition(name: string): boolean {
  return /\.(?:json|sql)$/.test(name);
}

function isOfRows(name: string): boolean {
  return name.includes('@') && !isDefinition(name);
}

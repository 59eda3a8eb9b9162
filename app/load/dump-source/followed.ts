import type { SluiceError } from '../../contract/failure';
import type { Cancellation } from '../../engine/cancellation';
import { lostDump } from '../../format/facts-tail';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { dumpedKey } from '../../format/read/documents';
import { assertUndamaged, readDump, readGrowingDump } from '../../format/read/reader';
import { dumpBeginning } from '../../format/read/files';
import type { Arrivals } from './arrivals';
import type { DumpSource } from './dump-source';
import { loadFailures } from '../../text/load/load';

/**
 * Interval, in ms, at which the dump's folder is polled. A poll is a few calls of the file system; a watch would not
 * see what another machine writes.
 */
export const POLL_INTERVAL_MS = 250;

/** A dump that is still being written, and whose definitions are complete. */
export class FollowedDump implements DumpSource {
  readonly whole: DumpFolder;
  readonly #identity: string;
  readonly #arrivals: Arrivals;
  readonly #cancellation: Cancellation;
  /** Chunks of the returned tables, as recorded then. */
  readonly #given = new Map<string, string>();
  #stopped = false;

  private constructor(
    whole: DumpFolder,
    identity: string,
    { arrivals, cancellation }: { readonly arrivals: Arrivals; readonly cancellation: Cancellation },
  ) {
    this.whole = whole;
    this.#identity = identity;
    this.#arrivals = arrivals;
    this.#cancellation = cancellation;
  }

  /** Opens the dump in a folder; `arrivalsOf` tells of its tables. */
  static async open(
    folder: string,
    arrivalsOf: (whole: DumpFolder) => Arrivals,
    cancellation: Cancellation,
  ): Promise<FollowedDump> {
    const whole = withEstimates(await readGrowingDump(folder));
    const identity = await dumpBeginning(folder);
    if (identity === null) throw lostDump(folder);
    return new FollowedDump(whole, identity, { arrivals: arrivalsOf(whole), cancellation });
  }

  get stillToCome(): number {
    return this.#arrivals.count;
  }

  identity(): Promise<string> {
    return Promise.resolve(this.#identity);
  }

  assertSound(selected: DumpFolder): void {
    assertUndamaged(selected);
  }

  async next(waiting: () => void): Promise<readonly DumpTable[] | null> {
    for (;;) {
      const { tables, isDone, ended } = await this.#arrivals.next();
      for (const table of tables) this.#given.set(dumpedKey(table), chunksOf(table));
      if (tables.length > 0) return tables;
      if (isDone || this.#stopped) return null;
      if (ended !== null) throw ended;
      waiting();
      await this.#cancellation.pause(POLL_INTERVAL_MS);
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async finished(): Promise<DumpFolder> {
    const { path } = this.whole;
    const finished = await readDump(path);
    if ((await dumpBeginning(path)) !== this.#identity) throw loadFailures.dumpReplaced({ folder: path });
    assertUndamaged(finished);
    for (const table of tablesOf(finished)) {
      const given = this.#given.get(dumpedKey(table));
      const isWanted = given !== undefined || table.document.includesData;
      if (isWanted && given !== chunksOf(table)) throw chunksChanged(table);
    }
    return finished;
  }

  async loss(): Promise<SluiceError | null> {
    const { path } = this.whole;
    // A folder that can't be read for another reason may still hold the dump.
    const now = await dumpBeginning(path).catch(() => this.#identity);
    if (now === this.#identity) return null;
    return now === null ? lostDump(path) : loadFailures.dumpReplaced({ folder: path });
  }
}

function chunksChanged({ schema, dumpedName }: DumpTable): SluiceError {
  return loadFailures.chunksChanged({ table: `${schema}.${dumpedName}` });
}

/**
 * Returns the dump with the source's estimates of rows and bytes. They decide only what must be decided before the rows
 * exist: when indexes are built, and by how many lanes.
 */
function withEstimates(dump: DumpFolder): DumpFolder {
  return {
    ...dump,
    schemas: dump.schemas.map((schema) => ({ ...schema, tables: schema.tables.map(estimated) })),
  };
}

function estimated(table: DumpTable): DumpTable {
  const { estimated: guess = null } = table.definition ?? {};
  if (!table.document.includesData || table.rows !== null || guess === null) return table;
  return { ...table, ...guess };
}

function chunksOf({ chunks }: DumpTable): string {
  return JSON.stringify(chunks.map(({ file, rows, xxh64, storedBytes }) => [file, rows, xxh64, storedBytes]));
}

import { promises as fs } from 'fs';
import { join } from 'path';
import type { SluiceError } from '../../contract/failure';
import type { Cancellation } from '../../engine/cancellation';
import type { DataFact, DumpedBy, Fact } from '../../format/facts';
import { lostDump, type FactsTail } from '../../format/facts-tail';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { missingRowsOf, dataSetsOf, dumpedKey } from '../../format/read/documents';
import { DONE_FILE } from '../../format/names';
import { assertUndamaged, readDump, readGrowingDump, readRows } from '../../format/read/reader';
import { dumpBeginning } from '../../format/read/files';
import { hasEnded } from '../../storage/process-identity';
import type { DumpSource } from './dump-source';
import { loadFailures } from '../../text/load/load';

/**
 * Interval, in ms, at which the dump's folder is polled. A poll is a few calls of the file system; a watch would not
 * see what another machine writes.
 */
export const POLL_INTERVAL_MS = 250;

/** Facts read so far of a dump whose definitions are complete, and the position of the next one. */
interface FactsRead {
  readonly folder: string;
  readonly tail: FactsTail;
  readonly facts: readonly Fact[];
}

/** A dump that is still being written, and whose definitions are complete. */
export class FollowedDump implements DumpSource {
  readonly whole: DumpFolder;
  readonly #identity: string;
  readonly #tail: FactsTail;
  readonly #writer: DumpedBy;
  readonly #cancellation: Cancellation;
  readonly #coming: PendingTables;
  /** Tables that were read from the folder, and not returned yet. */
  #arrived: readonly ArrivedTable[];
  /** Chunks of the returned tables, as recorded then. */
  readonly #given = new Map<string, string>();
  #stopped = false;

  private constructor(
    { tail, facts }: FactsRead,
    writer: DumpedBy,
    cancellation: Cancellation,
    known: { readonly whole: DumpFolder; readonly identity: string },
  ) {
    this.whole = withEstimates(known.whole);
    this.#identity = known.identity;
    this.#tail = tail;
    this.#writer = writer;
    this.#cancellation = cancellation;
    this.#coming = new PendingTables(tablesOf(this.whole));
    this.#arrived = this.#coming.add(facts.filter(isData));
  }

  static async open(read: FactsRead, writer: DumpedBy, cancellation: Cancellation): Promise<FollowedDump> {
    const whole = await readGrowingDump(read.folder);
    const identity = await dumpBeginning(read.folder);
    if (identity === null) throw lostDump(read.folder);
    return new FollowedDump(read, writer, cancellation, { whole, identity });
  }

  get stillToCome(): number {
    return this.#coming.count;
  }

  identity(): Promise<string> {
    return Promise.resolve(this.#identity);
  }

  assertSound(selected: DumpFolder): void {
    assertUndamaged(selected);
  }

  async next(waiting: () => void): Promise<readonly DumpTable[] | null> {
    for (;;) {
      // In this order: a process that had ended, or had marked the dump as done, had written all facts before.
      const ended = await hasEnded(this.#writer);
      const done = await this.#isDone();
      const arrived = [...this.#arrived, ...this.#coming.add((await this.#tail.next()).filter(isData))];
      this.#arrived = [];
      if (arrived.length > 0) return await this.#give(arrived);
      if (done || this.#stopped) return null;
      if (ended) throw await endedDump(this.whole.path, this.#writer);
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
    for (const table of tablesOf(finished)) {
      const given = this.#given.get(dumpedKey(table));
      if (given !== undefined && given !== chunksOf(table)) throw chunksChanged(table);
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

  async #give(arrived: readonly ArrivedTable[]): Promise<readonly DumpTable[]> {
    const facts = arrived.flatMap((one) => one.facts);
    const tables = await readRows(
      this.whole,
      arrived.map(({ table }) => table),
      facts,
    );
    for (const table of tables) this.#given.set(dumpedKey(table), chunksOf(table));
    return tables;
  }

  async #isDone(): Promise<boolean> {
    return await fs.access(join(this.whole.path, DONE_FILE)).then(
      () => true,
      () => false,
    );
  }
}

/**
 * Returns the failure of a dump whose process has ended; it names the tables that are complete and those that are not.
 */
export async function endedDump(folder: string, { pid }: DumpedBy): Promise<SluiceError> {
  // Before its definitions are written nothing can be read.
  const missing = await readGrowingDump(folder).then(missingRowsOf, () => null);
  return loadFailures.dumpProcessEnded({ folder, pid, missing });
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

function isData(fact: Fact): fact is DataFact {
  return fact.fact === 'data';
}

function chunksOf({ chunks }: DumpTable): string {
  return JSON.stringify(chunks.map(({ file, rows, xxh64 }) => [file, rows, xxh64]));
}

/** A table whose rows are complete, with the facts of each of its parts. */
export interface ArrivedTable {
  readonly table: DumpTable;
  readonly facts: readonly DataFact[];
}

/** Tables of a dump that is being written, until each is complete. */
export class PendingTables {
  readonly #coming = new Map<string, { readonly table: DumpTable; readonly facts: DataFact[] }>();
  #withoutRows: readonly ArrivedTable[];

  constructor(tables: readonly DumpTable[]) {
    for (const table of tables.filter(({ document }) => document.includesData))
      this.#coming.set(dumpedKey(table), { table, facts: [] });
    this.#withoutRows = tables
      .filter(({ document }) => !document.includesData)
      .map((table) => ({ table, facts: [] }));
  }

  /** Number of tables that are not complete yet. */
  get count(): number {
    return this.#coming.size;
  }

  /** Returns the tables that these facts complete, each once; the first call returns those without rows too. */
  add(facts: readonly DataFact[]): readonly ArrivedTable[] {
    const arrived = [...this.#withoutRows];
    this.#withoutRows = [];
    for (const fact of facts) {
      const key = dumpedKey({ schema: fact.schema, dumpedName: fact.table });
      const coming = this.#coming.get(key);
      if (coming === undefined) continue;
      coming.facts.push(fact);
      if (!isWhole(coming)) continue;
      this.#coming.delete(key);
      arrived.push(coming);
    }
    return arrived;
  }
}

function isWhole({ table, facts }: ArrivedTable): boolean {
  return dataSetsOf(table).every(({ partition }) => facts.some((fact) => fact.partition === partition));
}

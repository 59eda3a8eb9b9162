import { join } from 'path';
import type { SluiceError } from '../../contract/failure';
import type { DataFact, DumpedBy, Fact } from '../../format/facts';
import type { FactsTail } from '../../format/facts-tail';
import { DONE_FILE } from '../../format/names';
import { dataSetsOf, dumpedKey, missingRowsOf } from '../../format/read/documents';
import { tablesOf, type DumpFolder, type DumpTable } from '../../format/read/dump';
import { readGrowingDump, readRows } from '../../format/read/reader';
import { hasEnded } from '../../storage/process-identity';
import { loadFailures } from '../../text/load/load';
import type { Arrivals, Arrived } from './arrivals';
import { exists } from '../../storage/exists';

/** Facts read so far of a dump of Sluice whose definitions are complete, and the position of the next one. */
export interface FactsRead {
  readonly folder: string;
  readonly tail: FactsTail;
  readonly facts: readonly Fact[];
}

/** Arrivals of a dump that Sluice is writing: its facts name each table that is complete. */
export class RecordedArrivals implements Arrivals {
  readonly #whole: DumpFolder;
  readonly #tail: FactsTail;
  readonly #writer: DumpedBy;
  readonly #coming: PendingTables;
  /** Tables that the first facts complete. */
  #first: readonly ArrivedTable[];

  constructor(whole: DumpFolder, { tail, facts }: FactsRead, writer: DumpedBy) {
    this.#whole = whole;
    this.#tail = tail;
    this.#writer = writer;
    this.#coming = new PendingTables(tablesOf(whole));
    this.#first = this.#coming.add(facts.filter(isData));
  }

  get count(): number {
    return this.#coming.count;
  }

  async next(): Promise<Arrived> {
    const { path } = this.#whole;
    // In this order: a process that had ended, or had marked the dump as done, had written all facts before.
    const hasWriterEnded = await hasEnded(this.#writer);
    const isDone = await exists(join(path, DONE_FILE));
    const arrived = [...this.#first, ...this.#coming.add((await this.#tail.next()).filter(isData))];
    this.#first = [];
    const tables = arrived.length === 0 ? [] : await this.#withRows(arrived);
    const ended =
      hasWriterEnded && !isDone && tables.length === 0 ? await endedDump(path, this.#writer) : null;
    return { tables, isDone, ended };
  }

  async #withRows(arrived: readonly ArrivedTable[]): Promise<readonly DumpTable[]> {
    const tables = arrived.map(({ table }) => table);
    const facts = arrived.flatMap((one) => one.facts);
    return await readRows(this.#whole, tables, { facts, unrecorded: 'still-to-come' });
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

function isData(fact: Fact): fact is DataFact {
  return fact.fact === 'data';
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

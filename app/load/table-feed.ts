import type { EngineLoad } from '../engine/addon';
import type { EngineLoadTable } from '../engine/specs';
import { dumpedKey } from '../format/read/documents';
import { toEngineTables } from '../target/rows/engine-tables';
import type { DumpSource } from './dump-source/dump-source';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import type { DumpTable } from '../format/read/dump';

/** Gives the engine the prepared tables of a load as their rows come; ids are positions among them. */
export class TableFeed {
  readonly #source: DumpSource;
  readonly #run: TargetRun;
  readonly #tables: readonly PreparedTable[];
  readonly #places: ReadonlyMap<string, number>;
  #given = 0;
  #loaded = 0;
  #waiting: 'no' | 'yes' | 'told' = 'no';

  constructor(source: DumpSource, run: TargetRun, tables: readonly PreparedTable[]) {
    this.#source = source;
    this.#run = run;
    this.#tables = tables;
    this.#places = new Map(tables.map(({ dump }, place) => [dumpedKey(dump), place]));
  }

  /** Resolves when no more tables will come, or when the source was stopped. */
  async giveAllTo(job: Pick<EngineLoad, 'addTables'>): Promise<void> {
    for (;;) {
      const come = await this.#source.next(() => this.#wait());
      this.#waitNoLonger();
      if (come === null) return;
      const tables = await this.#toEngine(come);
      this.#given += tables.length;
      job.addTables(tables);
    }
  }

  /** To be told of each table that the engine has loaded. */
  loaded(): void {
    this.#loaded += 1;
    this.#tellIfIdle();
  }

  async #toEngine(come: readonly DumpTable[]): Promise<readonly EngineLoadTable[]> {
    const { reconnecting, journal, method, records } = this.#run;
    const ready = come.flatMap((table) => this.#placed(table)).sort((one, other) => one.place - other.place);
    const tables = ready.map(({ table }) => table);
    const resumed = records !== null;
    const made = await reconnecting.withRetry((session) =>
      toEngineTables({ session, journal, method, tables, resumed }),
    );
    return made.map((table, at) => ({ ...table, id: ready[at]?.place ?? -1 }));
  }

  /** Nothing where the load leaves the table out. */
  #placed(come: DumpTable): readonly { readonly place: number; readonly table: PreparedTable }[] {
    const place = this.#places.get(dumpedKey(come));
    const table = place === undefined ? undefined : this.#tables[place];
    if (place === undefined || table === undefined) return [];
    return [{ place, table: { ...table, dump: withRowsOf(table.dump, come) } }];
  }

  #wait(): void {
    if (this.#waiting === 'no') this.#waiting = 'yes';
    this.#tellIfIdle();
  }

  #waitNoLonger(): void {
    if (this.#waiting === 'told') this.#run.hooks.stage('data');
    this.#waiting = 'no';
  }

  #tellIfIdle(): void {
    if (this.#waiting !== 'yes' || this.#loaded < this.#given) return;
    this.#waiting = 'told';
    const all = this.#tables.length;
    const toCome = all - this.#given;
    this.#run.hooks.stage('waiting');
    this.#run.hooks.log(
      'info',
      toCome === 0
        ? 'Waiting for the dump to be finished: all its tables are loaded.'
        : `Waiting for the dump: ${toCome} of ${all} tables are still to come.`,
    );
  }
}

/** A load of definitions alone takes no rows. */
function withRowsOf(wanted: DumpTable, { chunks, rows, bytes }: DumpTable): DumpTable {
  return wanted.document.includesData ? { ...wanted, chunks, rows, bytes } : wanted;
}

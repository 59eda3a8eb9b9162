import type { EngineLoad } from '../engine/addon';
import type { EngineLoadTable } from '../engine/specs';
import { dumpedKey } from '../format/read/documents';
import { toEngineTables } from '../target/rows/engine-tables';
import type { DumpSource } from './dump-source/dump-source';
import type { TargetRun } from '../target/context';
import type { PreparedTable } from '../target/tables/prepared-table';
import type { DumpTable } from '../format/read/dump';
import { loadText } from '../text/load/load';

/** Gives the engine the prepared tables of a load when their rows are complete; ids are positions among them. */
export class TableFeed {
  readonly #source: DumpSource;
  readonly #run: TargetRun;
  readonly #tables: readonly PreparedTable[];
  readonly #places: ReadonlyMap<string, number>;
  #given = 0;
  #loaded = 0;
  #waiting: 'no' | 'yes' | 'reported' = 'no';

  constructor(source: DumpSource, run: TargetRun, tables: readonly PreparedTable[]) {
    this.#source = source;
    this.#run = run;
    this.#tables = tables;
    this.#places = new Map(tables.map(({ dump }, place) => [dumpedKey(dump), place]));
  }

  /** Resolves when no more tables will come, or when the source was stopped. */
  async feedTo(job: Pick<EngineLoad, 'addTables'>): Promise<void> {
    for (;;) {
      const arrived = await this.#source.next(() => this.#wait());
      this.#waitNoLonger();
      if (arrived === null) return;
      const tables = await this.#toEngine(arrived);
      this.#given += tables.length;
      job.addTables(tables);
    }
  }

  /** Counts a table that the engine has loaded. */
  loaded(): void {
    this.#loaded += 1;
    this.#reportIfIdle();
  }

  async #toEngine(arrived: readonly DumpTable[]): Promise<readonly EngineLoadTable[]> {
    const { reconnecting, journal, method, records } = this.#run;
    const ready = arrived
      .flatMap((table) => this.#placed(table))
      .sort((one, other) => one.place - other.place);
    const tables = ready.map(({ table }) => table);
    const resumed = records !== null;
    const engineTables = await reconnecting.withRetry((session) =>
      toEngineTables({ session, journal, method, tables, resumed }),
    );
    return engineTables.map((table, at) => ({ ...table, id: ready[at]?.place ?? -1 }));
  }

  /** Returns the prepared table with its position; empty where the load leaves the table out. */
  #placed(arrived: DumpTable): readonly { readonly place: number; readonly table: PreparedTable }[] {
    const place = this.#places.get(dumpedKey(arrived));
    const table = place === undefined ? undefined : this.#tables[place];
    if (place === undefined || table === undefined) return [];
    return [{ place, table: { ...table, dump: withRowsOf(table.dump, arrived) } }];
  }

  #wait(): void {
    if (this.#waiting === 'no') this.#waiting = 'yes';
    this.#reportIfIdle();
  }

  #waitNoLonger(): void {
    if (this.#waiting === 'reported') this.#run.hooks.stage('data');
    this.#waiting = 'no';
  }

  #reportIfIdle(): void {
    if (this.#waiting !== 'yes' || this.#loaded < this.#given) return;
    this.#waiting = 'reported';
    const all = this.#tables.length;
    const toCome = all - this.#given;
    this.#run.hooks.stage('waiting');
    this.#run.hooks.log(
      'info',
      toCome === 0 ? loadText.waitingForEnd : loadText.waitingForTables({ toCome, all }),
    );
  }
}

/** Adds the dump's chunks; a load of definitions alone takes no rows. */
function withRowsOf(selected: DumpTable, { chunks, rows, bytes }: DumpTable): DumpTable {
  return selected.document.includesData ? { ...selected, chunks, rows, bytes } : selected;
}

import type { DataFact } from '../../format/facts';
import { dataSetsOf, dumpedKey } from '../../format/read/documents';
import type { DumpTable } from '../../format/read/dump';

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

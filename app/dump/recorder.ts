import type { EngineBatch, EngineEvent } from '../engine/events';
import type { EngineDumpTable } from '../engine/specs';
import type { DataFact } from '../format/facts';
import type { TableName } from '../source/locks/locks';
import { dumpFailures } from '../text/dump';
import type { DumpWriter } from './writer';

type TableDumped = Extract<EngineEvent, { kind: 'table-dumped' }>;

/**
 * Records the engine's finished data sets as facts, in the order in which they finish. A failure to record is kept
 * until {@link settled} rejects with it.
 */
export class DataSetRecorder {
  /** Time at which the engine's clock starts. */
  readonly #startedAt = Date.now();
  #firstRowMs: number | null = null;
  readonly #tables = new Map<number, EngineDumpTable>();
  #writer: DumpWriter | null = null;
  #last: Promise<void> = Promise.resolve();
  readonly #dumped = new Set<number>();
  #awaited: { readonly tables: readonly TableName[]; readonly then: () => void } | null = null;

  recordInto(writer: DumpWriter): void {
    this.#writer = writer;
  }

  /** Prefixes of the file names of the announced data sets. */
  get stems(): ReadonlySet<string> {
    return new Set([...this.#tables.values()].map(({ basename }) => basename));
  }

  /** Registers data sets before the engine gets them. */
  expect(tables: readonly EngineDumpTable[]): void {
    for (const table of tables) this.#tables.set(table.id, table);
  }

  /** Calls `then` once, as soon as every data set of these tables is dumped. */
  whenDumped(tables: readonly TableName[], then: () => void): void {
    this.#awaited = { tables, then };
  }

  /** Time of the first row, as `Date.now` returns it; null before it. */
  get firstRowAt(): number | null {
    return this.#firstRowMs === null ? null : this.#startedAt + this.#firstRowMs;
  }

  take(batch: EngineBatch): void {
    this.#firstRowMs = batch.progress?.firstRowMs ?? this.#firstRowMs;
    for (const event of batch.events) if (event.kind === 'table-dumped') this.#record(event);
  }

  /** Resolves when every fact is in its file; rejects where one could not be written, or a data set is missing. */
  async settled(): Promise<void> {
    await this.#last;
    const recorded = this.#writer?.data.length ?? 0;
    if (recorded === this.#tables.size) return;
    throw dumpFailures.dataSetsMissing({ expected: this.#tables.size, recorded });
  }

  #record(event: TableDumped): void {
    this.#dumped.add(event.table);
    this.#notify();
    const table = this.#tables.get(event.table);
    const writer = this.#writer;
    if (table === undefined || writer === null) return;
    const fact: DataFact = {
      fact: 'data',
      schema: table.schema,
      table: table.table,
      partition: table.partition,
      rows: event.rows,
      bytes: event.bytes,
      countedRows: event.countedRows,
      chunks: event.chunks.map((chunk) => ({ ...chunk, first: [...chunk.first], last: [...chunk.last] })),
    };
    const recorded = writer.dataSet(fact);
    this.#last = this.#last.then(() => recorded);
    // An unhandled rejection would end the process; `settled` handles the failure.
    this.#last.catch(() => undefined);
    recorded.catch(() => undefined);
  }

  /**
   * Calls the awaiting function once its tables are dumped. A table's data sets are announced together: an unknown
   * table was not announced yet.
   */
  #notify(): void {
    const awaited = this.#awaited;
    if (awaited === null) return;
    const all = [...this.#tables.values()];
    const isDumped = ({ schema, name }: TableName) => {
      const own = all.filter((table) => table.schema === schema && table.table === name);
      return own.length > 0 && own.every(({ id }) => this.#dumped.has(id));
    };
    if (!awaited.tables.every(isDumped)) return;
    this.#awaited = null;
    awaited.then();
  }
}

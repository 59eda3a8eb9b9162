import { quoteTable } from '../catalog/text/quote';
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
  readonly #awaited = new AwaitedTables();
  #onAllDumped: () => void = () => undefined;
  #storedBytes = 0;

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
    this.#awaited.announced(tables);
  }

  /** Calls `then` once, as soon as every data set of these tables is dumped. */
  whenDumped(tables: readonly TableName[], then: () => void): void {
    this.#awaited.await(tables, then);
  }

  /** Resolves when all data sets that were announced are dumped. */
  async allDumped(): Promise<void> {
    if (this.#dumped.size === this.#tables.size) return;
    await new Promise<void>((resolve) => {
      this.#onAllDumped = resolve;
    });
  }

  /** Bytes that the engine has written. */
  get storedBytes(): number {
    return this.#storedBytes;
  }

  /** Time of the first row, as `Date.now` returns it; null before it. */
  get firstRowAt(): number | null {
    return this.#firstRowMs === null ? null : this.#startedAt + this.#firstRowMs;
  }

  take(batch: EngineBatch): void {
    this.#firstRowMs = batch.progress?.firstRowMs ?? this.#firstRowMs;
    this.#storedBytes = batch.progress?.storedBytes ?? this.#storedBytes;
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
    const table = this.#tables.get(event.table);
    if (table !== undefined && !this.#dumped.has(event.table)) this.#awaited.dumped(table);
    this.#dumped.add(event.table);
    if (this.#dumped.size === this.#tables.size) this.#onAllDumped();
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
}

/** Tables whose dump somebody awaits. Each event takes the same time, however many tables there are. */
class AwaitedTables {
  /** Number of data sets that are still to be dumped, by awaited table; null before a table is announced. */
  readonly #left = new Map<string, number | null>();
  #then: (() => void) | null = null;

  await(tables: readonly TableName[], then: () => void): void {
    this.#then = then;
    for (const { schema, name } of tables) this.#left.set(quoteTable(schema, name), null);
    this.#callWhenEmpty();
  }

  /** A table's data sets are announced together. */
  announced(dataSets: readonly EngineDumpTable[]): void {
    if (this.#left.size === 0) return;
    for (const { schema, table } of dataSets) {
      const left = this.#left.get(quoteTable(schema, table));
      if (left !== undefined) this.#left.set(quoteTable(schema, table), (left ?? 0) + 1);
    }
  }

  dumped({ schema, table }: EngineDumpTable): void {
    const left = this.#left.get(quoteTable(schema, table));
    if (left === undefined || left === null) return;
    if (left > 1) this.#left.set(quoteTable(schema, table), left - 1);
    else this.#left.delete(quoteTable(schema, table));
    this.#callWhenEmpty();
  }

  #callWhenEmpty(): void {
    if (this.#left.size > 0) return;
    const then = this.#then;
    this.#then = null;
    then?.();
  }
}

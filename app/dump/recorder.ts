import type { EngineBatch, EngineEvent } from '../engine/events';
import type { EngineDumpTable } from '../engine/specs';
import type { DataFact } from '../format/facts';
import type { TableName } from '../source/locks/locks';
import type { DumpWriter } from './writer';

type TableDumped = Extract<EngineEvent, { kind: 'table-dumped' }>;

/**
 * Turns the engine's finished data sets into recorded facts, in the order in which they finish. What fails while
 * recording is kept and comes out of {@link settled}.
 */
export class DataSetRecorder {
  /** From here on the engine's clock runs. */
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

  /** Names that the files of the announced data sets begin with. */
  get stems(): ReadonlySet<string> {
    return new Set([...this.#tables.values()].map(({ basename }) => basename));
  }

  /** Announces data sets before the engine hears of them. */
  expect(tables: readonly EngineDumpTable[]): void {
    for (const table of tables) this.#tables.set(table.id, table);
  }

  /** Calls `then` once, as soon as every data set of these tables is dumped. */
  whenDumped(tables: readonly TableName[], then: () => void): void {
    this.#awaited = { tables, then };
  }

  /** When the first row came, as `Date.now` tells it; null where none has come yet. */
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
    throw new Error(`${this.#tables.size} data sets were to be dumped, ${recorded} were.`);
  }

  #record(event: TableDumped): void {
    this.#dumped.add(event.table);
    this.#tell();
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
    // An unhandled rejection would end the process; `settled` is where the failure is looked at.
    this.#last.catch(() => undefined);
    recorded.catch(() => undefined);
  }

  /** A table's data sets are announced together: one that is unknown was not announced yet. */
  #tell(): void {
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

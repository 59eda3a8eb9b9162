import { groupBy } from '../catalog/collections/group-by';
import { quoteTable } from '../catalog/text/quote';
import type {
  Addon,
  EngineDirectExport,
  EngineDump,
  EngineNewFile,
  EngineSessionsJob,
} from '../engine/addon';
import { writeFiles } from '../engine/disk';
import type { EngineDirectTable, EngineDumpTable, EngineOutputSpec } from '../engine/specs';
import type { EngineWaiter } from '../engine/wait';
import type { DumpFolder } from '../format/read/dump';
import { readGrowingDump } from '../format/read/reader';
import { dumpFailures } from '../text/dump';
import { HeldFiles } from './held-files';
import type { DataSetRecorder } from './recorder';
import type { DumpWriter } from './writer';

/** Place that a dump's rows go to, with the job that reads them, and that keeps its documents. */
export interface RowsPlace {
  readonly job: EngineSessionsJob & Pick<EngineDump, 'takeSnapshots'>;
  /** Keeps documents and scripts: all of them or, where one can't be kept, none. */
  keep(files: readonly EngineNewFile[]): Promise<void>;
  announce(tables: readonly EngineDumpTable[]): void;
  /** Everything but rows is kept. */
  structureComplete(): Promise<void>;
  /** Resolves when all rows are read and counted. */
  read(): Promise<void>;
  /** Everything is verified: from now on the rows are a dump, or what else they are written as. */
  done(writer: DumpWriter): Promise<{ readonly files: number; readonly storedBytes: number }>;
}

interface Reading {
  readonly recorder: DataSetRecorder;
  readonly waiter: EngineWaiter;
}

interface ReadingForFolder extends Reading {
  readonly engine: Addon;
  readonly directory: string;
}

/** Chunks in the dump's folder. */
export class RowsInFolder implements RowsPlace {
  readonly job: EngineDump;
  readonly #reading: ReadingForFolder;

  constructor(job: EngineDump, reading: ReadingForFolder) {
    this.job = job;
    this.#reading = reading;
  }

  async keep(files: readonly EngineNewFile[]): Promise<void> {
    const { engine, directory } = this.#reading;
    await writeFiles(engine, directory, files);
  }

  announce(tables: readonly EngineDumpTable[]): void {
    this.job.addTables(tables);
  }

  structureComplete(): Promise<void> {
    this.job.seal();
    return Promise.resolve();
  }

  async read(): Promise<void> {
    const { recorder, waiter } = this.#reading;
    await waiter.finished();
    await recorder.settled();
  }

  async done(writer: DumpWriter): Promise<{ readonly files: number; readonly storedBytes: number }> {
    const chunks = writer.data.flatMap((fact) => fact.chunks);
    const storedBytes = chunks.reduce((sum, chunk) => sum + chunk.storedBytes, 0);
    return { files: await writer.done(new Date()), storedBytes };
  }
}

/** A file or folder of another format: what a dump's rows are written as, instead of chunks. */
export interface DumpOutput {
  readonly spec: EngineOutputSpec;
  /**
   * All that is written with rows, in order. Fails where the dump can't be in this format.
   *
   * @param dump holds all but rows
   */
  parts(dump: DumpFolder): AsyncIterable<Omit<EngineDirectTable, 'id' | 'dataSets'>>;
  /**
   * All rows are written, and the dump is verified: writes what is left and gives the output its name. Resolves to the
   * number of its files.
   */
  publish(written: RowsOfOutput): Promise<number>;
}

export interface RowsOfOutput {
  readonly rowsOf: (schema: string, table: string) => number;
  readonly storedBytes: number;
}

interface ReadingForOutput extends Reading {
  readonly output: DumpOutput;
  readonly directory: string;
}

/**
 * Rows that are written as they come from the server, in the order of the output. The documents, of which the output is
 * made, get no files: to write two for each table, and to read and remove them, takes longer than the rows of most.
 */
export class RowsInOutput implements RowsPlace {
  readonly job: EngineDirectExport;
  readonly #reading: ReadingForOutput;
  readonly #files: HeldFiles;
  readonly #announced: EngineDumpTable[] = [];
  /** Text behind the last rows: without it nobody takes a script for whole. */
  #end: EngineDirectTable | null = null;

  constructor(job: EngineDirectExport, reading: ReadingForOutput) {
    this.job = job;
    this.#reading = reading;
    this.#files = new HeldFiles(reading.directory);
  }

  keep(files: readonly EngineNewFile[]): Promise<void> {
    this.#files.hold(files);
    return Promise.resolve();
  }

  announce(tables: readonly EngineDumpTable[]): void {
    this.#announced.push(...tables);
  }

  async structureComplete(): Promise<void> {
    const { output, directory } = this.#reading;
    const dataSetsOf = groupBy(this.#announced, ({ schema, table }) => quoteTable(schema, table));
    let [id, taken] = [0, 0];
    for await (const part of output.parts(await readGrowingDump(directory, this.#files))) {
      if (this.#end !== null) this.job.addTables([this.#end]);
      const dataSets = dataSetsOf.get(quoteTable(part.schema, part.table)) ?? [];
      this.#end = { ...part, id, dataSets };
      id += 1;
      taken += dataSets.length;
    }
    const expected = this.#announced.length;
    if (taken !== expected) throw dumpFailures.dataSetsMissing({ expected, recorded: taken });
    if (this.#end !== null && this.#end.dataSets.length > 0) this.#addEnd();
  }

  async read(): Promise<void> {
    const { recorder, waiter } = this.#reading;
    await Promise.race([recorder.allDumped(), waiter.finished()]);
    await recorder.settled();
  }

  async done(writer: DumpWriter): Promise<{ readonly files: number; readonly storedBytes: number }> {
    const { output, recorder, waiter } = this.#reading;
    await writer.leave();
    this.#addEnd();
    this.job.seal();
    await waiter.finished();
    const { storedBytes } = recorder;
    const factsOf = groupBy(writer.data, ({ schema, table }) => quoteTable(schema, table));
    const rowsOf = (schema: string, table: string): number =>
      (factsOf.get(quoteTable(schema, table)) ?? []).reduce((sum, { rows }) => sum + rows, 0);
    return { files: await output.publish({ rowsOf, storedBytes }), storedBytes };
  }

  #addEnd(): void {
    if (this.#end !== null) this.job.addTables([this.#end]);
    this.#end = null;
  }
}

import { promises as fs } from 'fs';
import { basename } from 'path';
import type { WrittenFormat } from '../contract/dump-output';
import { LOAD_DEFAULTS } from '../contract/runs/options';
import type { EngineOutputSpec, EngineTextTable } from '../engine/specs';
import { tablesOf, type DumpFolder, type DumpTable } from '../format/read/dump';
import { lackWarnings } from '../text/coverage';
import { dumpFailures } from '../text/dump';
import { chosenDump } from './chosen-dump';
import type { WrittenOutput } from './report';
import type { RowsWritten } from './mydumper/folder';
import { NewOutput } from './output';
import { planOf, type ConversionPlan } from './plan';
import { rowFormatOf, type ConvertRequest } from './request';
import { writtenFor, type WrittenFor } from './written-for';

type DirectRequest = Omit<
  ConvertRequest,
  'dump' | 'selection' | 'threads' | 'memoryLimitBytes' | 'bytesPerChunk' | 'format'
> & { readonly format: WrittenFormat };

/**
 * The output of a dump whose rows are written in another format as a server sends them: the same as a conversion of the
 * dump. A file or folder appears when all is whole.
 */
export class DirectOutput {
  readonly #request: DirectRequest;
  /** Null for a descriptor. */
  readonly #output: NewOutput | null;
  #begun: (WrittenFor & { readonly plan: ConversionPlan }) | null = null;
  /** Those with rows, so far. */
  readonly #files = new Set<string>();
  #written: WrittenOutput | null = null;

  private constructor(request: DirectRequest, output: NewOutput | null) {
    this.#request = request;
    this.#output = output;
  }

  /** Fails with `folder-not-empty` where something has the name, and with `folder-not-writable`. */
  static async begin(request: DirectRequest): Promise<DirectOutput> {
    const { place } = request;
    return new DirectOutput(request, place.kind === 'path' ? await NewOutput.begin(place.path) : null);
  }

  get spec(): EngineOutputSpec {
    const { format, compression, csv, place } = this.#request;
    const descriptor = place.kind === 'descriptor' ? place.descriptor : null;
    return { format: rowFormatOf(format), compression, ...csv, descriptor };
  }

  /** Null before all is written. */
  get written(): WrittenOutput | null {
    return this.#written;
  }

  /** @param folder holds all but rows */
  async *parts(folder: DumpFolder): AsyncGenerator<Omit<EngineTextTable, 'id'>> {
    const { destination } = this.#request;
    // The dump itself holds only what is selected.
    const chosen = chosenDump(withRowsToCome(folder), LOAD_DEFAULTS.selection);
    const { dump, notices } =
      destination === null ? { dump: chosen, notices: [] } : await writtenFor(chosen, destination);
    const plan = planOf(this.#request, dump, this.#output);
    this.#begun = { dump, notices, plan };
    for await (const part of plan.parts()) {
      this.#files.add(part.file);
      yield part;
    }
    await this.#output?.add(plan.files(), this.#request.engine);
  }

  /** Resolves to the number of files. */
  async publish({ rowsOf, storedBytes }: PublishedRows): Promise<number> {
    const { engine } = this.#request;
    const output = this.#output;
    const begun = this.#begun;
    if (begun === null) return 0;
    const { dump, notices, plan } = begun;
    if (output !== null) await assertSizes([...this.#files], storedBytes);
    await output?.add(plan.lastFiles(rowsOf), engine);
    const files = output === null ? 1 : (await fs.readdir(output.folder)).length;
    await output?.publish(plan.kind, engine);
    const tables = tablesOf(dump);
    this.#written = {
      tables: tables.length,
      rows: tables.reduce((sum, { schema, name }) => sum + rowsOf(schema, name), 0),
      storedBytes,
      notices: [...dump.remarks, ...notices, ...plan.notices()],
      warnings: lackWarnings(dump.lacks),
    };
    return files;
  }

  /** Removes what was written, if it has not got its name. */
  async discard(): Promise<void> {
    await this.#output?.discard();
  }
}

interface PublishedRows {
  readonly rowsOf: RowsWritten;
  readonly storedBytes: number;
}

/** Fails with `dump-damaged` where the files have another size than the engine wrote. */
async function assertSizes(files: readonly string[], written: number): Promise<void> {
  let found = 0;
  for (const file of files) found += (await fs.stat(file)).size;
  const [first = ''] = files;
  if (found !== written) throw dumpFailures.fileSizeChanged({ file: basename(first), found, written });
}

/** The tables of a dump whose rows are still with the server. */
export function withRowsToCome(dump: DumpFolder): DumpFolder {
  const coming = (table: DumpTable): DumpTable =>
    table.document.includesData ? { ...table, rowsToCome: true } : table;
  const schemas = dump.schemas.map((schema) => ({ ...schema, tables: schema.tables.map(coming) }));
  return { ...dump, schemas };
}

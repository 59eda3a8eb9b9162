import { NO_PART } from '../../engine/chunk-files';
import type { Failure } from '../../contract/failure';
import { byName } from '../../contract/by-name';
import type { MissingRows } from '../../text/format/folder';
import { damageFailures } from '../../text/format/damage';
import { unsupportedFailures } from '../../text/format/unsupported';
import { decoderOf } from '../decoders';
import { isPlainDecoder } from '../decoder-expression';
import { dataFormatOf, type DataFormat } from '../tsv-dialect';
import {
  schemaDocumentSchema,
  tableDocumentSchema,
  type Done,
  type Manifest,
  type SchemaDocument,
  type TableDocument,
  writtenBySluice,
} from '../documents';
import { ofTable } from './done-marker';
import type { ChunkFact, ConvertedTableFact, DataFact, DefinitionFact, Fact } from '../facts';
import { chunkFile, DONE_FILE, FACTS_FILE, isFileName, MANIFEST_FILE } from '../names';
import { readDocument } from './files';
import type { ReadableFiles } from './regular-file';
import { tablesOf, type DumpChunk, type DumpFolder, type DumpSchema, type DumpTable } from './dump';

/** Maximum number of tables that a sentence names. */
const MOST_NAMED = 5;

const NOT_CONVERTED = { isReworded: false, hasHistory: false, hasInferredTypes: false } as const;

/** Facts about a table that are known before any of its rows. */
type TableWithoutRows = Omit<DumpTable, 'chunks' | 'rows' | 'bytes'>;

/** A chunk's file with what is recorded of it, where anything is. */
type RecordedFile = Pick<ChunkFact, 'file'> & Partial<ChunkFact>;

/** Meaning of a data set without recorded files. */
export type Unrecorded = 'other-tool-or-damage' | 'still-to-come';

/** Documents about a dump as a whole. */
export interface DumpState {
  readonly manifest: Manifest;
  readonly done: Done | null;
  readonly unrecorded: Unrecorded;
}

/** One reading of a dump's documents and of what lies beside them; it collects what is wrong with them. */
export class Reading {
  readonly problems: Failure[] = [];
  readonly #files: ReadableFiles;
  readonly #names: ReadonlySet<string>;
  /** True if Sluice wrote the dump: then it has facts of every data set. */
  readonly #ours: boolean;
  readonly #done: Done | null;
  readonly #unrecorded: Unrecorded;
  /** Names of the data files that some table has. */
  readonly #claimed = new Set<string>();
  /** Names of the scripts that some object has. */
  readonly #scripts = new Set<string>();
  readonly #extensions = new Set<string>();
  readonly #definitions = new Map<string, DefinitionFact>();
  readonly #converted = new Map<string, ConvertedTableFact>();
  readonly #data = new Map<string, DataFact>();

  constructor(
    files: ReadableFiles,
    names: ReadonlySet<string>,
    facts: readonly Fact[],
    { manifest, done, unrecorded }: DumpState,
  ) {
    this.#files = files;
    this.#done = done;
    this.#names = names;
    this.#ours = writtenBySluice(manifest.dumper);
    this.#unrecorded = unrecorded;
    for (const fact of facts) {
      if (fact.fact === 'definition') this.#definitions.set(key(fact.schema, fact.table), fact);
      if (fact.fact === 'converted-table') this.#converted.set(key(fact.schema, fact.table), fact);
      if (fact.fact === 'data') this.#data.set(key(fact.schema, fact.table, fact.partition), fact);
    }
  }

  async schema(name: string, stem: string): Promise<DumpSchema> {
    assertInFolder(stem, MANIFEST_FILE);
    const document = await readDocument(this.#files, `${stem}.json`, schemaDocumentSchema);
    const scripts = schemaScripts(stem, document);
    for (const script of document.includesDdl ? scripts : []) this.#mustHave(script);
    const tables: DumpTable[] = [];
    for (const table of document.tables) {
      tables.push(await this.#table(name, table, byName(document.basenames, table) ?? `${stem}@${table}`));
    }
    const views = document.views.map((view) => ({
      name: view,
      stem: byName(document.basenames, view) ?? `${stem}@${view}`,
    }));
    for (const view of views) assertInFolder(view.stem, `${stem}.json`);
    for (const view of document.includesViewsDdl ? views : []) {
      this.#mustHave(`${view.stem}.pre.sql`);
      this.#mustHave(`${view.stem}.sql`);
    }
    return { name, stem, document, scripts, tables, views };
  }

  async #table(schema: string, name: string, stem: string): Promise<DumpTable> {
    assertInFolder(stem, MANIFEST_FILE);
    const document = await readDocument(this.#files, `${stem}.json`, tableDocumentSchema);
    assertPlainRecipe(document, `${stem}.json`, `${schema}.${name}`);
    if (document.includesDdl) this.#mustHave(`${stem}.sql`);
    if (document.includesDdl && document.triggers.length > 0) this.#mustHave(`${stem}.triggers.sql`);
    const definition = this.#definitions.get(key(schema, name)) ?? null;
    const converted = this.#converted.get(key(schema, name));
    const { isReworded, hasHistory, hasInferredTypes } = converted ?? NOT_CONVERTED;
    return await this.withRows({
      ...{ schema, name, dumpedName: name, stem, document, definition },
      ...(isReworded && { isReworded }),
      ...(hasHistory && { hasHistory }),
      ...(hasInferredTypes && { hasInferredTypes }),
    });
  }

  /** Adds the chunks and counts of its rows to a table. */
  async withRows(table: TableWithoutRows): Promise<DumpTable> {
    const { schema, dumpedName: name, document } = table;
    const format = dataFormatOf(document);
    const done = this.#done;
    const dataSets = dataSetsOf(table);
    const chunks: DumpChunk[] = [];
    const facts: DataFact[] = [];
    for (const dataSet of dataSets) {
      const fact = this.#data.get(key(schema, name, dataSet.partition));
      if (fact !== undefined) facts.push(fact);
      if (document.includesData)
        chunks.push(...(await this.#chunks(document, format, dataSet, fact, `${schema}.${name}`)));
    }
    const recorded = document.includesData && facts.length === dataSets.length;
    const sum = (value: (fact: DataFact) => number) => facts.reduce((total, fact) => total + value(fact), 0);
    if (done !== null && document.includesData) this.#checkFacts(`${schema}.${name}`, recorded);
    return {
      ...table,
      chunks,
      rows: recorded ? sum(({ rows }) => rows) : ofTable(done?.tableRows, schema, name),
      bytes: recorded ? sum(({ bytes }) => bytes) : ofTable(done?.tableDataBytes, schema, name),
    };
  }

  /** The recorded chunks in their recorded order, which is key order; without facts, the files by their numbers. */
  async #chunks(
    document: TableDocument,
    format: DataFormat,
    { stem, partition }: { readonly stem: string; readonly partition: string | null },
    fact: DataFact | undefined,
    table: string,
  ): Promise<readonly DumpChunk[]> {
    const files = fact?.chunks ?? this.#unrecordedFiles(stem, document, table);
    const chunks: DumpChunk[] = [];
    this.#extensions.add(document.extension);
    for (const chunk of files) {
      assertInFolder(chunk.file, FACTS_FILE);
      this.#claimed.add(chunk.file);
      const storedBytes = await this.#size(chunk.file);
      this.#checkSize(table, chunk.file, storedBytes, chunk.storedBytes ?? null);
      chunks.push({
        file: chunk.file,
        partition,
        ...format,
        rows: chunk.rows ?? null,
        bytes: chunk.bytes ?? byName(this.#done?.chunkFileBytes ?? {}, chunk.file) ?? null,
        xxh64: chunk.xxh64 ?? null,
        storedBytes: storedBytes ?? 0,
        longestBinary: chunk.longestBinary ?? null,
        first: chunk.first ?? [],
        ...NO_PART,
      });
    }
    return chunks;
  }

  /** Reports missing facts: without them, a dump of ours could no longer be proved whole, and nobody would notice. */
  #checkFacts(table: string, recorded: boolean): void {
    if (recorded || !this.#ours) return;
    this.#report(damageFailures.factsMissing({ file: FACTS_FILE }, { chunk: FACTS_FILE, table }));
  }

  /** A data file that no table has, or that the done marker names and no table has, is a row lost in silence. */
  reportUnclaimedFiles(): void {
    if (this.#done === null || this.#unrecorded === 'still-to-come') return;
    const isData = (name: string) =>
      [...this.#extensions].some((extension) => name.endsWith(`.${extension}`)) && name.includes('@');
    for (const name of this.#names) {
      if (isData(name) && !this.#claimed.has(name))
        this.#report(damageFailures.dataFileUnclaimed({ file: name }, { chunk: name }));
    }
    for (const name of Object.keys(this.#done.chunkFileBytes)) {
      if (!this.#claimed.has(name) && !this.#names.has(name))
        this.#report(damageFailures.namedDataFileMissing({ file: name, marker: DONE_FILE }, { chunk: name }));
    }
  }

  #checkSize(table: string, file: string, storedBytes: number | null, recorded: number | null): void {
    const place = { chunk: file, table };
    if (storedBytes === null) this.#report(damageFailures.dataFileMissing({ file }, place));
    else if (recorded !== null && storedBytes !== recorded) {
      const sizes = { bytes: storedBytes, written: recorded };
      this.#report(damageFailures.dataFileSizeDiffers({ file, ...sizes }, place));
    }
  }

  #unrecordedFiles(stem: string, document: TableDocument, table: string): readonly RecordedFile[] {
    if (this.#unrecorded === 'still-to-come') return [];
    return this.#numberedFiles(stem, document, table).map((file) => ({ file }));
  }

  #numberedFiles(stem: string, document: TableDocument, table: string): readonly string[] {
    const { files, missing } = numberedFiles(this.#names, stem, document);
    if (missing !== null && document.chunking)
      this.#report(damageFailures.chunkMissing({ last: missing }, { chunk: missing, table }));
    return missing === null || document.chunking ? files : [missing];
  }

  async #size(file: string): Promise<number | null> {
    if (!this.#names.has(file)) return null;
    return await this.#files.size(file);
  }

  /** MySQL Shell gives the table `v.pre` and the placeholder of the view `v` one file, and so `t.triggers` and those of `t`. */
  #mustHave(file: string): void {
    if (!this.#names.has(file)) this.#report(damageFailures.fileMissing({ file }, { chunk: file }));
    if (this.#scripts.has(file)) this.#report(damageFailures.fileOfTwo({ file }, { chunk: file }));
    this.#scripts.add(file);
  }

  #report({ failure }: { readonly failure: Failure }): void {
    this.problems.push(failure);
  }
}

/**
 * Returns the files of a data set that no fact records, and the one that must be there next; null where all are. Their
 * numbers are dense from 0 and the last file has two @ (MySQL Shell's reader requires both). Pure.
 */
export function numberedFiles(
  names: ReadonlySet<string>,
  stem: string,
  { extension, chunking }: Pick<TableDocument, 'extension' | 'chunking'>,
): { readonly files: readonly string[]; readonly missing: string | null } {
  const whole = `${stem}.${extension}`;
  if (names.has(whole)) return { files: [whole], missing: null };
  if (!chunking) return { files: [], missing: whole };
  const files: string[] = [];
  while (names.has(chunkFile(stem, files.length, false, extension)))
    files.push(chunkFile(stem, files.length, false, extension));
  const last = chunkFile(stem, files.length, true, extension);
  return names.has(last) ? { files: [...files, last], missing: null } : { files, missing: last };
}

/** A dump may come from anywhere: none of its names leads out of its folder. */
function assertInFolder(name: string, file: string): void {
  if (isFileName(name)) return;
  throw damageFailures.nameOutsideFolder({ file, name }, { chunk: file });
}

/** Refuses unsafe values of a table's document, which become a part of file names and statements. */
function assertPlainRecipe(document: TableDocument, file: string, table: string): void {
  const { basenames, extension, options } = document;
  for (const name of [...Object.values(basenames), extension]) assertInFolder(name, file);
  for (const [column, text] of Object.entries(options.decodeColumns)) {
    if (!options.columns.includes(column))
      throw damageFailures.decodedColumnUnknown({ file, column }, { chunk: file });
    const isExpression = decoderOf(document, column).kind === 'expression';
    if (isExpression && !isPlainDecoder(text, column))
      throw unsupportedFailures.unsafeDecoder({ column, expression: text.slice(0, 200) }, { table });
  }
}

/** Libraries first: routines use them, and events call routines. */
function schemaScripts(stem: string, document: SchemaDocument): readonly string[] {
  const { multifileDdl = false, libraries = [], functions, procedures, events } = document;
  if (!multifileDdl) return [`${stem}.sql`];
  return [
    `${stem}.sql`,
    ...(libraries.length > 0 ? [`${stem}.libraries.sql`] : []),
    ...(functions.length + procedures.length > 0 ? [`${stem}.routines.sql`] : []),
    ...(events.length > 0 ? [`${stem}.events.sql`] : []),
  ];
}

/** Names a table of a dump in maps, by what it is called there. */
export function dumpedKey({ schema, dumpedName }: Pick<DumpTable, 'schema' | 'dumpedName'>): string {
  return key(schema, dumpedName);
}

/** A table's data sets: the table itself, or each of its partitions. */
export function dataSetsOf({ stem, document }: Pick<DumpTable, 'stem' | 'document'>): readonly {
  readonly partition: string | null;
  readonly stem: string;
}[] {
  const partitions = Object.entries(document.basenames);
  if (partitions.length === 0) return [{ partition: null, stem }];
  return partitions.map(([partition, own]) => ({ partition, stem: own }));
}

function key(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}

/** The tables of a dump that was never finished whose rows are not all there; null where nothing tells: another tool's. */
export function tablesWithoutRows(dump: DumpFolder): readonly DumpTable[] | null {
  if (!writtenBySluice(dump.manifest.dumper)) return null;
  return tablesOf(dump).filter(({ document, rows }) => document.includesData && rows === null);
}

/** Counts the tables of an unfinished dump whose rows are missing and names the first; null where nothing tells. */
export function missingRowsOf(dump: DumpFolder): MissingRows | null {
  const missing = tablesWithoutRows(dump);
  if (missing === null) return null;
  return {
    all: tablesOf(dump).length,
    missing: missing.length,
    named: missing.slice(0, MOST_NAMED).map(({ schema, dumpedName }) => `${schema}.${dumpedName}`),
  };
}

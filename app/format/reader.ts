import { promises as fs } from 'fs';
import { join } from 'path';
import { SluiceError, type Failure } from '../contract/failure';
import type { EngineChunkFile } from '../engine/specs';
import { messageOf } from '../engine/failures';
import {
  doneSchema,
  manifestSchema,
  schemaDocumentSchema,
  tableDocumentSchema,
  type Done,
  type Manifest,
  type SchemaDocument,
  type TableDocument,
} from './documents';
import { dataFormatOf, type DataFormat } from './dialect';
import { parseFacts, type ChunkFact, type DataFact, type DefinitionFact, type Fact } from './facts';
import { byName } from './by-name';
import { damage } from './damage';
import { markerProblems, ofTable } from './done-marker';
import { assertReadable, withSource, writtenBySluice } from './gates';
import { chunkFile, DONE_FILE, FACTS_FILE, MANIFEST_FILE } from './names';
import { damagedFile, readDocument } from './read-document';

/** A dump as it lies in its folder: everything that can be known without reading table data. */
export interface DumpFolder {
  readonly path: string;
  /** The text of one of its statements' files. */
  readonly script: (name: string) => Promise<string>;
  readonly manifest: Manifest;
  /** Null: the dump was never finished, or is still being written. */
  readonly done: Done | null;
  readonly schemas: readonly DumpSchema[];
  /** What is missing or has the wrong size; empty for a dump that looks whole. */
  readonly problems: readonly Failure[];
  readonly files: number;
}

export interface DumpSchema {
  readonly name: string;
  readonly stem: string;
  readonly document: SchemaDocument;
  /** The scripts of the schema, its libraries, routines and events, in the order in which they are run. */
  readonly scripts: readonly string[];
  readonly tables: readonly DumpTable[];
  readonly views: readonly { readonly name: string; readonly stem: string }[];
}

export interface DumpTable {
  readonly schema: string;
  /** On the target, where a load gives it another one. */
  readonly name: string;
  readonly dumpedName: string;
  readonly stem: string;
  readonly document: TableDocument;
  readonly definition: DefinitionFact | null;
  /** In key order, partition after partition. */
  readonly chunks: readonly DumpChunk[];
  /** From the recorded facts, else from the done marker. */
  readonly rows: number | null;
  readonly bytes: number | null;
}

export interface DumpChunk extends EngineChunkFile {
  /** Null where the dump does not take the table's partitions apart. */
  readonly partition: string | null;
  /** On disk, now. */
  readonly storedBytes: number;
  /** The recorded key of its first row; empty for rows without a key, and where none is recorded. */
  readonly first: readonly string[];
}

/** A chunk's file with what is recorded of it, where anything is. */
type RecordedFile = Pick<ChunkFact, 'file'> & Partial<ChunkFact>;

/** Opens a dump. Fails with `not-a-dump` or `dump-unsupported`; damage is collected in `problems` instead. */
export async function readDump(path: string): Promise<DumpFolder> {
  const names = await fs.readdir(path).catch((error: unknown) => {
    throw new SluiceError('not-a-dump', `${path} can’t be read: ${messageOf(error)}.`);
  });
  if (!names.includes(MANIFEST_FILE))
    throw new SluiceError('not-a-dump', `${path} holds no ${MANIFEST_FILE}.`);
  const manifest = withSource(await readDocument(path, MANIFEST_FILE, manifestSchema));
  assertReadable(manifest);
  const done = names.includes(DONE_FILE) ? await readDocument(path, DONE_FILE, doneSchema) : null;
  const reading = new Reading(path, new Set(names), await readFacts(path, names), manifest, done);
  const schemas: DumpSchema[] = [];
  for (const schema of manifest.schemas) {
    schemas.push(await reading.schema(schema, byName(manifest.basenames, schema) ?? schema));
  }
  reading.judgeStrangers();
  const script = (name: string) => readScriptFile(path, name);
  const tables = schemas.flatMap((schema) => schema.tables);
  const problems = [...reading.problems, ...(done === null ? [] : markerProblems(done, tables))];
  return { path, script, manifest, done, schemas, problems, files: names.length };
}

async function readFacts(path: string, names: readonly string[]): Promise<readonly Fact[]> {
  if (!names.includes(FACTS_FILE)) return [];
  return parseFacts(await fs.readFile(join(path, FACTS_FILE), 'utf8'));
}

class Reading {
  readonly problems: Failure[] = [];
  readonly #path: string;
  readonly #names: ReadonlySet<string>;
  /** Whether Sluice wrote the dump: then it has facts of every data set. */
  readonly #ours: boolean;
  readonly #done: Done | null;
  /** Names of the data files that some table has. */
  readonly #claimed = new Set<string>();
  readonly #extensions = new Set<string>();
  readonly #definitions = new Map<string, DefinitionFact>();
  readonly #data = new Map<string, DataFact>();

  constructor(
    path: string,
    names: ReadonlySet<string>,
    facts: readonly Fact[],
    { dumper }: Manifest,
    done: Done | null,
  ) {
    this.#path = path;
    this.#done = done;
    this.#names = names;
    this.#ours = writtenBySluice(dumper);
    for (const fact of facts) {
      if (fact.fact === 'definition') this.#definitions.set(key(fact.schema, fact.table), fact);
      if (fact.fact === 'data') this.#data.set(key(fact.schema, fact.table, fact.partition), fact);
    }
  }

  async schema(name: string, stem: string): Promise<DumpSchema> {
    const document = await readDocument(this.#path, `${stem}.json`, schemaDocumentSchema);
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
    for (const view of document.includesViewsDdl ? views : []) {
      this.#mustHave(`${view.stem}.pre.sql`);
      this.#mustHave(`${view.stem}.sql`);
    }
    return { name, stem, document, scripts, tables, views };
  }

  async #table(schema: string, name: string, stem: string): Promise<DumpTable> {
    const document = await readDocument(this.#path, `${stem}.json`, tableDocumentSchema);
    const format = dataFormatOf(document);
    const done = this.#done;
    if (document.includesDdl) this.#mustHave(`${stem}.sql`);
    const partitions = Object.entries(document.basenames);
    const dataSets =
      partitions.length === 0
        ? [{ partition: null, stem }]
        : partitions.map(([partition, s]) => ({ partition, stem: s }));
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
    if (done !== null && document.includesData) this.#judgeFacts(`${schema}.${name}`, recorded);
    return {
      schema,
      name,
      dumpedName: name,
      stem,
      document,
      definition: this.#definitions.get(key(schema, name)) ?? null,
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
    const files: readonly RecordedFile[] =
      fact?.chunks ?? this.#numberedFiles(stem, document, table).map((file) => ({ file }));
    const chunks: DumpChunk[] = [];
    this.#extensions.add(document.extension);
    for (const chunk of files) {
      this.#claimed.add(chunk.file);
      const storedBytes = await this.#size(chunk.file);
      this.#judge(table, chunk.file, storedBytes, chunk.storedBytes ?? null);
      chunks.push({
        file: chunk.file,
        partition,
        ...format,
        rows: chunk.rows ?? null,
        bytes: chunk.bytes ?? byName(this.#done?.chunkFileBytes ?? {}, chunk.file) ?? null,
        xxh64: chunk.xxh64 ?? null,
        storedBytes: storedBytes ?? 0,
        first: chunk.first ?? [],
      });
    }
    return chunks;
  }

  /** Without its facts, a dump of ours could no longer be proved whole, and nobody would notice. */
  #judgeFacts(table: string, recorded: boolean): void {
    if (recorded || !this.#ours) return;
    this.#problem(
      FACTS_FILE,
      `The facts recorded of the table’s data are missing from ${FACTS_FILE}.`,
      table,
    );
  }

  /** A data file that no table has, or that the done marker names and no table has, is a row lost in silence. */
  judgeStrangers(): void {
    if (this.#done === null) return;
    const isData = (name: string) =>
      [...this.#extensions].some((extension) => name.endsWith(`.${extension}`)) && name.includes('@');
    for (const name of this.#names) {
      if (isData(name) && !this.#claimed.has(name))
        this.#problem(name, `The data file ${name} belongs to no table of the dump.`);
    }
    for (const name of Object.keys(this.#done.chunkFileBytes)) {
      if (!this.#claimed.has(name) && !this.#names.has(name))
        this.#problem(name, `The data file ${name}, which ${DONE_FILE} names, is missing.`);
    }
  }

  #judge(table: string, file: string, storedBytes: number | null, recorded: number | null): void {
    if (storedBytes === null) this.#problem(file, `The data file ${file} is missing.`, table);
    else if (recorded !== null && storedBytes !== recorded) {
      this.#problem(file, `The data file ${file} has ${storedBytes} bytes; ${recorded} were written.`, table);
    }
  }

  /** Numbers are dense from 0 and the last file has two @ (MySQL Shell's reader requires both). */
  #numberedFiles(stem: string, { extension, chunking }: TableDocument, table: string): readonly string[] {
    const whole = `${stem}.${extension}`;
    if (!chunking || this.#names.has(whole)) return [whole];
    const files: string[] = [];
    while (this.#names.has(chunkFile(stem, files.length, false, extension))) {
      files.push(chunkFile(stem, files.length, false, extension));
    }
    const last = chunkFile(stem, files.length, true, extension);
    if (!this.#names.has(last))
      this.#problem(last, `A chunk is missing: ${last} should close the table.`, table);
    else files.push(last);
    return files;
  }

  async #size(file: string): Promise<number | null> {
    if (!this.#names.has(file)) return null;
    return (await fs.stat(join(this.#path, file))).size;
  }

  #mustHave(file: string): void {
    if (!this.#names.has(file)) this.#problem(file, `The file ${file} is missing.`);
  }

  #problem(chunk: string, message: string, table?: string): void {
    this.problems.push(damage(chunk, message, table));
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

function key(...parts: readonly (string | null)[]): string {
  return JSON.stringify(parts);
}

/** The statements' file of a dump, as text. */
export async function readScript(folder: DumpFolder, name: string): Promise<string> {
  return await folder.script(name);
}

async function readScriptFile(path: string, name: string): Promise<string> {
  return await fs.readFile(join(path, name), 'utf8').catch((error: unknown) => {
    throw damagedFile(name, `${name} can’t be read: ${messageOf(error)}.`);
  });
}

import { join } from 'path';
import type { SequenceObject } from '../catalog/objects/sequences';
import type { StoredObject, ViewObject } from '../catalog/objects/objects';
import type { CoverageGap } from '../contract/runs/coverage';
import type { Content, DumpOptions } from '../contract/runs/options';
import type { Addon, EngineNewFile } from '../engine/addon';
import { syncFolder, writeFiles } from '../engine/disk';
import { digestOf } from '../format/read/files';
import { stagingOf, writeDurable } from '../format/durable';
import { formatFact, type DataFact, type Fact, type FileFact } from '../format/facts';
import {
  DONE_FILE,
  FACTS_FILE,
  MANIFEST_FILE,
  POST_SCRIPT_FILE,
  PRE_SCRIPT_FILE,
  USERS_SCRIPT_FILE,
} from '../format/names';
import {
  emptyScript,
  schemaScript,
  tableScript,
  triggersScript,
  usersScript,
  viewPlaceholderScript,
  viewScript,
} from '../format/sql/files';
import { settleAll } from '../catalog/collections/settle';
import {
  doneDocument,
  manifestDocument,
  schemaDocument,
  tableDocument,
  toJson,
  type ManifestInput,
  type SchemaInput,
  type SchemaStem,
} from '../source/definitions/documents';
import type { OutputFolder } from './folder';
import type { DefinitionSink, DescribedTable } from '../source/definitions/definitions';
import { readBack } from './read-back';

/** Writes all files of a dump except table data: data files are the engine's. */
export class DumpWriter implements DefinitionSink {
  readonly #engine: Addon;
  readonly #folder: OutputFolder;
  readonly #files: FileFact[] = [];
  readonly #data: DataFact[] = [];

  private constructor(engine: Addon, folder: OutputFolder) {
    this.#engine = engine;
    this.#folder = folder;
  }

  /**
   * Writes the manifest: without it the folder is no dump yet.
   *
   * @param gaps objects that the account could not read, recorded for later readers of the dump
   */
  static async create(
    engine: Addon,
    folder: OutputFolder,
    manifest: ManifestInput,
    gaps: readonly CoverageGap[],
  ): Promise<DumpWriter> {
    const writer = new DumpWriter(engine, folder);
    const { accounts } = manifest;
    await writer.recordGaps(gaps);
    await writer.#write([
      { name: MANIFEST_FILE, text: toJson(manifestDocument(manifest)) },
      { name: PRE_SCRIPT_FILE, text: emptyScript() },
      { name: POST_SCRIPT_FILE, text: emptyScript() },
      ...(accounts.length > 0 ? [{ name: USERS_SCRIPT_FILE, text: usersScript(accounts) }] : []),
    ]);
    return writer;
  }

  /** Records objects that are missing from the dump. */
  async recordGaps(gaps: readonly CoverageGap[]): Promise<void> {
    if (gaps.length > 0) await this.#append(...gaps.map((gap) => ({ fact: 'lacks' as const, ...gap })));
  }

  get data(): readonly DataFact[] {
    return this.#data;
  }

  /** Resolves when the documents of all these tables are written and recorded. */
  async tables(described: readonly DescribedTable[], options: DumpOptions): Promise<void> {
    await settleAll([
      this.#write(described.flatMap((table) => tableFiles(table, options))),
      this.#append(...described.map(definitionFact)),
    ]);
  }

  async views(views: readonly (ViewObject & { readonly stem: string })[]): Promise<void> {
    await this.#write(
      views.flatMap((view) => [
        { name: `${view.stem}.pre.sql`, text: viewPlaceholderScript(view) },
        { name: `${view.stem}.sql`, text: viewScript(view) },
      ]),
    );
  }

  async schema(
    { stem }: SchemaStem,
    input: SchemaInput,
    createSchema: string,
    objects: readonly StoredObject[],
    sequences: readonly SequenceObject[],
    content: Content,
  ): Promise<void> {
    const script = {
      name: `${stem}.sql`,
      text: schemaScript(input.schema, createSchema, objects, sequences),
    };
    await this.#write([
      ...(content === 'data' ? [] : [script]),
      { name: `${stem}.json`, text: toJson(schemaDocument(input, content)) },
    ]);
  }

  /** Records that only rows are still to come: from now on the dump can be followed. */
  async markStructureComplete(): Promise<void> {
    await this.#append({ fact: 'structure' });
  }

  /** Records a data set whose files have their final names; resolves when the record is in the file. */
  async dataSet(fact: DataFact): Promise<void> {
    this.#data.push(fact);
    await this.#append(fact);
  }

  /** Leaves the folder as it is: its rows went somewhere else. */
  async leave(): Promise<void> {
    await this.#folder.facts.close();
  }

  /**
   * Writes the done marker, once all other files are on disk and were read back: from now on the folder is a dump.
   * Resolves to the number of its files.
   */
  async done(end: Date): Promise<number> {
    const { path, facts } = this.#folder;
    await facts.close();
    const recorded = facts.digest();
    await syncFolder(this.#engine, path);
    const files = [...this.#files, { file: FACTS_FILE, ...recorded }];
    await readBack(path, files, this.#data);
    this.#folder.recordWritten([DONE_FILE, stagingOf(DONE_FILE)]);
    await writeDurable(join(path, DONE_FILE), toJson(doneDocument(this.#data, recorded, end)));
    const chunks = this.#data.reduce((sum, fact) => sum + fact.chunks.length, 0);
    // Each chunk has an index beside it, and the done marker is a file too.
    return files.length + 2 * chunks + 1;
  }

  async #append(...facts: readonly Fact[]): Promise<void> {
    await this.#folder.facts.append(facts.map(formatFact).join(''));
  }

  /** Writes files and records them as the dump's own, all of them or, where one can't be written, none. */
  async #write(files: readonly EngineNewFile[]): Promise<void> {
    await writeFiles(this.#engine, this.#folder.path, files);
    this.#folder.recordWritten(files.map(({ name }) => name));
    const written = files.map(({ name, text }) => ({ file: name, ...digestOf(Buffer.from(text, 'utf8')) }));
    this.#files.push(...written);
    await this.#append({ fact: 'files', files: written });
  }
}

function tableFiles(
  { table, createTable, triggers }: DescribedTable,
  options: DumpOptions,
): readonly EngineNewFile[] {
  const { stem } = table;
  return [
    { name: `${stem}.json`, text: toJson(tableDocument(table, triggers, options)) },
    ...(options.selection.content === 'data'
      ? []
      : [{ name: `${stem}.sql`, text: tableScript(createTable) }]),
    ...(triggers.length > 0 ? [{ name: `${stem}.triggers.sql`, text: triggersScript(triggers) }] : []),
  ];
}

function definitionFact({ table, createTable }: DescribedTable): Fact {
  const { facts, versions } = table;
  const { schema, name, rows, dataBytes } = facts;
  const key = (table.key?.parts ?? []).map(({ column }) => column);
  const estimated = { rows, bytes: dataBytes };
  return { fact: 'definition', schema, table: name, createTable, key, versions, estimated };
}

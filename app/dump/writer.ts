import type { SequenceObject } from '../catalog/objects/sequences';
import type { StoredObject, ViewObject } from '../catalog/objects/objects';
import type { CoverageGap } from '../contract/runs/coverage';
import type { Content, DumpOptions } from '../contract/runs/options';
import type { Addon, EngineNewFile } from '../engine/addon';
import type { DataFact, Fact } from '../format/facts';
import { DumpFiles, type DumpPlace } from '../format/write/dump-files';
import { toJson } from '../format/write/written-documents';
import { MANIFEST_FILE, POST_SCRIPT_FILE, PRE_SCRIPT_FILE, USERS_SCRIPT_FILE } from '../format/names';
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
  manifestDocument,
  schemaDocument,
  tableDocument,
  type ManifestInput,
  type SchemaInput,
  type SchemaStem,
} from '../source/definitions/documents';
import type { DefinitionSink, DescribedTable } from '../source/definitions/definitions';

/** Writes all files of a dump except table data: data files are the engine's. */
export class DumpWriter implements DefinitionSink {
  readonly #files: DumpFiles;

  private constructor(files: DumpFiles) {
    this.#files = files;
  }

  /**
   * Writes the manifest: without it the folder is no dump yet.
   *
   * @param gaps objects that the account could not read, recorded for later readers of the dump
   */
  static async create(
    engine: Addon,
    place: DumpPlace,
    manifest: ManifestInput,
    gaps: readonly CoverageGap[],
  ): Promise<DumpWriter> {
    const writer = new DumpWriter(new DumpFiles(engine, place));
    const { accounts } = manifest;
    await writer.recordGaps(gaps);
    await writer.#files.write([
      { name: MANIFEST_FILE, text: toJson(manifestDocument(manifest)) },
      { name: PRE_SCRIPT_FILE, text: emptyScript() },
      { name: POST_SCRIPT_FILE, text: emptyScript() },
      ...(accounts.length > 0 ? [{ name: USERS_SCRIPT_FILE, text: usersScript(accounts) }] : []),
    ]);
    return writer;
  }

  /** Records objects that are missing from the dump. */
  async recordGaps(gaps: readonly CoverageGap[]): Promise<void> {
    await this.#files.append(...gaps.map((gap) => ({ fact: 'lacks' as const, ...gap })));
  }

  /** Records privileges of every account of the source, which are not those of the dumped accounts alone. */
  async recordPublicGrants(statements: readonly string[]): Promise<void> {
    if (statements.length > 0)
      await this.#files.append({ fact: 'public-grants', statements: [...statements] });
  }

  get data(): readonly DataFact[] {
    return this.#files.data;
  }

  /** Resolves when the documents of all these tables are written and recorded. */
  async tables(described: readonly DescribedTable[], options: DumpOptions): Promise<void> {
    await settleAll([
      this.#files.write(described.flatMap((table) => tableFiles(table, options))),
      this.#files.append(...described.map(definitionFact)),
    ]);
  }

  async views(views: readonly (ViewObject & { readonly stem: string })[]): Promise<void> {
    await this.#files.write(
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
    await this.#files.write([
      ...(content === 'data' ? [] : [script]),
      { name: `${stem}.json`, text: toJson(schemaDocument(input, content)) },
    ]);
  }

  /** Records that only rows are still to come: from now on the dump can be followed. */
  async markStructureComplete(): Promise<void> {
    await this.#files.append({ fact: 'structure' });
  }

  /** Records a data set whose files have their final names; resolves when the record is in the file. */
  async dataSet(fact: DataFact): Promise<void> {
    await this.#files.dataSet(fact);
  }

  /** Leaves the folder as it is: its rows went somewhere else. */
  async leave(): Promise<void> {
    await this.#files.leave();
  }

  /**
   * Writes the done marker, once all other files are on disk and were read back: from now on the folder is a dump.
   * Resolves to the number of its files.
   */
  async done(end: Date): Promise<number> {
    return await this.#files.done(end);
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

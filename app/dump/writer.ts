import { promises as fs } from 'fs';
import { join } from 'path';
import type { SequenceObject } from '../catalog/sequences';
import type { StoredObject, TriggerObject, ViewObject } from '../catalog/objects';
import type { Content, DumpOptions } from '../contract/options';
import type { Addon } from '../engine/addon';
import { syncFolder } from '../engine/folder-sync';
import { LineFile, writeDurable, writePlain } from '../format/durable';
import { formatFact, type DataFact, type Fact } from '../format/facts';
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
} from '../format/sql-files';
import { settleAll } from '../format/settle';
import {
  doneDocument,
  manifestDocument,
  schemaDocument,
  tableDocument,
  toJson,
  type ManifestInput,
  type SchemaInput,
  type SchemaStem,
} from './documents';
import type { TablePlan } from './plan';

/** Writes everything of a dump that is not table data. Data files are the engine's. */
export class DumpWriter {
  readonly #folder: string;
  readonly #facts: LineFile;
  readonly #data: DataFact[] = [];

  private constructor(folder: string, facts: LineFile) {
    this.#folder = folder;
    this.#facts = facts;
  }

  /** The manifest is the first file: a folder without it is not a dump. */
  static async create(folder: string, manifest: ManifestInput, consistency: string): Promise<DumpWriter> {
    const writer = new DumpWriter(folder, await LineFile.create(join(folder, FACTS_FILE)));
    await writer.#write(MANIFEST_FILE, toJson(manifestDocument(manifest)));
    await writer.#write(PRE_SCRIPT_FILE, emptyScript());
    await writer.#write(POST_SCRIPT_FILE, emptyScript());
    if (manifest.accounts.length > 0) await writer.#write(USERS_SCRIPT_FILE, usersScript(manifest.accounts));
    await writer.#facts.append(formatFact({ fact: 'dump', sluice: manifest.sluiceVersion, consistency }));
    return writer;
  }

  get data(): readonly DataFact[] {
    return this.#data;
  }

  async table(
    plan: TablePlan,
    createTable: string,
    triggers: readonly TriggerObject[],
    options: DumpOptions,
  ): Promise<void> {
    const { schema, name } = plan.facts;
    const key = (plan.key?.parts ?? []).map(({ column }) => column);
    await settleAll([
      this.#write(`${plan.stem}.json`, toJson(tableDocument(plan, triggers, options))),
      ...(options.selection.content !== 'data'
        ? [this.#write(`${plan.stem}.sql`, tableScript(createTable))]
        : []),
      ...(triggers.length > 0 ? [this.#write(`${plan.stem}.triggers.sql`, triggersScript(triggers))] : []),
      this.#append({ fact: 'definition', schema, table: name, createTable, key }),
    ]);
  }

  async view(view: ViewObject, stem: string): Promise<void> {
    await this.#write(`${stem}.pre.sql`, viewPlaceholderScript(view));
    await this.#write(`${stem}.sql`, viewScript(view));
  }

  async schema(
    { stem }: SchemaStem,
    input: SchemaInput,
    createSchema: string,
    objects: readonly StoredObject[],
    sequences: readonly SequenceObject[],
    content: Content,
  ): Promise<void> {
    if (content !== 'data')
      await this.#write(`${stem}.sql`, schemaScript(input.schema, createSchema, objects, sequences));
    await this.#write(`${stem}.json`, toJson(schemaDocument(input, content)));
  }

  /** Records a data set whose files have their final names; resolves when the record is in the file. */
  async dataSet(fact: DataFact): Promise<void> {
    this.#data.push(fact);
    await this.#append(fact);
  }

  /**
   * Writes the last file, once all others are on the disk: from now on the folder is a dump. Resolves to the number
   * of its files.
   */
  async done(engine: Addon, end: Date): Promise<number> {
    await this.#facts.close();
    await syncFolder(engine, this.#folder);
    await writeDurable(join(this.#folder, DONE_FILE), toJson(doneDocument(this.#data, end)));
    return (await fs.readdir(this.#folder)).length;
  }

  /** Lets go of the facts file without declaring the dump done. */
  async abandon(): Promise<void> {
    await this.#facts.close();
  }

  async #append(fact: Fact): Promise<void> {
    await this.#facts.append(formatFact(fact));
  }

  async #write(name: string, text: string): Promise<void> {
    await writePlain(this.#folder, name, text);
  }
}

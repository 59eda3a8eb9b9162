import type { AccountObject } from '../../catalog/privileges/accounts';
import { quoteTable } from '../../catalog/text/quote';
import type { ServerFacts } from '../../catalog/server/server';
import type { SequenceObject } from '../../catalog/objects/sequences';
import type { StoredObject, ViewObject } from '../../catalog/objects/objects';
import type { Content, DumpOptions } from '../../contract/runs/options';
import {
  manifestDocument,
  schemaDocument,
  tableDocument,
  type SchemaInput,
  type SchemaStem,
} from '../definitions/documents';
import type { DefinitionSink, DescribedTable } from '../definitions/definitions';
import { USERS_SCRIPT_FILE } from '../../format/names';
import {
  schemaScript,
  tableScript,
  triggersScript,
  usersScript,
  viewPlaceholderScript,
  viewScript,
} from '../../format/sql/files';
import type { DumpFolder, DumpSchema, DumpTable } from '../../format/read/dump';
import { migrateFailures } from '../../text/migrate/run';

/** Properties of the source that a dump records besides its definitions. */
export interface LiveSource {
  readonly server: ServerFacts;
  readonly options: DumpOptions;
  readonly sluiceVersion: string;
  readonly consistent: boolean;
  /** Selected accounts. */
  readonly accounts: readonly AccountObject[];
}

/**
 * A dump without a folder: the definitions of a live server as a dump would write them, and its tables without chunks.
 * Code that loads dumps takes it like any other.
 */
export class LiveDump implements DefinitionSink {
  readonly #scripts = new Map<string, string>();
  readonly #tables = new Map<string, DumpTable>();
  readonly #schemas: DumpSchema[] = [];

  tables(described: readonly DescribedTable[], options: DumpOptions): Promise<void> {
    for (const table of described) this.#describe(table, options);
    return Promise.resolve();
  }

  views(views: readonly (ViewObject & { readonly stem: string })[]): Promise<void> {
    for (const view of views) {
      this.#scripts.set(`${view.stem}.pre.sql`, viewPlaceholderScript(view));
      this.#scripts.set(`${view.stem}.sql`, viewScript(view));
    }
    return Promise.resolve();
  }

  schema(
    { stem }: SchemaStem,
    input: SchemaInput,
    createSchema: string,
    objects: readonly StoredObject[],
    sequences: readonly SequenceObject[],
    content: Content,
  ): Promise<void> {
    const script = `${stem}.sql`;
    this.#scripts.set(script, schemaScript(input.schema, createSchema, objects, sequences));
    const document = schemaDocument(input, content);
    this.#schemas.push({
      name: input.schema,
      stem,
      document,
      scripts: [script],
      tables: document.tables.flatMap((table) => this.#tables.get(quoteTable(input.schema, table)) ?? []),
      views: input.views,
    });
    return Promise.resolve();
  }

  /** Returns the dump, after all schemas were written. */
  toDump({ server, options, sluiceVersion, consistent, accounts }: LiveSource): DumpFolder {
    const begin = new Date();
    if (accounts.length > 0) this.#scripts.set(USERS_SCRIPT_FILE, usersScript(accounts));
    const manifest = manifestDocument({
      sluiceVersion,
      server,
      options,
      schemas: this.#schemas.map(({ name, stem }) => ({ schema: name, stem })),
      accounts,
      position: null,
      consistent,
      partitioned: false,
      begin,
    });
    return {
      form: 'folder',
      path: '',
      directory: '',
      identity: () => Promise.resolve(''),
      script: (name) => this.#script(name),
      manifest,
      vendor: server.vendor,
      done: null,
      schemas: this.#schemas,
      lacks: [],
      remarks: [],
      problems: [],
      files: 0,
      digests: 0,
    };
  }

  #describe({ table, createTable, triggers }: DescribedTable, options: DumpOptions): void {
    const { facts, stem, key } = table;
    this.#scripts.set(`${stem}.sql`, tableScript(createTable));
    if (triggers.length > 0) this.#scripts.set(`${stem}.triggers.sql`, triggersScript(triggers));
    this.#tables.set(quoteTable(facts.schema, facts.name), {
      schema: facts.schema,
      name: facts.name,
      dumpedName: facts.name,
      stem,
      document: tableDocument(table, triggers, options),
      definition: {
        fact: 'definition',
        schema: facts.schema,
        table: facts.name,
        createTable,
        key: (key?.parts ?? []).map(({ column }) => column),
        versions: table.versions,
      },
      chunks: [],
      // From statistics, for the estimate of index costs; replaced by the counts of moved rows.
      rows: facts.rows,
      bytes: facts.dataBytes,
    });
  }

  #script(name: string): Promise<string> {
    const text = this.#scripts.get(name);
    if (text !== undefined) return Promise.resolve(text);
    return Promise.reject(migrateFailures.scriptMissing({ name }));
  }
}

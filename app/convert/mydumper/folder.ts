import { quoteName } from '../../catalog/text/quote';
import type { EngineNewFile } from '../../engine/addon';
import type { EngineExportTable } from '../../engine/specs';
import { Stems } from '../../format/names';
import { holdsRows, type DumpSchema, type DumpTable } from '../../format/read/dump';
import type { ChosenDump } from '../chosen-dump';
import { versionsOf } from '../../format/row-versions';
import { isPlace, plainCreations } from '../../format/sql/creation';
import { storedObjectOf } from '../../format/sql/stored-object';
import { convertFailures } from '../../text/convert';
import { createdBy, isSequence, programsOf, triggersOf } from '../sql/programs';
import { SQL_MODE, WITH_HISTORY } from '../sql/script';
import { createdTable, insertsOf } from '../sql/table';
import { printLines } from './print';

/** Schema names that stand in the names of files as they are: myloader takes them from there. */
const PLAIN_SCHEMA = /^[\w$-]+$/;
const SETTINGS = [
  '/*!40101 SET NAMES utf8mb4*/;\n',
  '/*!40014 SET FOREIGN_KEY_CHECKS=0*/;\n',
  "/*!40103 SET TIME_ZONE='+00:00' */;\n",
  `/*!40101 SET SQL_MODE=${SQL_MODE}*/;\n`,
].join('');

interface Writing {
  readonly sluiceVersion: string;
  /** Behind the names of packed files. */
  readonly suffix: string;
}

/** Number of rows that were written of a table. */
export type RowsWritten = (schema: string, table: string) => number;

/** Name of a table or a view, and that of its files. */
interface NamedFiles {
  readonly kind: 'table' | 'view';
  readonly schema: string;
  readonly name: string;
  /** Begins with the schema. */
  readonly stem: string;
  /** False for a table of which the dump holds no rows by wish. */
  readonly hasRows: boolean;
}

/** A line feed in a name, as mydumper has it in lines of its own (its sources, src/common.c). */
const LINE_FEED = '\u10000';

/**
 * A section of the file `metadata`: myloader 1.0 knows a table by the name of its files, and by its real name from here alone
 * (measured: without that it ends while it makes indexes).
 */
function sectionOf({ kind, schema, name, stem, hasRows }: NamedFiles, rows: RowsWritten): readonly string[] {
  return [
    '',
    `[\`${schema}\`.\`${stem.slice(schema.length + 1)}\`]`,
    `real_table_name=${name.replace(/\n/g, LINE_FEED)}`,
    ...(hasRows ? [`rows = ${rows(schema, name)}`] : []),
    ...(kind === 'view' ? ['is_view = 1'] : []),
  ];
}

/** Files as mydumper writes them, for myloader from 0.10 on. */
export class MydumperFolder {
  readonly #dump: ChosenDump;
  readonly #writing: Writing;
  readonly #stems = new Stems('.');
  readonly #files: EngineNewFile[] = [];
  readonly #named: NamedFiles[] = [];

  constructor(dump: ChosenDump, writing: Writing) {
    this.#dump = dump;
    this.#writing = writing;
  }

  async *parts(): AsyncGenerator<Omit<EngineExportTable, 'id' | 'file'> & { readonly name: string }> {
    for (const schema of this.#dump.schemas) {
      if (!PLAIN_SCHEMA.test(schema.name)) throw convertFailures.schemaName({ schema: schema.name });
      await this.#addSchema(schema);
      for (const table of schema.tables) {
        const stem = this.#stem(schema.name, table.name);
        this.#named.push({
          kind: 'table',
          schema: schema.name,
          name: table.name,
          stem,
          hasRows: table.document.includesData,
        });
        const { statements, text } = await createdTable(this.#dump, table);
        if (statements.length > 0) this.#add(`${stem}-schema.sql`, statements);
        await this.#addTriggers(table, stem);
        if (!holdsRows(table)) continue;
        yield {
          schema: schema.name,
          table: table.name,
          name: `${stem}.00000.sql${this.#writing.suffix}`,
          before: versionsOf(table) === 'all' ? `${SETTINGS}${WITH_HISTORY}` : SETTINGS,
          after: '',
          parquet: null,
          ...insertsOf(table, text),
          chunks: table.chunks,
        };
      }
      await this.#addViews(schema);
    }
  }

  /** Definitions so far. */
  get files(): readonly EngineNewFile[] {
    return this.#files;
  }

  /** The file by which a folder is known to be whole. */
  metadata(rows: RowsWritten): EngineNewFile {
    // Without this section myloader from 0.20.2 on refuses the folder (its sources, src/myloader/myloader_process.c).
    const lines = [
      `# Sluice ${this.#writing.sluiceVersion}, folder of mydumper`,
      ...['', '[config]', 'quote-character = BACKTICK'],
      ...this.#named.flatMap((one) => sectionOf(one, rows)),
    ];
    return { name: 'metadata', text: `${lines.join('\n')}\n` };
  }

  async #addSchema(schema: DumpSchema): Promise<void> {
    const statements = await programsOf(this.#dump, schema);
    const create = statements.filter((statement) => isPlace(statement) && !/^USE\b/i.test(statement));
    const sequences = plainCreations(statements.filter(isSequence));
    if (create.length > 0)
      this.#add(`${schema.name}-schema-create.sql`, [
        ...create,
        ...(sequences.length > 0 ? [`USE ${quoteName(schema.name)}`, ...sequences] : []),
      ]);
    const programs = statements.filter((statement) => !isPlace(statement) && !isSequence(statement));
    if (programs.some((statement) => storedObjectOf(statement) !== null))
      this.#add(`${schema.name}-schema-post.sql`, plainCreations(programs));
  }

  async #addTriggers(table: DumpTable, stem: string): Promise<void> {
    const statements = await triggersOf(this.#dump, table);
    if (statements.length > 0) this.#add(`${stem}-schema-triggers.sql`, statements);
  }

  /** A table stands for each view until all are there: views that are made over it are as over the view. */
  async #addViews({ name: schema, views, document }: DumpSchema): Promise<void> {
    for (const { name, stem: source } of document.includesViewsDdl ? views : []) {
      const stem = this.#stem(schema, name);
      this.#named.push({ kind: 'view', schema, name, stem, hasRows: false });
      const columns = placeholderColumns(await this.#dump.script(`${source}.pre.sql`));
      const list = columns.map((column) => `  ${column} int`).join(',\n');
      this.#add(`${stem}-schema.sql`, [`CREATE TABLE ${quoteName(name)} (\n${list}\n)`]);
      this.#add(`${stem}-schema-view.sql`, [
        `DROP TABLE IF EXISTS ${quoteName(name)}`,
        `DROP VIEW IF EXISTS ${quoteName(name)}`,
        ...(await createdBy(this.#dump, `${source}.sql`)),
      ]);
    }
  }

  #add(name: string, statements: readonly string[]): void {
    this.#files.push({ name, text: `${SETTINGS}\n${printLines(statements)}` });
  }

  /** A dot would end the name of a table. */
  #stem(schema: string, name: string): string {
    const stem = this.#stems.of(schema, name);
    return `${schema}.${stem.slice(schema.length + 1).replace(/\./g, '%2E')}`;
  }
}

/** The quoted names of the columns in a view's placeholder. */
function placeholderColumns(script: string): readonly string[] {
  return [...script.matchAll(/\b1 AS (`(?:[^`]|``)+`)/g)].map(([, name = '']) => name);
}

import { promises as fs } from 'fs';
import { basename, join } from 'path';
import type { Failure } from '../../contract/failure';
import type { Addon } from '../../engine/addon';
import { fieldsFailures } from '../../text/format/fields';
import { mydumperFailures } from '../../text/format/mydumper';
import { fieldsRecipe, OWN_CHARSETS } from '../fields/columns';
import { fieldsRows } from '../fields/rows';
import { COMPRESSED_SUFFIXES } from '../packing';
import type { TablesThere } from '../format';
import type { FieldsRows, ScriptContent, ScriptFile, ScriptTable } from '../script/content';
import { emptySchema } from '../script/tables/collected';
import { contentOf } from '../script/tables/schema-content';
import { withTablesThere } from '../script/tables/there';
import { assertWithin } from '../read/within';
import { unpackedHead } from '../script/files/unpacked';
import { inZone } from '../values/zone';
import { loadDataOf, type LoadData } from './load-data';

/** The statement of a table of thousands of columns has fewer. */
const MOST_BYTES = 1 << 16;

/** Rows that LOAD DATA statements of a folder read. */
export class ValueFiles {
  readonly #engine: Addon;
  readonly #directory: string;
  readonly #timeZone: string | undefined;
  readonly #left: Map<string, ScriptFile>;
  readonly #loads: { readonly file: ScriptFile; readonly schema: string; readonly load: LoadData }[] = [];
  readonly #problems: Failure[] = [];

  /**
   * @param files those that hold rows
   * @param timeZone that of TIMESTAMP values, where the statements name none
   */
  constructor(engine: Addon, directory: string, files: readonly ScriptFile[], timeZone?: string) {
    this.#timeZone = timeZone;
    this.#engine = engine;
    this.#directory = directory;
    this.#left = new Map(files.map((file) => [file.name, file]));
  }

  /** Returns whether a script is one of theirs, and takes note of what it reads. */
  async takes(script: ScriptFile, schema: string): Promise<boolean> {
    const path = join(this.#directory, script.path);
    if ((await fs.stat(path)).size > MOST_BYTES) return false;
    const text = (await unpackedHead({ ...script, path }, this.#engine, MOST_BYTES)).toString('utf8');
    if (!/\bLOAD\s+DATA\b/i.test(text) || /\bINSERT\b|\bREPLACE\s+INTO\b(?!\s+TABLE)/i.test(text))
      return false;
    const load = loadDataOf(text);
    if (load === null) this.#problems.push(fieldsFailures.loadStatement({ file: script.name }).failure);
    else this.#note(script, schema, load);
    return true;
  }

  #note(script: ScriptFile, schema: string, load: LoadData): void {
    const name = basename(load.file);
    const found = ['', ...COMPRESSED_SUFFIXES.map(([suffix]) => suffix)]
      .map((suffix) => this.#left.get(name + suffix))
      .find((file) => file !== undefined);
    if (found === undefined) {
      this.#problems.push(mydumperFailures.rowsFileMissing({ file: script.name, rows: name }).failure);
      return;
    }
    this.#left.delete(found.name);
    this.#loads.push({ file: found, schema, load });
  }

  /** The content with their rows in its tables: in those that are there, where the folder does not create them. */
  async fill(statements: ScriptContent, there: TablesThere): Promise<ScriptContent> {
    const content = withTablesThere(this.#withTables(statements), there);
    const rows = new Map<ScriptTable, FieldsRows[]>();
    const found: Failure[] = [];
    for (const { file, schema, load } of this.#loads) {
      const table = tableIn(content, schema, load.table);
      if (table === undefined || table.columns.length === 0) {
        const place = { table: `${schema}.${load.table}` };
        found.push(mydumperFailures.rowsOfNoTable({ rows: file.name, ...place }, place).failure);
        continue;
      }
      const before = rows.get(table) ?? [];
      const { ranges, problems } = await this.#rowsOf(file, load, table, before);
      rows.set(table, [...before, ...ranges]);
      found.push(...problems);
    }
    const problems = [
      ...content.problems,
      ...this.#problems,
      ...found,
      ...[...this.#left.keys()].map(
        (file) => mydumperFailures.unnamedRows({ file }, { chunk: file }).failure,
      ),
    ];
    const schemas = content.schemas.map((schema) => ({
      ...schema,
      tables: schema.tables.map((table) => ({ ...table, rows: [...table.rows, ...(rows.get(table) ?? [])] })),
    }));
    return { ...content, schemas, problems };
  }

  /** The content with each of their tables, though the folder does not create it. */
  #withTables(content: ScriptContent): ScriptContent {
    let { schemas } = content;
    for (const { schema, load } of this.#loads) {
      if (tableIn({ schemas }, schema, load.table) !== undefined) continue;
      const known = schemas.find(({ name }) => name === schema) ?? contentOf(emptySchema(schema));
      const text = { name: load.table, elements: [], options: '' };
      const table = { text, isReworded: true, isCreated: false, columns: [], rows: [], triggers: [] };
      const filled = { ...known, tables: [...known.tables, table] };
      schemas = [...schemas.filter(({ name }) => name !== schema), filled];
    }
    return { ...content, schemas };
  }

  async #rowsOf(
    file: ScriptFile,
    load: LoadData,
    table: ScriptTable,
    before: readonly FieldsRows[],
  ): Promise<{ readonly ranges: readonly FieldsRows[]; readonly problems: readonly Failure[] }> {
    const found: Failure[] = [];
    const { dialect, skippedRows, charset, columns } = load;
    await assertWithin(this.#directory, join(this.#directory, file.path));
    const own = fieldsRecipe(
      table.text,
      columns.map(({ name }) => name),
      charset,
    );
    const hex = columns.filter(({ isHex }) => isHex).map(({ name }) => name);
    const recipe = {
      ...own,
      columns: own.columns.map((column, at) => (columns[at]?.isHex === true ? ('text' as const) : column)),
      decoders: { ...own.decoders, ...Object.fromEntries(hex.map((name) => [name, 'UNHEX'])) },
      // mydumper escapes byte by byte where the server tells it of no character set.
      unsafe: charset === OWN_CHARSETS ? [] : own.unsafe,
    };
    const lacksZone = !load.isUtc && table.columns.some(({ type }) => type === 'timestamp');
    if (lacksZone && this.#timeZone === undefined)
      found.push(fieldsFailures.timesOfNoZone({ file: file.name, table: table.text.name }).failure);
    const [first] = before;
    const isOther =
      (first !== undefined && String(first.columns) !== String(recipe.names)) ||
      (first === undefined && table.rows.length > 0);
    if (isOther || !isReadable(load)) {
      found.push(fieldsFailures.loadStatement({ file: file.name }).failure);
      return { ranges: [], problems: found };
    }
    const { rows, problems } = await fieldsRows(this.#engine, {
      ...{ directory: this.#directory, file, dialect, recipe, skippedRows },
    });
    return {
      ranges: lacksZone ? inZone(rows, this.#timeZone) : rows,
      problems: [...found, ...problems],
    };
  }
}

function tableIn(
  { schemas }: Pick<ScriptContent, 'schemas'>,
  schema: string,
  table: string,
): ScriptTable | undefined {
  const own = schemas.find(({ name }) => name === schema);
  return own?.tables.find(({ text }) => text.name === table);
}

/** The engine finds fields by terminators whose first characters are in them once, and by marks of one byte. */
function isReadable({ dialect: { fieldTerminator, lineTerminator, enclosure, escape } }: LoadData): boolean {
  return (
    [fieldTerminator, lineTerminator].every(
      (mark) => mark !== '' && mark.lastIndexOf(mark.charAt(0)) === 0,
    ) &&
    fieldTerminator !== lineTerminator &&
    [enclosure, escape].every((mark) => /^[\x01-\x7f]?$/.test(mark))
  );
}

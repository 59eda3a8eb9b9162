import type { Failure } from '../../contract/failure';
import { assertNever } from '../../contract/exhaustive';
import type { PlacedName } from '../../catalog/definition/statement-head';
import { isSystem } from '../../catalog/objects/schemas';
import type {
  EngineScriptEnd,
  EngineScriptItem,
  EngineScriptLine,
  EngineScriptRows,
  EngineScriptStatement,
} from '../../engine/addon';
import { scriptFailures, scriptText } from '../../text/format/script';
import type {
  ScriptContent,
  ScriptFile,
  ScriptObject,
  ScriptRows,
  ScriptSchema,
  ScriptSequence,
} from './content';
import { headerOf, type ScriptHeader } from './header';
import { withPlainHead } from './plain-head';
import { FollowedSettings } from './settings';
import { statementOf, type ScriptStatement, type TableName } from './statement';
import { statementText } from './statement-bytes';
import { altered, columnsOf, tableTextOf, visibleColumns, type TableText } from './table-text';

type Create = Extract<ScriptStatement, { kind: 'create' }>;

/** A table that is being collected; rows and keys follow its definition. */
interface Table {
  text: TableText;
  isReworded: boolean;
  readonly line: number;
  readonly rows: ScriptRows[];
  /** Time zones that were set where its rows stand. */
  readonly zones: Set<string | null>;
  readonly triggers: ScriptObject[];
}

interface Schema {
  readonly name: string;
  create: string | null;
  readonly tables: Map<string, Table>;
  readonly views: Map<string, ScriptObject>;
  /** Columns of the placeholders that stand for views until their definition comes. */
  readonly placeholders: Map<string, readonly string[]>;
  readonly programs: ScriptObject[];
  readonly sequences: Map<string, ScriptSequence>;
}

const LONGEST_EXCERPT = 200;
const UTC = new Set(['+00:00', '-00:00', 'utc', '+0:00']);
/** A CREATE TABLE as both servers print it (sql/sql_show.cc): each part on a line of its own. */
const PRINTED = /^CREATE TABLE `(?:[^`]|``)+` \(\n {2}`/;
const TABLESPACES = /\bto dump tablespaces\b/;
const END_MARK = /^-- Dump completed/m;
const PROGRAMS = /^(?:FUNCTION|PROCEDURE|PACKAGE|EVENT|LIBRARY)\b/;

/** Place of the items that follow. */
export interface ScriptPlace {
  readonly file: ScriptFile;
  /** Schema of objects before which the file names none. */
  readonly schema: string;
}

/** Collects what a script holds, item by item in its order, and what speaks against loading it. */
export class ScriptCollector {
  readonly #schemas = new Map<string, Schema>();
  readonly #problems: Failure[] = [];
  readonly #remarks = new Map<string, string>();
  readonly #settings = new FollowedSettings();
  #place: ScriptPlace;
  #current: string;
  #comments = '';

  /** @param place that of the first items */
  constructor(place: ScriptPlace) {
    this.#place = place;
    this.#current = place.schema;
  }

  /** Goes on with another file: it begins with the settings of a new session. */
  enter(place: ScriptPlace): void {
    this.#place = place;
    this.#current = place.schema;
    this.#settings.reset();
  }

  /** Names of the schemas so far, in the order in which they came. */
  schemaNames(): readonly string[] {
    return [...this.#schemas.keys()];
  }

  add(item: EngineScriptItem): void {
    switch (item.kind) {
      case 'statement':
        this.#statement(item);
        return;
      case 'rows':
        this.#rows(item);
        return;
      case 'comment':
        this.#comment(item.text.toString('utf8'));
        return;
      case 'noise':
        this.#noise(item);
        return;
      case 'end':
        this.#end(item);
        return;
      default:
        assertNever(item);
    }
  }

  /** Facts that the comments so far tell. */
  header(): ScriptHeader {
    return headerOf(this.#comments);
  }

  content(): ScriptContent {
    for (const schema of this.#schemas.values())
      for (const table of schema.tables.values()) this.#checkTimes(schema, table);
    return {
      schemas: [...this.#schemas.values()].map(contentOf),
      // Missing parts explain most of what else is wrong.
      problems: [
        ...this.#problems.filter(isIncomplete),
        ...this.#problems.filter((problem) => !isIncomplete(problem)),
      ],
      remarks: [...this.#remarks.values()],
    };
  }

  #statement({ text: bytes, line }: EngineScriptStatement): void {
    const charset = this.#settings.now.character_set_client;
    const text = statementText(bytes, charset);
    if (text === null) {
      this.#report(scriptFailures.notText({ line, charset: charset ?? 'utf8mb4' }));
      return;
    }
    const statement = statementOf(text);
    switch (statement.kind) {
      case 'use':
        this.#current = statement.schema;
        return;
      case 'create-schema':
        this.#createSchema(statement.schema, text);
        return;
      case 'create':
        this.#create(statement, text, line);
        return;
      case 'alter-table':
        this.#alter(statement.table, statement.actions, text, line);
        return;
      case 'set-value':
        this.#setValue(statement.sequence, text, line);
        return;
      case 'set':
        this.#set(text, line);
        return;
      case 'not-needed':
        return;
      case 'replication':
        this.#remark('replication', scriptText.replication(line));
        return;
      case 'account':
        this.#remark('account', scriptText.accounts(line));
        return;
      case 'include':
        this.#report(scriptFailures.includesFile({ line, file: statement.file.slice(0, LONGEST_EXCERPT) }));
        return;
      case 'unknown':
        this.#unknown(text, line);
        return;
      default:
        assertNever(statement);
    }
  }

  #createSchema(name: string, text: string): void {
    const schema = this.#schema(name);
    if (schema !== null) schema.create ??= text;
  }

  #create({ head }: Create, text: string, line: number): void {
    const { kind, object } = head;
    const schema = this.#schemaOf(object);
    if (schema === null) return;
    const { name } = object;
    if (kind === 'TABLE') this.#createTable(schema, head, text, line);
    else if (kind === 'VIEW') this.#createView(schema, name, text);
    else if (kind === 'SEQUENCE') schema.sequences.set(name, { name, create: text, setValue: null });
    else if (kind === 'TRIGGER') this.#createTrigger(schema, head, text, line);
    else if (PROGRAMS.test(kind)) schema.programs.push(this.#object(kind, name, text));
    else this.#unknown(text, line);
  }

  #createTable(schema: Schema, head: Create['head'], statement: string, line: number): void {
    const text = /^\S*\s*CREATE\s+TEMPORARY\b/i.test(statement) ? null : tableTextOf(statement, head);
    if (text === null) {
      this.#unknown(statement, line);
      return;
    }
    const before = schema.tables.get(text.name);
    if (before === undefined) {
      schema.tables.set(text.name, {
        ...{ text, line, isReworded: !PRINTED.test(statement) },
        ...{ rows: [], zones: new Set(), triggers: [] },
      });
      return;
    }
    const object = `the table ${schema.name}.${text.name}`;
    this.#report(scriptFailures.twice({ object, first: before.line, line }));
  }

  /** The first of two views of a name, and a table of the name, stand for it until all that it needs is there. */
  #createView(schema: Schema, name: string, text: string): void {
    const table = schema.tables.get(name);
    if (table?.rows.length === 0) {
      schema.placeholders.set(
        name,
        columnsOf(table.text).map((column) => column.name),
      );
      schema.tables.delete(name);
    }
    const before = schema.views.get(name);
    if (before !== undefined) schema.placeholders.set(name, placeholderColumns(before.definition));
    schema.views.set(name, this.#object('VIEW', name, text));
  }

  #createTrigger(schema: Schema, { object, table }: Create['head'], text: string, line: number): void {
    const of = table === null ? undefined : schema.tables.get(table.name);
    if (of === undefined) this.#unknown(text, line);
    else of.triggers.push(this.#object('TRIGGER', object.name, text));
  }

  #object(kind: string, name: string, definition: string): ScriptObject {
    return { kind, name, definition: withPlainHead(definition), settings: this.#settings.now };
  }

  #alter(place: TableName, actions: string, statement: string, line: number): void {
    const schema = this.#schema(place.schema ?? this.#current);
    if (schema === null) return;
    const table = schema.tables.get(place.name);
    const text = table === undefined ? null : altered(table.text, actions);
    if (table === undefined || text === null) this.#unknown(statement, line);
    else {
      table.text = text;
      table.isReworded = true;
    }
  }

  #setValue(place: TableName, statement: string, line: number): void {
    const schema = this.#schema(place.schema ?? this.#current);
    const sequence = schema?.sequences.get(place.name);
    if (schema === null) return;
    if (sequence === undefined) this.#unknown(statement, line);
    else
      schema.sequences.set(place.name, {
        ...sequence,
        setValue: statement.replace(/^SELECT\s+SETVAL/i, 'DO SETVAL'),
      });
  }

  #set(statement: string, line: number): void {
    const outcome = this.#settings.follow(statement);
    if (outcome.kind === 'replication') this.#remark('replication', scriptText.replication(line));
    if (outcome.kind === 'unknown') this.#unknown(statement, line);
  }

  #rows(item: EngineScriptRows): void {
    const rows: ScriptRows = { ...item, file: this.#place.file };
    const { line, expressionLine, charset } = rows;
    const schema = this.#schema(rows.schema ?? this.#current);
    if (schema === null) return;
    const name = `${schema.name}.${rows.table}`;
    const place = { table: name };
    const table = schema.tables.get(rows.table);
    if (table === undefined) {
      this.#report(scriptFailures.rowsWithoutTable({ table: name, line }, place));
      return;
    }
    const [first = rows] = table.rows;
    if (expressionLine !== null)
      this.#report(scriptFailures.computed({ table: name, line: expressionLine }, place));
    if (!haveSameColumns(first, rows, table.text))
      this.#report(scriptFailures.otherColumns({ table: name, line }, place));
    if (first.charset !== charset)
      this.#report(scriptFailures.otherCharacterSet({ table: name, line, charset }, place));
    table.rows.push(rows);
    table.zones.add(this.#settings.now.time_zone);
  }

  #comment(text: string): void {
    this.#comments += `${text}\n`;
    // Objects without the name of a schema are of the one that was dumped.
    this.#current = headerOf(text).schema ?? this.#current;
  }

  #noise({ text: bytes, line }: EngineScriptLine): void {
    const text = bytes.toString('utf8');
    const excerpt = text.slice(0, LONGEST_EXCERPT);
    // Only definitions of tablespaces need that privilege (manual page of mysqldump, --no-tablespaces).
    const isHarmless = !/\berror\b/i.test(text) || TABLESPACES.test(text);
    if (isHarmless) this.#remark(`noise ${line}`, scriptText.toolWarning(line, excerpt));
    else this.#report(scriptFailures.toolFailed({ line, text: excerpt }));
  }

  #end({ cut }: EngineScriptEnd): void {
    const file = this.#place.file.name;
    const { tool, hasEndMark } = this.header();
    if (cut !== null && !cut.isDelivered)
      this.#report(scriptFailures.cut({ file, line: cut.line, lastWhole: cut.lastLine }));
    else if (hasEndMark && !END_MARK.test(this.#comments))
      this.#report(scriptFailures.endMissing({ file, tool }));
  }

  #checkTimes({ name }: Schema, { text, zones }: Table): void {
    if (!columnsOf(text).some(({ type }) => type === 'timestamp')) return;
    const odd = [...zones].find((zone) => zone === null || !UTC.has(zone.toLowerCase()));
    if (odd === undefined) return;
    const table = `${name}.${text.name}`;
    this.#report(scriptFailures.timesNotInUtc({ table, zone: odd }, { table }));
  }

  #schemaOf({ schema }: PlacedName): Schema | null {
    return this.#schema(schema?.name ?? this.#current);
  }

  /** The schema of this name; null for the server's own ones, which are left out. */
  #schema(name: string): Schema | null {
    if (isSystem(name)) {
      this.#remark(`system ${name}`, scriptText.systemSchema(name));
      return null;
    }
    const known = this.#schemas.get(name);
    if (known !== undefined) return known;
    const schema: Schema = {
      name,
      create: null,
      tables: new Map(),
      views: new Map(),
      placeholders: new Map(),
      programs: [],
      sequences: new Map(),
    };
    this.#schemas.set(name, schema);
    return schema;
  }

  #unknown(text: string, line: number): void {
    this.#report(scriptFailures.unknownStatement({ line, statement: excerptOf(text) }));
  }

  #report({ failure }: { readonly failure: Failure }): void {
    this.#problems.push({ ...failure, chunk: this.#place.file.name });
  }

  #remark(key: string, text: string): void {
    if (!this.#remarks.has(key)) this.#remarks.set(key, text);
  }
}

/** Rows that name no columns have all that are visible. */
function haveSameColumns(one: ScriptRows, other: ScriptRows, text: TableText): boolean {
  if (String(one.columns) === String(other.columns)) return true;
  if (one.columns !== null && other.columns !== null) return false;
  const visible = visibleColumns(columnsOf(text));
  return String(one.columns ?? visible) === String(other.columns ?? visible);
}

function isIncomplete({ code }: Failure): boolean {
  return code === 'dump-incomplete';
}

function contentOf({ name, create, tables, views, placeholders, programs, sequences }: Schema): ScriptSchema {
  return {
    name,
    create,
    tables: [...tables.values()].map(({ text, isReworded, rows, triggers }) => ({
      text,
      isReworded,
      columns: columnsOf(text),
      rows,
      triggers,
    })),
    views: [...views.values()].map(({ kind, name: view, definition, settings }) => ({
      kind,
      name: view,
      definition,
      settings,
      columns: placeholders.get(view) ?? [],
    })),
    programs,
    sequences: [...sequences.values()],
  };
}

/** Names of the columns of `… AS SELECT 1 AS `a`, 1 AS `b``, as mysqldump writes placeholders. */
function placeholderColumns(definition: string): readonly string[] {
  const names = [...definition.matchAll(/\b1 AS `((?:[^`]|``)+)`/g)];
  return names.map(([, name = '']) => name.replace(/``/g, '`'));
}

function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}

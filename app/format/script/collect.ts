import type { Failure, SluiceError } from '../../contract/failure';
import { assertNever } from '../../contract/exhaustive';
import type { PlacedName } from '../../catalog/definition/statement-head';
import { isSystem } from '../../catalog/objects/schemas';
import type {
  EngineScriptEnd,
  EngineScriptItem,
  EngineScriptLine,
  EngineScriptRows,
  EngineScriptStatement,
} from '../../engine/scan/scans';
import { scriptFailures, scriptText } from '../../text/format/script';
import { mayHoldBackslash } from '../encoded-text';
import type { WrittenAccount } from './accounts/accounts';
import { GrantTables } from './accounts/grant-tables';
import type {
  ScriptContent,
  ScriptFile,
  ScriptInclude,
  ScriptObject,
  ScriptPlace,
  ScriptRows,
  UnknownStatement,
} from './content';
import { endsDump, headerOf, isOfPostgreSql, isOfSqlite, tellsOfFailure, type ScriptHeader } from './header';
import { FollowedDrops } from './statements/drops';
import { includedName } from './statements/included-name';
import { withPlainHead } from './plain-head';
import { FollowedSettings, type SessionChoices } from './settings';
import { statementOf, type Drop, type ScriptStatement, type TableName } from './statements/statement';
import { placeholderColumns } from './statements/placeholder-columns';
import { statementText, textFailure, withTextNames } from './statements/statement-bytes';
import { isOfServer } from './statements/of-server';
import { emptiedTable, excerptOf, LONGEST_EXCERPT, mayBeRun } from './statements/unknown';
import { createdTable } from './tables/created-table';
import {
  onlyFillsTables,
  emptySchema,
  tableNamed,
  tableOfRows,
  type CollectedSchema as Schema,
  type CollectedTable as Table,
  type EarlyTrigger,
} from './tables/collected';
import { firedTables, NONE_FIRED } from './tables/fired';
import { orderProblems } from './tables/order';
import { contentOf } from './tables/schema-content';
import { inOwnMode, joinsTexts } from './tables/script-mode';
import { leavesTimesOpen, lineOfUnknownText } from './unset';
import { altered, columnsOf } from './tables/table-text';

type Create = Extract<ScriptStatement, { kind: 'create' }>;

const PROGRAMS = /^(?:FUNCTION|PROCEDURE|PACKAGE|EVENT|LIBRARY)\b/;

/** Collects what a script holds, item by item in its order, and what speaks against loading it. */
export class ScriptCollector {
  readonly #schemas = new Map<string, Schema>();
  readonly #statements: UnknownStatement[] = [];
  /** Those of drops whose objects are created again. */
  readonly #madeGood = new Set<UnknownStatement>();
  readonly #accounts: WrittenAccount[] = [];
  readonly #grantTables = new GrantTables();
  readonly #problems: Failure[] = [];
  readonly #warnings: Failure[] = [];
  readonly #remarks = new Map<string, string>();
  /** Statements that change the server, and are left out. */
  readonly #ofServer: { readonly file: string; readonly line: number }[] = [];
  readonly #settings: FollowedSettings;
  readonly #drops = new FollowedDrops<UnknownStatement>();
  readonly #early: EarlyTrigger[] = [];
  #place: ScriptPlace;
  #current: string;
  #comments = '';
  /** True behind the last statement that mysqldump or mariadb-dump writes. */
  #isEnded = false;
  #creates = 0;
  /** Length of the comments before the file that is being read. */
  #commentsBefore = 0;
  #hasIncluded = false;

  /** @param place that of the first items */
  constructor(place: ScriptPlace, choices: SessionChoices = {}) {
    this.#settings = new FollowedSettings(choices);
    this.#place = place;
    this.#current = place.schema;
  }

  /**
   * Goes on with another file: it begins with the settings of a new session.
   *
   * @param mode sql_mode that its tool sets; null for the server's own
   */
  enter(place: ScriptPlace, mode: string | null = null): void {
    this.#place = place;
    this.#current = place.schema;
    this.#settings.reset(mode);
    this.#isEnded = false;
    this.#commentsBefore = this.#comments.length;
  }

  /** Number of statements so far that create a table. */
  tables(): number {
    return this.#creates;
  }

  /** Names of the schemas so far, in the order in which they came. */
  schemaNames(): readonly string[] {
    return [...this.#schemas.keys()];
  }

  /** Returns the file that is to be read next, in the same session; null for none. */
  add(item: EngineScriptItem): ScriptInclude | null {
    if (item.kind === 'statement') return this.#statement(item);
    this.#take(item);
    return null;
  }

  /** Goes on with another file in the same session; returns how to come back. */
  include(file: ScriptFile): () => void {
    const [place, before] = [this.#place, this.#commentsBefore];
    this.#place = { ...place, file };
    this.#commentsBefore = this.#comments.length;
    this.#hasIncluded = true;
    return () => {
      this.#place = place;
      this.#commentsBefore = before;
    };
  }

  /** Refuses a file that would be read in another way under the settings of the session so far; null for none. */
  settingsRefusal(include: ScriptInclude): SluiceError | null {
    const isPlain = !mayHoldBackslash(this.#settings.now.character_set_client ?? '');
    const { hasAnsiQuotes, keepsBackslashes } = this.#settings.reading;
    return isPlain && !hasAnsiQuotes && !keepsBackslashes ? null : scriptFailures.includeSettings(include);
  }

  report({ failure }: { readonly failure: Failure }): void {
    this.#problems.push({ ...failure, chunk: this.#place.file.name });
  }

  #take(item: Exclude<EngineScriptItem, EngineScriptStatement>): void {
    switch (item.kind) {
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
    this.#placeTriggers();
    const isOfTool = this.header().tool !== scriptText.unnamedTool;
    const statements = this.#statements.filter((one) => !this.#madeGood.has(one));
    const schemas = [...this.#schemas.values()];
    // Rows of tools are as triggers have left them.
    const fired = isOfTool ? NONE_FIRED : firedTables(schemas, statements);
    const order = { statements: this.#statements, madeGood: this.#madeGood, isOfTool, fired };
    for (const schema of schemas)
      for (const table of schema.tables.values()) {
        this.#checkUnset(schema, table);
        for (const problem of orderProblems(schema.name, table, order)) this.report(problem);
      }
    for (const { schema, line, definition } of statements)
      if (!this.#schemas.has(schema))
        this.report(scriptFailures.outsideStatement({ line, statement: excerptOf(definition) }));
    return {
      statements,
      accounts: this.#accounts,
      grantTables: this.#grantTables.content(),
      schemas: schemas.map((schema) => contentOf(schema, fired)),
      problems: [...this.#problems].sort((a, b) => weightOf(a) - weightOf(b)),
      ...(this.#warnings.length > 0 && { warnings: this.#warnings }),
      remarks: [
        ...this.#remarks.values(),
        ...(this.#ofServer.length === 0 ? [] : [scriptText.ofServer(this.#ofServer)]),
      ],
    };
  }

  #statement({ text: bytes, line }: EngineScriptStatement): ScriptInclude | null {
    const charset = this.#settings.now.character_set_client;
    const written = statementText(bytes, charset);
    if (written === null) {
      this.report(textFailure(line, charset?.toLowerCase() ?? ''));
      return null;
    }
    const text = inOwnMode(written, this.#settings.reading);
    this.#isEnded = endsDump(text);
    const statement = statementOf(text);
    if (statement.kind === 'include') return { file: includedName(statement.file), line };
    this.#run(statement, text, line);
    return null;
  }

  #run(statement: Exclude<ScriptStatement, { kind: 'include' }>, text: string, line: number): void {
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
      case 'drop':
        this.#drop(statement.drop, text, line);
        return;
      case 'alter-schema':
        this.#remark('alter schema', scriptText.alterSchema(line));
        return;
      case 'histogram':
        this.#remark('histogram', scriptText.histogram(line));
        return;
      case 'not-needed':
        return;
      case 'shows':
        this.#remark('shows', scriptText.shows(line));
        return;
      case 'replication':
        this.#remark('replication', scriptText.replication(line));
        return;
      case 'account':
        this.#accounts.push({ text, file: this.#place.file.name, line });
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
    if (schema === null) {
      this.#grantTables.create(object.schema?.name ?? this.#current, { head, text, line }, this.#settings);
      return;
    }
    const { name } = object;
    for (const one of this.#drops.create(kind, schema.name, name)) this.#madeGood.add(one);
    if (kind === 'TABLE') this.#creates += 1;
    if (kind === 'TABLE') this.#createTable(schema, head, text, line);
    else if (kind === 'VIEW') this.#createView(schema, name, text);
    else if (kind === 'SEQUENCE') schema.sequences.set(name, { name, create: text, setValue: null });
    else if (kind === 'TRIGGER') this.#createTrigger(schema, head, text, line);
    else if (PROGRAMS.test(kind)) schema.programs.push(this.#object(kind, name, text));
    else this.#unknown(text, line);
  }

  #createTable(schema: Schema, head: Create['head'], statement: string, line: number): void {
    const created = createdTable(statement, head, this.#settings);
    if (created === null) {
      this.#unknown(statement, line);
      return;
    }
    const { text } = created;
    const object = `${schema.name}.${text.name}`;
    if (joinsTexts(text, this.#settings.reading))
      this.report(scriptFailures.joinedTexts({ table: object, line }, { table: object }));
    const before = schema.tables.get(text.name);
    if (before === undefined) {
      schema.tables.set(text.name, {
        ...{ ...created, line },
        ...{ rows: [], isCreated: true, triggers: [] },
        ...{ statementsBefore: 0, triggersAtFirst: 0, triggersBefore: 0 },
      });
      return;
    }
    const { isCreated, line: first } = before;
    if (isCreated) this.report(scriptFailures.twice({ object: `the table ${object}`, first, line }));
    else this.report(scriptFailures.rowsBeforeTable({ table: object, first, line }, { table: object }));
  }

  /** The first of two views of a name, and a table of the name, stand for it until all that it needs is there. */
  #createView(schema: Schema, name: string, text: string): void {
    const table = schema.tables.get(name);
    if (table?.isCreated === true && table.rows.length === 0) {
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
    const trigger = this.#object('TRIGGER', object.name, text);
    if (of?.isCreated === true) of.triggers.push(trigger);
    else this.#early.push({ schema, table: table?.name ?? '', trigger, line, file: this.#place.file.name });
  }

  /** Triggers that came before their tables, or whose tables have another case on a server that folds names. */
  #placeTriggers(): void {
    for (const { schema, table, trigger, line, file } of this.#early.splice(0)) {
      const of = tableNamed(schema, table);
      if (of?.isCreated !== true && !onlyFillsTables(schema)) {
        const { failure } = scriptFailures.triggerOfNoTable({ line, trigger: trigger.name, table });
        this.#problems.push({ ...failure, chunk: file });
        continue;
      }
      // They are the target's business.
      if (of?.isCreated !== true) this.#remark('triggers', scriptText.triggersStay(line));
      of?.triggers.push(trigger);
    }
  }

  #drop(drop: Drop, text: string, line: number): void {
    const keys = this.#drops.dropped(drop, this.#current);
    if (keys.length === 0) return;
    const before = this.#statements.length;
    this.#unknown(text, line);
    const added = this.#statements[before];
    if (added !== undefined) this.#drops.run(added, keys);
  }

  #object(kind: string, name: string, definition: string): ScriptObject {
    return { kind, name, definition: withPlainHead(definition), settings: this.#settings.now };
  }

  #alter(place: TableName, actions: string, statement: string, line: number): void {
    const schema = this.#schema(place.schema ?? this.#current);
    if (schema === null) return;
    const table = schema.tables.get(place.name);
    const added = { elements: [actions], options: '' };
    const isRead = table?.isCreated === true && !joinsTexts(added, this.#settings.reading);
    const text = isRead ? altered(table.text, actions) : null;
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
    this.#isEnded = false;
    // The scan of a file knows nothing of the settings that another one has made.
    const isKnown = !this.#hasIncluded && item.charset !== '';
    const charset = isKnown ? item.charset : (this.#settings.now.character_set_client ?? '').toLowerCase();
    const named = withTextNames(item, charset);
    if (named === null) {
      this.report(textFailure(item.line, charset));
      return;
    }
    const rows: ScriptRows = { ...named, charset, file: this.#place.file, settings: this.#settings.now };
    const schema = this.#schema(rows.schema ?? this.#current);
    if (schema === null) {
      this.#grantTables.add(rows.schema ?? this.#current, rows);
      return;
    }
    const table = schema.tables.get(rows.table) ?? tableOfRows(rows);
    schema.tables.set(rows.table, table);
    if (table.rows.length === 0) table.triggersAtFirst = table.triggers.length;
    table.rows.push(rows);
    table.statementsBefore = this.#statements.length;
    table.triggersBefore = table.triggers.length;
  }

  #comment(text: string): void {
    this.#comments += `${text}\n`;
    if (isOfPostgreSql(text)) this.report(scriptFailures.ofPostgreSql({ file: this.#place.file.name }));
    // Objects without the name of a schema are of the one that was dumped.
    this.#current = headerOf(text).schema ?? this.#current;
  }

  #noise({ text: bytes, line }: EngineScriptLine): void {
    const text = bytes.toString('utf8');
    const excerpt = text.slice(0, LONGEST_EXCERPT);
    if (tellsOfFailure(text)) this.report(scriptFailures.toolFailed({ line, text: excerpt }));
    else this.#remark(`noise ${line}`, scriptText.toolWarning(line, excerpt));
  }

  #end({ cut }: EngineScriptEnd): void {
    const file = this.#place.file.name;
    const comments = this.#comments.slice(this.#commentsBefore);
    const { tool, endMark } = headerOf(comments);
    if (cut !== null && !cut.isDelivered)
      this.report(scriptFailures.cut({ file, line: cut.line, lastWhole: cut.lastLine }));
    else if (endMark !== null && !this.#isEnded && !`\n${comments}`.includes(`\n${endMark}`))
      this.report(scriptFailures.endMissing({ file, tool, endMark }));
    else if (endMark === null && this.#settings.leavesSaved && !this.#hasIncluded)
      this.#warnings.push(scriptFailures.mayBeCut({ file }).failure);
  }

  /** Times that mysqldump writes without a time zone may be in UTC or in the source's: its --compact does not say. */
  #checkUnset({ name }: Schema, found: Table): void {
    const table = `${name}.${found.text.name}`;
    const line = lineOfUnknownText(found);
    if (line !== null) this.report(scriptFailures.textOfNoCharset({ table, line }, { table }));
    if (!leavesTimesOpen(found)) return;
    if (this.#settings.isOfDumper) this.report(scriptFailures.timesOfNoZone({ table }, { table }));
    else this.#remark('times', scriptText.timesOfTarget(table));
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
    const schema = emptySchema(name);
    this.#schemas.set(name, schema);
    return schema;
  }

  #unknown(text: string, line: number): void {
    const { file } = this.#place;
    if (this.#emptiesNothing(text)) return;
    if (isOfSqlite(text)) this.report(scriptFailures.ofSqlite({ file: file.name }));
    else if (isOfServer(text)) this.#ofServer.push({ file: file.name, line });
    else if (isSystem(this.#current))
      this.#remark(`system ${this.#current}`, scriptText.systemSchema(this.#current));
    else if (mayBeRun(text))
      this.#statements.push({
        ...{ file, line, schema: this.#current, definition: text, settings: this.#settings.now },
      });
    else this.report(scriptFailures.outsideStatement({ line, statement: excerptOf(text) }));
  }

  /** A table of which no row has come is empty: a load sees to that. */
  #emptiesNothing(text: string): boolean {
    const table = emptiedTable(text);
    if (table === null) return false;
    const known = this.#schemas.get(table.schema ?? this.#current)?.tables.get(table.name);
    return known === undefined || known.rows.length === 0;
  }

  #remark(key: string, text: string): void {
    if (!this.#remarks.has(key)) this.#remarks.set(key, text);
  }
}

/** Another server's dump, and missing parts, explain most of what else is wrong. */
function weightOf({ code }: Failure): number {
  if (code === 'not-a-dump') return 0;
  return code === 'dump-incomplete' ? 1 : 2;
}

import { has, type ServerVersion } from '../server/dialect';
import { objectFailures, type DefinedKind } from '../../text/catalog/objects';
import { definitionText, sentBytes } from '../text/byte-literals';
import type { ControlSession } from '../session/control-session';
import type { Asker } from '../session/answers';
import type { Row } from '../session/row';
import { LISTS } from './lists';
import { readEach } from './read-each';
import { withHiddenCharacters } from '../definition/hidden-characters';
import { quoteName, quoteTable, quoteText } from '../text/quote';
import { storedText, viewDefinition } from '../text/stored-text';
import { withoutTriggerSchema } from '../definition/trigger-head';
import { withoutLibrarySchema } from '../definition/using-clause';
import { withoutOwnSchema } from './view-names';
import { isRefusal } from '../session/statement-failure';

/** The session settings under which a stored object was created and must be created again. */
export interface CreationContext {
  readonly sqlMode: string;
  readonly characterSet: string;
  readonly collation: string;
}

export interface StoredObject {
  readonly kind:
    | ('view' | 'trigger' | 'procedure' | 'function' | 'package' | 'package body' | 'event')
    | 'library';
  readonly name: string;
  /** As SHOW CREATE gives it: without the schema's name where that is the session's default schema. */
  readonly definition: string;
  readonly context: CreationContext;
  /** An event's time zone; null for other kinds. */
  readonly timeZone: string | null;
  /** Default collation of its schema when it was created; absent where it has none. */
  readonly databaseCollation?: string;
}

/** The columns of a view, for its placeholder. */
export interface ViewObject extends StoredObject {
  readonly kind: 'view';
  readonly columns: readonly string[];
}

export interface TriggerObject extends StoredObject {
  readonly kind: 'trigger';
  readonly table: string;
}

const ALL = () => true;

export async function readCreateTable(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<string> {
  const row = await session.inBytes(() => session.row(`SHOW CREATE TABLE ${quoteTable(schema, table)}`));
  const printed = definitionText(
    shownBytes(row, 'Create Table', { kind: 'table', name: `${schema}.${table}` }),
  );
  return await withHiddenCharacters(session, schema, table, printed);
}

/** Reads the definitions of many tables in one call, in their order, over a session that takes many statements. */
export async function readCreateTables(
  session: ControlSession,
  tables: readonly { readonly schema: string; readonly name: string }[],
): Promise<readonly string[]> {
  const shown = await session.inBytes(() =>
    session.rowsOfEach(tables.map(({ schema, name }) => `SHOW CREATE TABLE ${quoteTable(schema, name)}`)),
  );
  const definitions: string[] = [];
  for (const [at, { schema, name }] of tables.entries()) {
    const printed = definitionText(
      shownBytes(shown[at]?.[0], 'Create Table', { kind: 'table', name: `${schema}.${name}` }),
    );
    definitions.push(await withHiddenCharacters(session, schema, name, printed));
  }
  return definitions;
}

/** Most bytes of a name that SHOW CREATE DATABASE is asked for: one of 192 ends MySQL 9.7.4 by SIGABRT (measured). */
const MOST_SHOWN_BYTES = 189;

function isShown(server: ServerVersion, schema: string): boolean {
  return server.vendor !== 'mysql' || Buffer.byteLength(schema) <= MOST_SHOWN_BYTES;
}

const showCreateSchema = (schema: string) => `SHOW CREATE DATABASE ${quoteName(schema)}`;

/** Asks ahead for what `readCreateSchema` reads of schemas, in one call where the session takes many. */
export async function askForCreateSchemas(
  session: ControlSession,
  schemas: readonly string[],
): Promise<Asker> {
  return await session.askAhead(
    schemas.filter((schema) => isShown(session.server, schema)).map(showCreateSchema),
  );
}

export async function readCreateSchema(
  session: ControlSession,
  schema: string,
  ask: Asker = (statement) => session.rows(statement),
): Promise<string> {
  if (!isShown(session.server, schema)) return await composeCreateSchema(session, schema);
  const [row] = await ask(showCreateSchema(schema));
  return shownDefinition(row, 'Create Database', { kind: 'schema', name: schema });
}

/** Composes the statement as SHOW CREATE DATABASE prints it. */
async function composeCreateSchema(session: ControlSession, schema: string): Promise<string> {
  const isEncryptable = has(session.server, 'schemaEncryption');
  const row = await session.row(
    `SELECT DEFAULT_CHARACTER_SET_NAME AS charset, DEFAULT_COLLATION_NAME AS collation,
            ${isEncryptable ? "IF(DEFAULT_ENCRYPTION = 'YES', 'Y', 'N')" : 'NULL'} AS encryption
     FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?`,
    [schema],
  );
  const encryption = row.encryption == null ? '' : ` /*!80016 DEFAULT ENCRYPTION='${row.encryption}' */`;
  const charset = `/*!40100 DEFAULT CHARACTER SET ${row.charset ?? ''} COLLATE ${row.collation ?? ''} */`;
  return `CREATE DATABASE ${quoteName(schema)} ${charset}${encryption}`;
}

/** An object as messages name it. */
interface NamedObject {
  readonly kind: DefinedKind;
  readonly name: string;
}

/**
 * Returns the definition in an answer of SHOW CREATE. Fails with `privilege-missing` for NULL, which servers give where
 * the account may not read it: an empty text would be taken for the definition.
 */
export function shownDefinition(row: Row | undefined, column: string, object: NamedObject): string {
  const text = row?.[column];
  if (text !== null && text !== undefined && text !== '') return text;
  throw objectFailures.definitionNotReadable({ kind: object.kind, name: object.name });
}

/** Returns the definition as bytes, on a session whose results come as bytes. */
export function shownBytes(row: Row | undefined, column: string, object: NamedObject): Buffer {
  return sentBytes(shownDefinition(row, column, object));
}

/**
 * Reads the views of a schema in name order. The schema becomes the session's default one first: only then does SHOW
 * CREATE VIEW leave its name out of the definition, so that the view can be created in a schema of another name
 * (sql/sql_show.cc, view_store_create_info; measured on both vendors).
 */
export async function readViews(
  session: ControlSession,
  schema: string,
  takes: (view: string) => boolean = ALL,
): Promise<readonly ViewObject[]> {
  const ask: Asker = (statement) => session.rows(statement);
  return await eachView(session, schema, { takes, ask }, (name, each) =>
    readView(session, { schema, name }, each),
  );
}

async function eachView<T>(
  session: ControlSession,
  schema: string,
  { takes, ask }: { readonly takes: (view: string) => boolean; readonly ask: Asker },
  read: (view: string, ask: Asker) => Promise<T>,
): Promise<readonly T[]> {
  const rows = await ask(LISTS.views(schema));
  const names = rows.map(({ name }) => name ?? '').filter(takes);
  if (names.length === 0) return [];
  await session.use(schema);
  const questions = (view: string) => [showCreateView(view), columnsOfView(schema, view)];
  return await session.inBytes(() => readEach(session, names, questions, read));
}

const showCreateView = (name: string) => `SHOW CREATE VIEW ${quoteName(name)}`;

const columnsOfView = (schema: string, name: string) =>
  `SELECT COLUMN_NAME AS name FROM information_schema.COLUMNS
   WHERE TABLE_SCHEMA = ${quoteText(schema)} AND TABLE_NAME = ${quoteText(name)} ORDER BY ORDINAL_POSITION`;

/** Views of a schema, and the names of those that can't be created again. */
export interface ViewsRead {
  readonly views: readonly ViewObject[];
  readonly broken: readonly string[];
}

/**
 * Reads the views of a schema, without those that refer to missing objects. A server knows no columns of such a view,
 * and MariaDB does not even show its text where a function is missing (error 1356, measured on 10.11).
 */
export async function readSoundViews(
  session: ControlSession,
  schema: string,
  takes: (view: string) => boolean = ALL,
  ask: Asker = (statement) => session.rows(statement),
): Promise<ViewsRead> {
  const refused: string[] = [];
  const read = await eachView(session, schema, { takes, ask }, async (name, each) => {
    try {
      return await readView(session, { schema, name }, each);
    } catch (error) {
      if (!isRefusal(error, VIEW_INVALID)) throw error;
      refused.push(name);
      return null;
    }
  });
  const views = read.flatMap((view) => view ?? []);
  const columnless = views.filter(({ columns }) => columns.length === 0).map(({ name }) => name);
  return {
    views: views.filter(({ columns }) => columns.length > 0),
    broken: [...columnless, ...refused].sort(),
  };
}

/** `ER_VIEW_INVALID` */
const VIEW_INVALID = 1356;

/** Reads a view of the session's default schema, on a session whose results come as bytes. */
async function readView(
  session: ControlSession,
  { schema, name }: { readonly schema: string; readonly name: string },
  ask: Asker,
): Promise<ViewObject> {
  const [row] = await ask(showCreateView(name));
  const columns = await ask(columnsOfView(schema, name));
  const characterSet = row?.character_set_client ?? '';
  const sent = shownBytes(row, 'Create View', { kind: 'view', name: `${schema}.${name}` });
  const printed = await viewDefinition(session, {
    kind: 'view',
    name,
    sent,
    characterSet,
    sqlMode: '',
    comment: '',
  });
  return {
    kind: 'view',
    name,
    definition: withoutOwnSchema(printed, schema),
    context: { sqlMode: '', characterSet, collation: row?.collation_connection ?? '' },
    timeZone: null,
    columns: columns.map((column) => column.name ?? ''),
  };
}

/**
 * Reads the triggers of a schema in their order of action, so that creating them in this order keeps it. A trigger is in
 * the schema of its table (error 1435). By the table's schema MariaDB, and MySQL before 8.0, finds them in one folder, by
 * their own it looks through those of all schemas (EXPLAIN: "Scanned all databases", measured on 10.11; MySQL 5.7 manual,
 * "Optimizing INFORMATION_SCHEMA Queries").
 */
export async function readTriggers(
  session: ControlSession,
  schema: string,
  takes: (trigger: string, table: string) => boolean = ALL,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly TriggerObject[]> {
  const rows = await ask(LISTS.triggers(schema));
  const found = rows
    .map((row) => ({ kind: 'trigger', name: row.name ?? '', table: row.t ?? '' }) as const)
    .filter(({ name, table }) => takes(name, table));
  return await readAllStored(session, schema, found, (stored, { kind, table }) => ({
    ...stored,
    definition: withoutTriggerSchema(stored.definition),
    kind,
    table,
  }));
}

const ROUTINE_KINDS: Readonly<Record<string, StatementKind>> = {
  FUNCTION: 'function',
  PROCEDURE: 'procedure',
  PACKAGE: 'package',
  'PACKAGE BODY': 'package body',
};

/** Reads routines in the order in which they are created. */
export async function readRoutines(
  session: ControlSession,
  schema: string,
  takes: (routine: string) => boolean = ALL,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly StoredObject[]> {
  const rows = await ask(LISTS.routines(schema));
  const found = rows
    .filter(({ name }) => takes(name ?? ''))
    .map(({ name, type, comment }) => {
      return { kind: ROUTINE_KINDS[type ?? ''] ?? 'procedure', name: name ?? '', comment: comment ?? '' };
    });
  return await readAllStored(session, schema, found, (stored) => ({
    ...stored,
    definition: withoutLibrarySchema(stored.definition, schema),
  }));
}

export async function readEvents(
  session: ControlSession,
  schema: string,
  takes: (event: string) => boolean = ALL,
  ask: Asker = (statement) => session.rows(statement),
): Promise<readonly StoredObject[]> {
  const rows = await ask(LISTS.events(schema));
  const found = rows
    .filter(({ name }) => takes(name ?? ''))
    .map(({ name, comment }) => ({ kind: 'event', name: name ?? '', comment: comment ?? '' }) as const);
  return await readAllStored(session, schema, found, (stored) => stored);
}

/**
 * Returns a definition without the delimiter at its end: MariaDB before 10.3 stores that of a statement that came with
 * others (measured on 10.2.11), and gives it up when the definition is run again.
 */
function withoutDelimiter(definition: string): string {
  return definition.replace(/\s*;\s*$/, '');
}

type StatementKind = Exclude<StoredObject['kind'], 'view'>;

/** Column of SHOW CREATE that holds the statement. */
const DEFINITION_COLUMN: Readonly<Record<StatementKind, string>> = {
  trigger: 'SQL Original Statement',
  function: 'Create Function',
  procedure: 'Create Procedure',
  package: 'Create Package',
  'package body': 'Create Package Body',
  event: 'Create Event',
  library: 'Create Library',
};

/** An object of a schema that the catalogue lists. */
interface ListedObject {
  readonly kind: StatementKind;
  readonly name: string;
  readonly comment?: string;
}

/** Reads listed objects of a schema, which becomes the session's default one. */
export async function readAllStored<Listed extends ListedObject, Result>(
  session: ControlSession,
  schema: string,
  listed: readonly Listed[],
  complete: (stored: StoredObject, of: Listed) => Result,
): Promise<readonly Result[]> {
  if (listed.length === 0) return [];
  await session.use(schema);
  return await session.inBytes(() =>
    readEach(
      session,
      listed,
      (each) => [showCreate(each)],
      async (each, ask) => complete(await readStored(session, each, ask), each),
    ),
  );
}

const showCreate = ({ kind, name }: ListedObject) => `SHOW CREATE ${kind.toUpperCase()} ${quoteName(name)}`;

/** Reads an object of the session's default schema, on a session whose results come as bytes. */
async function readStored(session: ControlSession, listed: ListedObject, ask: Asker): Promise<StoredObject> {
  const { kind, name, comment = '' } = listed;
  const [row] = await ask(showCreate(listed));
  const [sqlMode, characterSet] = [row?.sql_mode ?? '', row?.character_set_client ?? ''];
  const sent = shownBytes(row, DEFINITION_COLUMN[kind], { kind, name });
  const databaseCollation = row?.['Database Collation'];
  return {
    kind,
    name,
    definition: withoutDelimiter(
      await storedText(session, { kind, name, sent, sqlMode, characterSet, comment }),
    ),
    context: { sqlMode, characterSet, collation: row?.collation_connection ?? '' },
    timeZone: row?.time_zone ?? null,
    ...(typeof databaseCollation === 'string' && { databaseCollation }),
  };
}

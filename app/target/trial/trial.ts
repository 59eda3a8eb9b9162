import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName } from '../../catalog/text/quote';
import { headOf } from '../../catalog/definition/statement-head';
import { failedElsewhere } from '../../catalog/session/statement-failure';
import { SluiceError, type Failure } from '../../contract/failure';
import type { LoadOptions } from '../../contract/runs/options';
import { failureOf } from '../../engine/failures';
import { readScript } from '../../format/read/reader';
import { repeatedAt, settingsAfter, type MadeSettings } from '../../format/sql/repeated-settings';
import { splitScript } from '../../format/sql/script';
import { withEventsDisabled } from '../../format/sql/stored-events';
import { storedObjectOf } from '../../format/sql/stored-object';
import { ObjectStatements } from '../objects/statements';
import { renamedReferences } from '../names/rename-references';
import { runStatement } from '../session/run-statement';
import { withoutGained } from '../tables/create';
import { isSequenceStatement, renamedCreateSchema } from '../preflight';
import { viewRuns, viewsInOrder, type ViewToCreate } from '../../format/sql/view-order';
import { refusal } from './refusal';
import { withScratch, type Scratch } from './scratch-schemas';
import { isSetting } from './server-words';
import type { DumpFolder, DumpSchema } from '../../format/read/dump';
import type { CreatedObject } from '../journal/created-object';
import { trialText } from '../../text/target/trial';

/** Outcome of creating a dump's definitions in scratch schemas. */
export interface Trial {
  readonly refused: readonly Failure[];
  /** Reason why definitions were not tried, as a sentence; null where all were. */
  readonly notTried: string | null;
}

export interface TrialWish extends Pick<LoadOptions, 'tableRenames'> {
  /** Accounts that the run creates before the objects, as `user@host`. */
  readonly accounts: ReadonlySet<string>;
}

interface Trying {
  readonly session: ControlSession;
  readonly dump: DumpFolder;
  readonly options: TrialWish;
  /** Scratch schema of each schema of the dump. */
  readonly places: Places;
  readonly refused: Failure[];
  /** Objects that wait for those of another schema, or for an account, as `schema.name`. */
  readonly passedOver: Set<string>;
}

const PROGRAMS: ReadonlySet<CreatedObject['kind']> = new Set([
  'library',
  'package',
  'function',
  'procedure',
  'event',
] as const);

/** Scratch schema of each schema of a dump, by the latter's name. */
export type Places = Readonly<Record<string, string>>;

/** Inspects the created definitions in the scratch schemas, and returns what it can't accept. */
export type Look = (session: ControlSession, places: Places) => Promise<readonly Failure[]>;

/** Creates all that a dump defines in scratch schemas, without rows, inspects it, and drops it. */
export async function tryDefinitions(
  session: ControlSession,
  dump: DumpFolder,
  options: TrialWish,
  look: Look | null = null,
): Promise<Trial> {
  const defined = dump.schemas.filter(({ document }) => document.includesDdl);
  if (defined.length === 0) return { refused: [], notTried: null };
  return await withScratch(session, async (scratch) => {
    const places: Record<string, string> = {};
    const refused: Failure[] = [];
    try {
      for (const schema of defined) places[schema.name] = await makePlace(dump, schema, scratch, refused);
    } catch (error) {
      if (error instanceof SluiceError && failedElsewhere(error)) throw error;
      const { message } = failureOf(error);
      return { refused: [], notTried: trialText.notTried(message) };
    }
    const passedOver = new Set<string>();
    const trying: Trying = { session, dump, options, places, refused, passedOver };
    await session.run('SET SESSION foreign_key_checks = 0');
    for (const schema of defined) await tryTables(trying, schema);
    for (const schema of defined) await tryPrograms(trying, schema);
    await tryViews(trying, defined);
    for (const schema of defined) await tryTriggers(trying, schema);
    const unlike = look === null ? [] : await look(session, places);
    return { refused: [...refused, ...ofMade(unlike, { refused, passedOver })], notTried: null };
  });
}

/** Returns the failures about objects that were created: in the place of another view its placeholder is left. */
function ofMade(
  unlike: readonly Failure[],
  { refused, passedOver }: Pick<Trying, 'refused' | 'passedOver'>,
): readonly Failure[] {
  const names = new Set(refused.map(({ table }) => table));
  return unlike.filter(
    ({ table = '', parameters }) =>
      !names.has(table) && !(parameters?.kind === 'view' && passedOver.has(table)),
  );
}

/**
 * Errors for a collation, a character set or an option that the server lacks: ER_UNKNOWN_COLLATION, ER_UNKNOWN_CHARACTER_SET,
 * ER_PARSE_ERROR.
 */
const UNKNOWN_WORDS: ReadonlySet<number | undefined> = new Set([1273, 1115, 1064]);

/** Creates a scratch schema as the dump has it, or a plain one where the server refuses the dump's words. */
async function makePlace(
  dump: DumpFolder,
  schema: DumpSchema,
  scratch: Scratch,
  refused: Failure[],
): Promise<string> {
  const statements = splitScript(await readScript(dump, `${schema.stem}.sql`));
  const create = statements.find((statement) => statement.startsWith('CREATE DATABASE '));
  const plain = (name: string) => `CREATE DATABASE ${quoteName(name)}`;
  try {
    return await scratch.make((name) => renamedCreateSchema(create ?? plain(name), name));
  } catch (error) {
    const failure = failureOf(error);
    if (create === undefined || !UNKNOWN_WORDS.has(failure.errno)) throw error;
    refused.push(refusal(failure, { schema: schema.name, name: null, kind: null }, create));
    return await scratch.make(plain);
  }
}

async function tryTables(trying: Trying, schema: DumpSchema): Promise<void> {
  const { session, dump, options, places } = trying;
  const target = places[schema.name] ?? '';
  await session.use(target);
  if ((schema.document.sequences ?? []).length > 0) {
    for (const statement of splitScript(await readScript(dump, `${schema.stem}.sql`)))
      if (isSequenceStatement(statement)) await attemptAll(trying, schema, [statement]);
  }
  for (const table of schema.tables.filter(({ document }) => document.includesDdl)) {
    const statements = splitScript(await readScript(dump, `${table.stem}.sql`)).map((statement) =>
      renamedReferences(statement, { source: schema.name, target, schemaMap: places, ...options }),
    );
    const refusedBefore = trying.refused.length;
    await attemptAll(trying, schema, statements, () => table.name);
    if (trying.refused.length > refusedBefore) continue;
    for (const statement of statements.flatMap((created) => withoutGained(created, table, session.server)))
      await attempt(trying, schema, statement, statement, table.name);
  }
  for (const { stem, name } of schema.document.includesViewsDdl ? schema.views : [])
    await attemptAll(trying, schema, splitScript(await readScript(dump, `${stem}.pre.sql`)), () => name);
}

async function tryPrograms(trying: Trying, schema: DumpSchema): Promise<void> {
  await trying.session.use(trying.places[schema.name] ?? '');
  const statements = new ObjectStatements(schema, null);
  for (const file of schema.scripts) {
    const script = withEventsDisabled(await readScript(trying.dump, file));
    await attemptAll(trying, schema, statements.ofSchema(script, PROGRAMS));
  }
}

async function tryViews(trying: Trying, schemas: readonly DumpSchema[]): Promise<void> {
  const views: ViewToTry[] = [];
  for (const schema of schemas) {
    for (const { name, stem } of schema.document.includesViewsDdl ? schema.views : []) {
      const text = await readScript(trying.dump, `${stem}.sql`);
      views.push({ schema: schema.name, name, text, of: schema });
    }
  }
  for (const { isOrdered, views: group } of viewRuns(viewsInOrder(views))) {
    if (isOrdered) {
      await tryOrdered(trying, group);
      continue;
    }
    // Views of unknown order are created once for each of them; only the last pass counts.
    for (let left = group.length; left > 0; left -= 1) {
      const found: Failure[] = [];
      const passedOver = new Set<string>();
      for (const { of, name, text } of group) {
        await trying.session.use(trying.places[of.name] ?? '');
        await attemptAll({ ...trying, refused: found, passedOver }, of, splitScript(text), () => name);
      }
      if (left > 1) continue;
      trying.refused.push(...found);
      for (const object of passedOver) trying.passedOver.add(object);
    }
  }
}

interface ViewToTry extends ViewToCreate {
  readonly of: DumpSchema;
}

/** Tries views of one schema, each after those that it depends on. */
async function tryOrdered(trying: Trying, views: readonly ViewToTry[]): Promise<void> {
  const [first] = views;
  if (first === undefined) return;
  await trying.session.use(trying.places[first.of.name] ?? '');
  const own = views.flatMap(({ name, text }) => splitScript(text).map((statement) => ({ name, statement })));
  const statements = own.map(({ statement }) => statement);
  await attemptAll(trying, first.of, statements, (at) => own[at]?.name);
}

async function tryTriggers(trying: Trying, schema: DumpSchema): Promise<void> {
  await trying.session.use(trying.places[schema.name] ?? '');
  const all = new ObjectStatements(schema, null);
  const statements: string[] = [];
  for (const table of schema.tables) {
    if (table.document.triggers.length === 0) continue;
    statements.push(...all.ofTable(await readScript(trying.dump, `${table.stem}.triggers.sql`), table));
  }
  await attemptAll(trying, schema, statements);
}

/**
 * Runs the statements that create objects in the scratch schema, and the settings around them, but no others. An object
 * whose settings are refused is not created.
 *
 * @param nameOf gives the name of the object that a statement creates, where it has none itself
 */
async function attemptAll(
  trying: Trying,
  schema: DumpSchema,
  statements: readonly string[],
  nameOf: (at: number) => string | undefined = () => undefined,
): Promise<void> {
  let isUnset = false;
  let made: MadeSettings | null = null;
  let repeatedTo = 0;
  for (const [at, statement] of statements.entries()) {
    repeatedTo = Math.max(repeatedTo, at + repeatedAt(statements, at, made));
    if (at < repeatedTo) continue;
    if (!isSetting(statement)) {
      if (!isUnset && staysInSchema(statement))
        await attempt(trying, schema, statement, statement, nameOf(at));
      isUnset = false;
      continue;
    }
    const maker = madeUnder(statements, at) ?? statement;
    if (!(await attempt(trying, schema, statement, maker, nameOf(at)))) isUnset = true;
    // Settings that are refused are tried for each object, which then has its own refusal.
    made = isUnset ? null : settingsAfter(statement, statements[at - 1], made);
  }
}

/** Returns the statement that runs under the settings of the one at a place. */
function madeUnder(statements: readonly string[], at: number): string | undefined {
  let next = at + 1;
  while (next < statements.length && isSetting(statements[next] ?? '')) next += 1;
  return statements[next];
}

/** Runs a statement; returns whether the server accepted it. `maker`: the statement that names the object. */
async function attempt(
  trying: Trying,
  schema: DumpSchema,
  statement: string,
  maker: string,
  name?: string,
): Promise<boolean> {
  try {
    await runStatement(trying.session, statement);
    return true;
  } catch (error) {
    if (!(error instanceof SluiceError) || failedElsewhere(error)) throw error;
    const place = trying.places[schema.name] ?? '';
    const object = storedObjectOf(maker);
    const made = object?.name ?? name ?? null;
    if (dependsOnOthers(error.failure, place) || awaitsDefiner(error.failure, trying.options)) {
      trying.passedOver.add(`${schema.name}.${made ?? ''}`);
      return true;
    }
    trying.refused.push(
      refusal(
        { ...error.failure, message: error.failure.message.split(place).join(schema.name) },
        { schema: schema.name, name: made, kind: object?.kind ?? null },
        statement,
      ),
    );
    return false;
  }
}

/** Characters of a user's name after which a server cuts it in a message (measured on MariaDB 10.11). */
const SHOWN_OF_USER = 64;

/**
 * Returns whether a failure is ER_NO_SUCH_USER about an account that the run creates: `('user'@'host')`, with the host in small
 * letters, and `%` for a role of MariaDB, which has none.
 */
function awaitsDefiner({ errno, message }: Failure, { accounts }: TrialWish): boolean {
  if (errno !== 1449) return false;
  const [, user = '', host = ''] = /\('(.*)'@'(.*)'\)/s.exec(message) ?? [];
  return [...accounts].some((name) => {
    const at = name.lastIndexOf('@');
    const [ownUser, ownHost] = at < 0 ? [name, '%'] : [name.slice(0, at), name.slice(at + 1)];
    return ownUser.slice(0, SHOWN_OF_USER) === user && ownHost.toLowerCase() === host.toLowerCase();
  });
}

/** Returns whether a statement creates an object in the session's own schema, so that no other is touched. */
function staysInSchema(statement: string): boolean {
  const head = headOf(statement);
  if (head === null || !/^(?:\/\*!\d*\s*)?CREATE\b/i.test(statement)) return false;
  if (head.kind === 'TRIGGER' && head.table === null) return false;
  return head.object.schema === null && (head.table?.schema ?? null) === null;
}

/** Errors for a missing object that may be in another schema, on this server or in this dump. */
const MISSING: ReadonlySet<number> = new Set([1049, 1146, 1305, 1347, 1356, 4091]);

/** Returns whether a failure is about an object of another schema: servers name a missing object with its schema. */
function dependsOnOthers({ errno, message }: Failure, place: string): boolean {
  return errno !== undefined && MISSING.has(errno) && (errno === 1356 || !message.includes(`${place}.`));
}

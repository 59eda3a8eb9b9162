import { withDefiner } from '../catalog/definer';
import { groupBy } from '../catalog/group-by';
import { foldsTables, withFoldedNames } from '../catalog/name-folding';
import { readLibraries } from '../catalog/libraries';
import { readEvents, readRoutines, readTriggers, readViews, type StoredObject } from '../catalog/objects';
import { readSequences } from '../catalog/sequences';
import type { ControlSession } from '../catalog/control-session';
import type { DefinerWish } from '../contract/options';
import type { ObjectKind } from '../contract/run';
import { readScript, type DumpFolder, type DumpSchema, type DumpTable } from '../format/reader';
import { withEventsDisabled } from '../format/stored-events';
import { schemaScript, triggersScript, viewScript } from '../format/sql-files';
import { compareWords, isSameScript } from './meaning/normal-form';
import { broughtBy, keyOf, ObjectStatements, viewText } from './object-statements';

/**
 * `other-order`: a trigger that is the same, but fires before or after others than it did. Across versions of a server:
 * `same-meaning` but for its spelling, or `unclear`, printed in other words about the same names, numbers and texts.
 */
export type Likeness = 'same' | 'same-meaning' | 'unclear' | 'other-order' | 'different' | 'missing';

/** An object of a dump beside its tables, and how it is on a server. */
export interface ComparedObject {
  readonly kind: ObjectKind;
  readonly name: string;
  /** The dump's file that makes it. */
  readonly file: string;
  readonly likeness: Likeness;
  /** The first line on the server that is another one; empty where there is none. */
  readonly line: string;
  /** The dump's line in its place; absent where there is none, or the object is not another one. */
  readonly dumpedLine?: string;
}

/** Where a schema of a dump is on a server. */
export interface SchemaPlace {
  /** Arranged: its tables have their names on the server. */
  readonly source: DumpSchema;
  /** The schema's name on the server, which has it. */
  readonly target: string;
  /** Those whose triggers are compared. */
  readonly tables: readonly DumpTable[];
  /** `disabled`: as a load makes those that are to be enabled later. */
  readonly events?: 'disabled';
}

/** What a schema of a dump holds the definitions of, beside its tables: that can be compared. */
export function objectsOf({ document, views, tables }: DumpSchema): readonly ObjectName[] {
  return [
    ...storedOf({ document, tables }),
    ...viewsOf({ document, views }).map(({ name }) => ({ kind: 'view', name }) as const),
    ...tables.flatMap((table) => table.document.triggers.map((name) => ({ kind: 'trigger', name }) as const)),
  ];
}

export type ObjectName = Pick<ComparedObject, 'kind' | 'name'>;

function storedOf(schema: Pick<DumpSchema, 'document' | 'tables'>) {
  return schema.document.includesDdl ? broughtBy(schema).filter(({ kind }) => kind !== 'trigger') : [];
}

function viewsOf({ document, views }: Pick<DumpSchema, 'document' | 'views'>): DumpSchema['views'] {
  return document.includesViewsDdl ? views : [];
}

interface Compared extends SchemaPlace {
  readonly session: ControlSession;
  readonly dump: DumpFolder;
  readonly statements: ObjectStatements;
  /** The server takes names of tables and views for one that differ by their capitals. */
  readonly folds: boolean;
}

/** A dump without definers gives the loading account's to its objects. */
const WISHES: readonly DefinerWish[] = [{ kind: 'keep' }, { kind: 'strip' }];

/**
 * Writes the scripts of the server's views, routines, events, sequences and triggers again and compares each object with
 * the dump's, byte for byte. It must be a dump of Sluice's: another tool writes its scripts in its own words.
 */
export async function compareObjects(
  session: ControlSession,
  dump: DumpFolder,
  place: SchemaPlace,
): Promise<readonly ComparedObject[]> {
  const folds = await foldsTables(session);
  const compared = { ...place, session, dump, folds, statements: new ObjectStatements(place.source, null) };
  return [
    ...(await compareStored(compared)),
    ...(await compareViews(compared)),
    ...(await compareTriggers(compared)),
  ];
}

async function compareStored(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, source, target, statements } = compared;
  const wanted = storedOf(source);
  if (wanted.length === 0) return [];
  const names = new Set(wanted.map(({ name }) => name));
  const takes = (name: string) => names.has(name);
  const objects = [
    ...(await readLibraries(session, target, takes)),
    ...(await readRoutines(session, target, takes)),
    ...(await readEvents(session, target, takes)),
  ];
  const sequences = await readSequences(session, target, takes);
  const file = `${source.stem}.sql`;
  const script = await readScript(dump, file);
  const expected = compared.events === 'disabled' ? withEventsDisabled(script) : script;
  const dumped = statements.textsOf(expected, null);
  const now = WISHES.map((wish) =>
    statements.textsOf(schemaScript(source.name, '', withDefiners(objects, wish), sequences), null),
  );
  return wanted.map((object) => {
    const key = keyOf(object);
    return judged(
      { ...object, file },
      dumped.get(key),
      now.map((texts) => texts.get(key)),
      acrossVersions(compared),
    );
  });
}

async function compareViews(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, source, target, folds } = compared;
  const wanted = viewsOf(source);
  if (wanted.length === 0) return [];
  const spelled = (name: string) => (folds ? name.toLowerCase() : name);
  const names = new Set(wanted.map(({ name }) => spelled(name)));
  const views = await readViews(session, target, (view) => names.has(spelled(view)));
  const there = new Map(views.map((view) => [spelled(view.name), view] as const));
  const found: ComparedObject[] = [];
  for (const { name, stem } of wanted) {
    const file = `${stem}.sql`;
    const dumped = viewText(await readScript(dump, file));
    const view = there.get(spelled(name));
    const now =
      view === undefined ? [] : WISHES.flatMap((wish) => withDefiners([view], wish).map(viewScript));
    const texts = [dumped, ...now.map(viewText)].map((text) => (folds ? withFoldedNames(text) : text));
    found.push(judged({ kind: 'view', name, file }, texts[0], texts.slice(1), acrossVersions(compared)));
  }
  return found;
}

async function compareTriggers(compared: Compared): Promise<readonly ComparedObject[]> {
  const { session, dump, target, tables, statements, folds } = compared;
  const withTriggers = tables.filter(({ document }) => document.triggers.length > 0);
  if (withTriggers.length === 0) return [];
  const spelled = (name: string) => (folds ? name.toLowerCase() : name);
  const names = new Set(withTriggers.map(({ name }) => spelled(name)));
  const there = await readTriggers(session, target, (_, table) => names.has(spelled(table)));
  const byTable = groupBy(there, ({ table }) => spelled(table));
  const found: ComparedObject[] = [];
  for (const table of withTriggers) {
    const file = `${table.stem}.triggers.sql`;
    const own = byTable.get(spelled(table.name)) ?? [];
    const dumped = statements.textsOf(await readScript(dump, file), table);
    const now = WISHES.map((wish) => statements.textsOf(triggersScript(withDefiners(own, wish)), null));
    const isInOrder = haveOneOrder([...dumped.keys()], [...(now[0]?.keys() ?? [])]);
    for (const name of table.document.triggers) {
      const key = keyOf({ kind: 'trigger', name });
      const texts = [dumped.get(key), ...now.map((all) => all.get(key))].map((text) =>
        folds && text !== undefined ? withFoldedNames(text) : text,
      );
      const object = judged(
        { kind: 'trigger', name, file },
        texts[0],
        texts.slice(1),
        acrossVersions(compared),
      );
      const isSame = object.likeness === 'same' || object.likeness === 'same-meaning';
      found.push(isSame && !isInOrder ? { ...object, likeness: 'other-order' } : object);
    }
  }
  return found;
}

/** Whether what both lists have stands in one order in them. */
export function haveOneOrder(one: readonly string[], other: readonly string[]): boolean {
  const common = one.filter((key) => other.includes(key));
  return other.filter((key) => one.includes(key)).every((key, at) => key === common[at]);
}

/** `now`: with its definer and without; undefined, or nothing, where it is not there. */
export function judged(
  object: Pick<ComparedObject, 'kind' | 'name' | 'file'>,
  dumped: string | undefined,
  now: readonly (string | undefined)[],
  isOtherVersion: boolean,
): ComparedObject {
  const [text] = now;
  if (text === undefined) return { ...object, likeness: 'missing', line: '' };
  if (now.includes(dumped)) return { ...object, likeness: 'same', line: '' };
  if (isOtherVersion) {
    const likeness = likenessAcrossVersions(object.kind, dumped ?? '', now);
    if (likeness !== 'different') return { ...object, likeness, line: '' };
  }
  const lines = (dumped ?? '').split('\n');
  const found = text.split('\n');
  const at = lines.findIndex((line, place) => line !== found[place]);
  const first = at === -1 ? lines.length : at;
  const dumpedLine = lines[first]?.trim();
  return {
    ...{ ...object, likeness: 'different', line: found[first]?.trim() ?? '' },
    ...(dumpedLine !== undefined && { dumpedLine }),
  };
}

function acrossVersions({ session, dump }: Pick<Compared, 'session' | 'dump'>): boolean {
  return session.server.version !== dump.manifest.serverVersion;
}

/** A view's query is printed in the server's own words; all else is kept as it was written, but for its head. */
function likenessAcrossVersions(
  kind: ComparedObject['kind'],
  dumped: string,
  now: readonly (string | undefined)[],
): Likeness {
  const texts = now.flatMap((text) => (text === undefined ? [] : [text]));
  if (texts.some((text) => isSameScript(dumped, text))) return 'same-meaning';
  const isUnclear = kind === 'view' && texts.some((text) => compareWords(dumped, text) === 'unclear');
  return isUnclear ? 'unclear' : 'different';
}

function withDefiners<T extends StoredObject>(objects: readonly T[], wish: DefinerWish): readonly T[] {
  return objects.map((object) => ({ ...object, definition: withDefiner(object.definition, wish) }));
}

import { triggerBody, triggerMoment } from '../../catalog/definition/trigger-head';
import { withDefiner, type DefinitionWish } from '../../catalog/definition/definer';
import { assertNever } from '../../contract/exhaustive';
import { groupBy } from '../../catalog/collections/group-by';
import { withFoldedNames } from '../../catalog/server/name-folding';
import type { StoredObject, TriggerObject, ViewObject } from '../../catalog/objects/objects';
import type { SequenceObject } from '../../catalog/objects/sequences';
import type { ObjectKind } from '../../contract/runs/result';
import { withEventsDisabled } from '../../format/sql/stored-events';
import { schemaScript, triggersScript, viewScript } from '../../format/sql/files';
import { isSameScript } from '../normalized/normal-form';
import { compareQueries } from '../normalized/queries';
import { keyOf, objectNamesIn } from '../../format/sql/stored-object';
import { ObjectStatements, viewText } from './statements';
import { isSetting } from '../trial/server-words';
import type { DumpSchema, DumpTable } from '../../format/read/dump';

/**
 * Result of a comparison. `other-order`: the trigger is the same, but fires before or after others than it did.
 * `other-definer`: only the account differs with whose privileges the object runs. `disabled`: the event is the same, and
 * disabled on the server alone, as a load leaves it. Across versions of a server:
 * `same-meaning` where only the spelling differs, or `unclear` where other words are printed about the same names,
 * numbers and texts.
 */
export type Likeness =
  | 'same'
  | 'same-meaning'
  | 'unclear'
  | 'other-order'
  | 'other-definer'
  | 'disabled'
  | 'different'
  | 'missing';

/** An object of a dump besides its tables, compared with a server's. */
export interface ComparedObject {
  readonly kind: ObjectKind;
  readonly name: string;
  /** File of the dump that creates the object. */
  readonly file: string;
  readonly likeness: Likeness;
  /** First differing line on the server; empty where there is none. */
  readonly line: string;
  /** The dump's line in its place; absent where there is none, or the object does not differ. */
  readonly dumpedLine?: string;
}

/**
 * Server of a dump's source beside the one that is compared: of another version it may print a definition differently,
 * of another vendor it prints all but bodies in its own words.
 */
export type Origin = 'same-version' | 'other-version' | 'other-vendor';

/** Lists the objects of a schema, besides tables, whose definitions the dump holds: they can be compared. */
export function objectsOf({ document, views, tables }: DumpSchema): readonly ObjectName[] {
  return [
    ...storedOf({ document, tables }),
    ...viewsOf({ document, views }).map(({ name }) => ({ kind: 'view', name }) as const),
    ...tables.flatMap((table) => table.document.triggers.map((name) => ({ kind: 'trigger', name }) as const)),
  ];
}

export type ObjectName = Pick<ComparedObject, 'kind' | 'name'>;

/** Lists the objects that the schema's own scripts create. */
export function storedOf(schema: Pick<DumpSchema, 'document' | 'tables'>) {
  return schema.document.includesDdl ? objectNamesIn(schema).filter(({ kind }) => kind !== 'trigger') : [];
}

/** Lists the views whose definitions the dump holds. */
export function viewsOf({ document, views }: Pick<DumpSchema, 'document' | 'views'>): DumpSchema['views'] {
  return document.includesViewsDdl ? views : [];
}

/** Both treatments of definers: a dump without definers gives the loading account to its objects. */
const WISHES: readonly DefinitionWish[] = [{ kind: 'keep' }, { kind: 'strip' }];

/** The schema of a dump whose objects are compared, and how its server compares names and prints definitions. */
export interface ComparedSchema {
  /** Schema after selection: its tables have their names on the server. */
  readonly source: DumpSchema;
  /** True if the server ignores the case of table and view names. */
  readonly folds: boolean;
  readonly origin: Origin;
  /** `disabled`: the state in which a load creates events that are enabled later. */
  readonly events?: 'disabled';
}

/** Stored objects of a schema on a server. */
export interface ServerObjects {
  readonly objects: readonly StoredObject[];
  readonly sequences: readonly SequenceObject[];
}

/**
 * Compares routines, events, libraries and sequences with a server's. Pure.
 *
 * @param script the dump's script of the schema
 */
export function compareStored(
  { source, events, origin }: ComparedSchema,
  script: string,
  { objects, sequences }: ServerObjects,
): readonly ComparedObject[] {
  const statements = new ObjectStatements(source, null);
  const file = `${source.stem}.sql`;
  const disabled = statements.textsOf(withEventsDisabled(script), null);
  const dumped = events === 'disabled' ? disabled : statements.textsOf(script, null);
  const now = WISHES.map((wish) =>
    statements.textsOf(schemaScript(source.name, '', withDefiners(objects, wish), sequences), null),
  );
  return storedOf(source).map((object) => {
    const key = keyOf(object);
    const texts = now.map((all) => all.get(key));
    const compared = judged({ ...object, file }, dumped.get(key), texts, origin);
    const isDisabled =
      object.kind === 'event' &&
      compared.likeness === 'different' &&
      ALIKE.has(likenessOf(object.kind, disabled.get(key), texts, origin));
    return isDisabled ? { ...compared, likeness: 'disabled' } : compared;
  });
}

const ALIKE: ReadonlySet<Likeness> = new Set<Likeness>(['same', 'same-meaning']);

/** A view of a dump, with the script that creates it. */
export interface DumpedView {
  readonly name: string;
  readonly stem: string;
  readonly script: string;
}

/** Compares views with a server's. Pure. */
export function compareViews(
  { folds, origin }: Pick<ComparedSchema, 'folds' | 'origin'>,
  views: readonly DumpedView[],
  found: readonly ViewObject[],
): readonly ComparedObject[] {
  const existing = new Map(found.map((view) => [spelledOf(view.name, folds), view] as const));
  return views.map(({ name, stem, script }) => {
    const view = existing.get(spelledOf(name, folds));
    const now =
      view === undefined ? [] : WISHES.flatMap((wish) => withDefiners([view], wish).map(viewScript));
    const [dumped, ...texts] = [script, ...now].map((text) => {
      return folds ? withFoldedNames(viewText(text)) : viewText(text);
    });
    return judged({ kind: 'view', name, file: `${stem}.sql` }, dumped, texts, origin);
  });
}

/** A table of a dump, with the script that creates its triggers. */
export interface DumpedTriggers {
  readonly table: DumpTable;
  readonly script: string;
}

/** Compares the triggers of tables with a server's, and the order in which they fire. Pure. */
export function compareTriggers(
  { source, folds, origin }: ComparedSchema,
  dumped: readonly DumpedTriggers[],
  found: readonly TriggerObject[],
): readonly ComparedObject[] {
  const statements = new ObjectStatements(source, null);
  const byTable = groupBy(found, ({ table }) => spelledOf(table, folds));
  return dumped.flatMap(({ table, script }) => {
    const own = byTable.get(spelledOf(table.name, folds)) ?? [];
    const wanted = statements.textsOf(script, table);
    const now = WISHES.map((wish) => statements.textsOf(triggersScript(withDefiners(own, wish)), table));
    const existing = [...(now[0]?.keys() ?? [])];
    return table.document.triggers.map((name) => {
      const key = keyOf({ kind: 'trigger', name });
      const [text, ...texts] = [wanted, ...now].map((all) => {
        const one = all.get(key);
        return folds && one !== undefined ? withFoldedNames(one) : one;
      });
      const file = `${table.stem}.triggers.sql`;
      const object = judged({ kind: 'trigger', name, file }, text, texts, origin);
      const isSame = object.likeness === 'same' || object.likeness === 'same-meaning';
      // Servers list triggers of different events in different orders (measured: MySQL 9.7 INSERT first, others DELETE).
      const moment = momentOf(wanted.get(key));
      const together = [...wanted].filter(([, one]) => momentOf(one) === moment);
      const isInOrder = haveOneOrder(
        together.map(([other]) => other),
        existing,
      );
      return isSame && !isInOrder ? { ...object, likeness: 'other-order' as const } : object;
    });
  });
}

/** Returns when the trigger that a text of {@link ObjectStatements.textsOf} creates fires. */
function momentOf(text: string | undefined): string {
  return triggerMoment(withoutSettings(text ?? ''));
}

/** Returns the statement that creates an object, without the settings on lines before and after it. */
function withoutSettings(text: string): string {
  const statement = text.slice(Math.max(text.search(/^CREATE\b/m), 0));
  const last = statement.lastIndexOf('\n');
  return last !== -1 && isSetting(statement.slice(last + 1)) ? statement.slice(0, last) : statement;
}

/** Returns a table's or view's name as a server compares it. */
export function spelledOf(name: string, folds: boolean): string {
  return folds ? name.toLowerCase() : name;
}

/** Returns whether the common items of both lists have the same order. */
export function haveOneOrder(one: readonly string[], other: readonly string[]): boolean {
  const common = one.filter((key) => other.includes(key));
  return other.filter((key) => one.includes(key)).every((key, at) => key === common[at]);
}

/** Compares one object. `now`: its texts with and without definer; undefined, or empty, where it does not exist. */
export function judged(
  object: Pick<ComparedObject, 'kind' | 'name' | 'file'>,
  dumped: string | undefined,
  now: readonly (string | undefined)[],
  origin: Origin,
): ComparedObject {
  const [text] = now;
  if (text === undefined) return { ...object, likeness: 'missing', line: '' };
  const likeness = likenessOf(object.kind, dumped, now, origin);
  if (likeness !== 'different') return { ...object, likeness, line: '' };
  const lines = (dumped ?? '').split('\n');
  const found = text.split('\n');
  const at = lines.findIndex((line, place) => line !== found[place]);
  const first = at === -1 ? lines.length : at;
  const dumpedLine = lines[first]?.trim();
  const ofNobody = [dumped, ...now].map((one) => (one === undefined ? undefined : withoutDefiner(one)));
  const isElseAlike = likenessOf(object.kind, ofNobody[0], ofNobody.slice(1), origin) !== 'different';
  return {
    ...object,
    likeness: isElseAlike ? 'other-definer' : 'different',
    line: found[first]?.trim() ?? '',
    ...(dumpedLine !== undefined && { dumpedLine }),
  };
}

function likenessOf(
  kind: ComparedObject['kind'],
  dumped: string | undefined,
  now: readonly (string | undefined)[],
  origin: Origin,
): Likeness {
  if (now.includes(dumped)) return 'same';
  switch (origin) {
    case 'same-version':
      return 'different';
    case 'other-version':
      return likenessAcrossVersions(kind, dumped ?? '', now);
    case 'other-vendor':
      return likenessAcrossVendors(kind, dumped ?? '', now);
    default:
      return assertNever(origin);
  }
}

/** Removes the definer from the statement of a text that names one. */
function withoutDefiner(text: string): string {
  return text
    .split('\n')
    .map((line) => withDefiner(line, { kind: 'strip' }))
    .join('\n');
}

/**
 * Compares texts of two versions: a view's query is printed in the server's own words; all else is kept as it was
 * written, except its head.
 */
function likenessAcrossVersions(
  kind: ComparedObject['kind'],
  dumped: string,
  now: readonly (string | undefined)[],
): Likeness {
  const texts = now.flatMap((text) => (text === undefined ? [] : [text]));
  if (texts.some((text) => isSameScript(dumped, text))) return 'same-meaning';
  const isUnclear = kind === 'view' && texts.some((text) => compareQueries(dumped, text) !== 'different');
  return isUnclear ? 'unclear' : 'different';
}

/** Compares texts of two vendors: of a trigger the body is compared, of other objects only what is printed alike. */
function likenessAcrossVendors(
  kind: ComparedObject['kind'],
  dumped: string,
  now: readonly (string | undefined)[],
): Likeness {
  if (likenessAcrossVersions(kind, dumped, now) === 'same-meaning') return 'same-meaning';
  const bodyOf = (text: string) => triggerBody(withoutSettings(text));
  const hasOtherBody = kind === 'trigger' && !now.some((text) => bodyOf(text ?? '') === bodyOf(dumped));
  return hasOtherBody ? 'different' : 'unclear';
}

function withDefiners<T extends StoredObject>(objects: readonly T[], wish: DefinitionWish): readonly T[] {
  return objects.map((object) => ({ ...object, definition: withDefiner(object.definition, wish) }));
}

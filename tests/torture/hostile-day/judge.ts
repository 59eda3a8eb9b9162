/** The verdict on a schema, from its bytes before, of the dump, and after. It knows nothing of how Sluice works. */
import type { OnExisting } from '../../../app/contract/runs/options';
import type { RawSchema } from '../../fixtures/raw-schema';

/** The four ways to fail a stranger. */
export const WRONGS = ['lost', 'adopted', 'leaked', 'unnamed'] as const;
export interface Wrong {
  readonly wrong: (typeof WRONGS)[number];
  readonly what: string;
}

/** An object's key in a {@link RawSchema}, such as `table Orders`. */
type Key = string;

/** Changes of the user to the target meanwhile, by the key of the table. */
export type UserDdl = ReadonlyMap<Key, 'made' | 'dropped'>;

export interface Target {
  /** Null where the schema was not there. */
  readonly before: RawSchema | null;
  readonly after: RawSchema | null;
  readonly ddl: UserDdl;
  readonly policy: OnExisting;
  /** Returns true for a table of which a run says that appended rows remain in it. */
  readonly isSaidToKeepRows: (key: Key) => boolean;
}

const RELATIONS = /^(table|view|sequence) /;

/** Two objects of one place can't both be there: a table and a view of one name are namesakes. */
function placeOf(key: Key): string {
  return key.toLowerCase().replace(RELATIONS, 'relation ');
}

/**
 * The same text on both sides where names fold: all of it in small letters, and names in their own schema without its
 * name, which MariaDB shows of a table and not of a view.
 */
function folded(schema: RawSchema): RawSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, lines]) => [
      key.toLowerCase(),
      lines.map((line) => line.toLowerCase().split('`(schema)`.').join('')).sort(),
    ]),
  );
}

function same(left: readonly string[] | undefined, right: readonly string[] | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** A counter that rows have moved on stays there. */
function withoutCounter(lines: readonly string[] = []): readonly string[] {
  return lines.map((line) => line.replace(/ auto_increment=\d+/i, ''));
}

/** A target that is as it was: nothing was begun, or all of it was rolled back. */
export function judgeBefore(target: Target): readonly Wrong[] {
  const [before, after] = [folded(target.before ?? {}), folded(target.after ?? {})];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isFilled = target.policy === 'append' || target.policy === 'truncate';
  return keys.flatMap((key): readonly Wrong[] => {
    const [was, is] = [before[key], after[key]];
    const ddl = target.ddl.get(key);
    if (ddl === 'made' || (ddl === 'dropped' && is === undefined) || same(was, is)) return [];
    // A schema that the load made stays with what somebody else has put into it.
    if (key === 'schema' && was === undefined && target.ddl.size > 0) return [];
    if (was === undefined) return [{ wrong: 'leaked', what: `${key} is new after a roll back` }];
    if (isFilled && is !== undefined && isEmptiedOrSame(was, is, target.policy)) return [];
    if (target.policy === 'append' && target.isSaidToKeepRows(key) && isLonger(was, is ?? [])) return [];
    return [{ wrong: 'adopted', what: `${key} of the user’s ${changed(was, is)}` }];
  });
}

/** Only `truncate` may have taken rows that don't come back. */
function isEmptiedOrSame(was: readonly string[], is: readonly string[], policy: OnExisting): boolean {
  const [left, right] = [withoutCounter(was), withoutCounter(is)];
  return same(left, right) || (policy === 'truncate' && right.length === 1 && left.includes(right[0] ?? ''));
}

/** Returns true for the same definition with all rows of before, and others with them. */
function isLonger(was: readonly string[], is: readonly string[]): boolean {
  const left = [...withoutCounter(is)];
  for (const line of withoutCounter(was)) {
    const at = left.indexOf(line);
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.every(isRow);
}

function changed(was: readonly string[], is: readonly string[] | undefined): string {
  if (is === undefined) return 'is gone';
  const missing = was.filter((line) => !is.includes(line)).slice(0, 3);
  const extra = is.filter((line) => !was.includes(line)).slice(0, 3);
  return `was changed: -${JSON.stringify(missing)} +${JSON.stringify(extra)}`;
}

/**
 * A target that Sluice says is done: all of the dump is there or named as left out, and of the user's what the policy
 * leaves.
 */
export function judgeDone(
  target: Target,
  dumped: RawSchema,
  isNamed: (key: Key) => boolean,
): readonly Wrong[] {
  const [before, after, given] = [folded(target.before ?? {}), folded(target.after ?? {}), folded(dumped)];
  const places = new Map(Object.keys(before).map((key) => [placeOf(key), key]));
  const taken = (key: Key) => places.get(placeOf(key));
  const wrongs: Wrong[] = [];
  for (const [key, wanted] of Object.entries(given)) {
    const mine = taken(key);
    if (key === 'schema' && mine !== undefined) continue;
    if (mine === undefined && after[key] === undefined && isNamed(key)) continue;
    if (target.ddl.has(key) || (mine !== undefined && target.ddl.has(mine))) continue;
    if (mine !== undefined)
      wrongs.push(...judgeNamesake(key, mine, { before, after, given, policy: target.policy }));
    else if (!same(after[key], wanted) && !isOfKeptTable(key, wanted, after[key], places, target.policy))
      wrongs.push({ wrong: 'lost', what: `${key} ${changed(wanted, after[key])}` });
  }
  const claimed = new Set(Object.keys(given).flatMap((key) => [key, taken(key) ?? key]));
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (claimed.has(key) || target.ddl.has(key) || same(before[key], after[key])) continue;
    wrongs.push(
      before[key] === undefined
        ? { wrong: 'leaked', what: `${key} is nobody’s` }
        : { wrong: 'adopted', what: `${key} of the user’s ${changed(before[key], after[key])}` },
    );
  }
  return wrongs;
}

interface Sides {
  readonly before: RawSchema;
  readonly after: RawSchema;
  readonly given: RawSchema;
  readonly policy: OnExisting;
}

function judgeNamesake(key: Key, mine: Key, { before, after, given, policy }: Sides): readonly Wrong[] {
  const [was = [], is, wanted = []] = [before[mine], after[mine], given[key]];
  switch (policy) {
    case 'fail':
      return [{ wrong: 'adopted', what: `done beside ${mine}, which was in the way` }];
    case 'drop': {
      const now = after[key];
      return same(now, wanted)
        ? []
        : [{ wrong: 'lost', what: `${key} in the place of ${mine}: ${changed(wanted, now)}` }];
    }
    case 'skip':
      return same(was, is) ? [] : [{ wrong: 'adopted', what: `${mine}, to be skipped, ${changed(was, is)}` }];
    case 'append':
    case 'truncate': {
      if (!key.startsWith('table ') || mine !== key)
        return same(was, is) ? [] : [{ wrong: 'adopted', what: `${mine} ${changed(was, is)}` }];
      const rows =
        policy === 'append' ? [...was.filter(isRow), ...wanted.filter(isRow)] : wanted.filter(isRow);
      const definition = withoutCounter(was.filter((line) => !isRow(line)));
      const expected = [...definition, ...rows].sort();
      return same(withoutCounter(is).slice().sort(), expected)
        ? []
        : [{ wrong: 'lost', what: `${mine}, ${policy}: ${changed(expected, withoutCounter(is))}` }];
    }
  }
}

function isRow(line: string): boolean {
  return !line.startsWith('create ');
}

/** A trigger of a table that stays the user's is not the dump's to make. */
function isOfKeptTable(
  key: Key,
  wanted: readonly string[],
  is: readonly string[] | undefined,
  places: ReadonlyMap<string, Key>,
  policy: OnExisting,
): boolean {
  if (!key.startsWith('trigger ') || is !== undefined || policy === 'drop') return false;
  const table = triggerTable(wanted);
  return table !== undefined && places.has(`relation ${table}`);
}

function triggerTable(definition: readonly string[]): string | undefined {
  return / on `((?:[^`]|``)+)` *for each row/i.exec(definition.join('\n'))?.[1]?.split('``').join('`');
}

/** A trigger goes where its table goes; anything else stands for itself. */
function tableOf(key: Key, sources: readonly RawSchema[]): Key {
  if (!key.startsWith('trigger ')) return key;
  const tables = sources.flatMap((source) => triggerTable(source[key] ?? []) ?? []);
  return tables[0] === undefined ? key : `table ${tables[0]}`;
}

/**
 * A dump that is said to be done: each object in it is as the source had it at some moment, and of one of these moments
 * all objects are in it or named as lacking. One that was renamed is not lost between its two names.
 */
export function judgeDump(
  restored: RawSchema,
  sources: readonly RawSchema[],
  isNamed: (key: Key) => boolean,
): readonly Wrong[] {
  const changedOnes = Object.keys(restored)
    .filter((key) => key !== 'schema' && !sources.some((source) => same(source[key], restored[key])))
    .map((key): Wrong => ({
      wrong: 'lost',
      what: `${key} in the dump ${changed(sources[0]?.[key] ?? [], restored[key])}`,
    }));
  const isMissing = (key: Key) =>
    key !== 'schema' && restored[key] === undefined && !isNamed(key) && !isNamed(tableOf(key, sources));
  const missing = sources.map((source) => Object.keys(source).filter(isMissing));
  const fewest = missing.reduce((best, each) => (each.length < best.length ? each : best), missing[0] ?? []);
  return [
    ...changedOnes,
    ...fewest.map((key): Wrong => ({
      wrong: 'lost',
      what: `${key} is not in the dump, and nothing says so`,
    })),
  ];
}

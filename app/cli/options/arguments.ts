import { InvalidArgumentError } from 'commander';
import { accountText, readAccount, readMapped, type AccountMap } from '../../contract/commands/definers';
import { isNullWord, isSeparator } from '../../contract/commands/input-text';
import { splitItems, splitPatterns, withoutEscapes } from '../../contract/commands/pattern';
import { countSchema } from '../../contract/jobs/keep';
import { migrationFixes, type MigrationFix } from '../../contract/runs/migrate';
import {
  DUMP_DEFAULTS,
  dumpOptionsSchema,
  loadFixes,
  loadOptionsSchema,
  memoryLimitSchema,
  speedUps,
  threadsSchema,
  type Account,
  type DefinerWish,
  type LoadFix,
  type SpeedUp,
} from '../../contract/runs/options';
import type { EnginePacking } from '../../engine/specs';
import { readServerWish, type ServerWish } from '../../prove/server-choice';
import { takes } from '../../text/cli/usage';

/** Turns the texts of options into values; what can't be read is a usage error that names the option. */

const accumulating = new WeakSet();

/** Marks the parser of an option that may be given several times: it adds a text to what came before. */
export function repeatable<T extends (text: string, before: never) => unknown>(parse: T): T {
  accumulating.add(parse);
  return parse;
}

export function isRepeatable(parse: object): boolean {
  return accumulating.has(parse);
}

/** Fails with `accepted`, a text that names the accepted values, where `check` throws. */
export function assertReadable(check: () => unknown, accepted: string): void {
  try {
    check();
  } catch {
    throw new InvalidArgumentError(accepted);
  }
}

export function parseThreads(text: string): number {
  const parsed = threadsSchema.safeParse(Number(text));
  if (!parsed.success) throw new InvalidArgumentError(takes.threads);
  return parsed.data;
}

/** A number of dumps, days or weeks. */
export function parseCount(text: string): number {
  const count = countSchema.safeParse(Number(text));
  if (!count.success) throw new InvalidArgumentError(takes.count);
  return count.data;
}

const GZIP = { kind: 'gzip', most: 9, usual: 6 } as const;
const ZSTD = { kind: 'zstd', most: 19, usual: 1 } as const;

/** Reads the compression of a written file. */
export function parsePacking(text: string): EnginePacking {
  if (text === 'none') return { kind: 'none' };
  const match = /^(gzip|zstd)(?::(\d+))?$/.exec(text);
  const { kind, most, usual } = match?.[1] === 'gzip' ? GZIP : ZSTD;
  const level = Number(match?.[2] ?? usual);
  if (match === null || level < 1 || level > most) throw new InvalidArgumentError(takes.packing);
  return { kind, level };
}

/** Reads the separator of CSV: a character, or `tab`. */
export function parseSeparator(text: string): string {
  if (text === 'tab') return '\t';
  if (!isSeparator(text)) throw new InvalidArgumentError(takes.separator);
  return text;
}

/** Reads the word for NULL in CSV, which stands there without quotes. */
export function parseNullWord(text: string): string {
  if (!isNullWord(text)) throw new InvalidArgumentError(takes.nullWord);
  return text;
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  '': 1,
  K: 1e3,
  M: 1e6,
  G: 1e9,
  KI: 2 ** 10,
  MI: 2 ** 20,
  GI: 2 ** 30,
};

/** `64M`, `64MB` or `64MiB` and the like, in bytes. */
export function parseSize(text: string): number {
  const match = /^(\d+)((?:[kMG]i?)?)B?$/i.exec(text);
  if (match === null) throw new InvalidArgumentError(takes.size);
  return Number(match[1]) * (SIZE_UNITS[(match[2] ?? '').toUpperCase()] ?? 1);
}

export function parseMemoryLimit(text: string): number {
  const parsed = memoryLimitSchema.safeParse(parseSize(text));
  if (!parsed.success) throw new InvalidArgumentError(takes.memoryLimit);
  return parsed.data;
}

export function parseChunkBytes(text: string): number {
  const parsed = dumpOptionsSchema.shape.bytesPerChunk.safeParse(parseSize(text));
  if (!parsed.success) throw new InvalidArgumentError(takes.chunkBytes);
  return parsed.data;
}

/** Reads a number of seconds. */
export function parseLockWait(text: string): number {
  const seconds = text.trim() === '' ? NaN : Number(text);
  if (!dumpOptionsSchema.shape.lockWaitTimeoutMs.safeParse(seconds * 1000).success)
    throw new InvalidArgumentError(takes.lockWait);
  return seconds;
}

/** A whole number of seconds, up to an hour. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!loadOptionsSchema.shape.reconnectMs.safeParse(text === '' ? null : seconds * 1000).success)
    throw new InvalidArgumentError(takes.seconds);
  return seconds;
}

/** A parser for names out of a list that is known, with commas between them. */
function oneOf<T extends string>(known: readonly T[]): (text: string, before?: readonly T[]) => readonly T[] {
  return repeatable((text: string, before: readonly T[] = []) => {
    const items = splitList(text);
    const isKnown = (item: string): item is T => known.some((one) => one === item);
    if (!items.every(isKnown)) throw new InvalidArgumentError(takes.someOf(known));
    return [...new Set([...before, ...items])];
  });
}

export const parseSpeedUps = oneOf<SpeedUp>(speedUps);
/** Reads the fixes of a load. */
export const parseFixes = oneOf<LoadFix>(loadFixes);
export const parseMigrationFixes = oneOf<MigrationFix>(migrationFixes);

/** Reads a server's version, such as `mysql:5.7`. */
export function parseWish(text: string): ServerWish {
  const wish = readServerWish(text);
  if (wish === null) throw new InvalidArgumentError(takes.serverWish);
  return wish;
}

/** Items with commas between them; a backslash keeps the comma behind it, and every other character, with its item. */
export function splitList(text: string): readonly string[] {
  const items = splitItems(text);
  if (items.some((item) => item === '')) throw new InvalidArgumentError(takes.names);
  return items;
}

export const parseList = repeatable((text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  ...splitList(text),
]);

type NameMap = Readonly<Record<string, string>>;

/** Reads `old=new,…`; a backslash escapes a comma or an equals sign of a name. */
export const parseSchemaMap = repeatable((text: string, before: NameMap = {}): NameMap => {
  const pairs = splitList(text).map((item) => splitPatterns(item, '=').map(withoutEscapes));
  const map = new Map(Object.entries(before));
  for (const [from = '', to = '', ...rest] of pairs) {
    if (rest.length > 0 || !loadOptionsSchema.shape.schemaMap.safeParse({ [from]: to }).success)
      throw new InvalidArgumentError(takes.pairs);
    if ((map.get(from) ?? to) !== to)
      throw new InvalidArgumentError(takes.oneTarget(from, map.get(from) ?? '', to));
    map.set(from, to);
  }
  return Object.fromEntries(map);
});

/**
 * Reads `keep`, `current`, `strip`, or the account `USER@HOST` that replaces every definer; `map:USER@HOST=USER@HOST`
 * replaces one, and may be repeated.
 */
export const parseDefiners = repeatable(
  (text: string, before: DefinerWish = DUMP_DEFAULTS.definers): DefinerWish => {
    const isMap = text.startsWith('map:');
    if (before !== DUMP_DEFAULTS.definers && !(isMap && before.kind === 'map'))
      throw new InvalidArgumentError(takes.oneDefiners);
    if (text === 'keep' || text === 'current' || text === 'strip') return { kind: text };
    if (!isMap) return { kind: 'replace', ...parseAccount(text, takes.definers) };
    const earlier = before.kind === 'map' ? before.accounts : [];
    return { kind: 'map', accounts: [...earlier, parseMapped(text.slice('map:'.length), earlier)] };
  },
);

function parseMapped(text: string, earlier: AccountMap): AccountMap[number] {
  const mapped = readMapped(text);
  if (mapped === null) throw new InvalidArgumentError(takes.definers);
  const from = accountText(mapped.from);
  const other = earlier.find((one) => accountText(one.from) === from);
  if (other !== undefined)
    throw new InvalidArgumentError(takes.oneTarget(from, accountText(other.to), accountText(mapped.to)));
  return mapped;
}

/** An account, `USER@HOST`. */
export function parseAccount(text: string, accepted: string = takes.account): Account {
  const account = readAccount(text);
  if (account === null) throw new InvalidArgumentError(accepted);
  return account;
}

/** Collects each value of an option unchanged. */
export const collect = repeatable((text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
]);

import { InvalidArgumentError } from 'commander';
import { splitPatterns, withoutEscapes } from '../contract/pattern';
import {
  loadFixes,
  loadFixSchema,
  loadOptionsSchema,
  memoryLimitSchema,
  speedUps,
  speedUpSchema,
  threadsSchema,
  type Compression,
  type DefinerWish,
  type LoadFix,
  type SpeedUp,
} from '../contract/options';

/** Turns the texts of options into values; what can't be read is a usage error that names the option. */

export function parseThreads(text: string): number {
  const parsed = threadsSchema.safeParse(Number(text));
  if (!parsed.success) throw new InvalidArgumentError('It must be a whole number from 1 to 64.');
  return parsed.data;
}

export function parseCompression(text: string): Compression {
  if (text === 'none') return { kind: 'none' };
  const match = /^zstd(?::(\d+))?$/.exec(text);
  const level = Number(match?.[1] ?? 1);
  if (match === null || level < 1 || level > 19) {
    throw new InvalidArgumentError('It must be none, zstd, or zstd:LEVEL with a level from 1 to 19.');
  }
  return { kind: 'zstd', level };
}

const SIZE_UNITS: Readonly<Record<string, number>> = {
  ...{ '': 1, K: 1e3, M: 1e6, G: 1e9 },
  ...{ KI: 2 ** 10, MI: 2 ** 20, GI: 2 ** 30 },
};

/** `64M`, `64MB` or `64MiB` and the like, in bytes. */
export function parseSize(text: string): number {
  const match = /^(\d+)((?:[kMG]i?)?)B?$/i.exec(text);
  if (match === null) throw new InvalidArgumentError('It must be a number of bytes, such as 64M or 64MiB.');
  return Number(match[1]) * (SIZE_UNITS[(match[2] ?? '').toUpperCase()] ?? 1);
}

export function parseMemoryLimit(text: string): number {
  const parsed = memoryLimitSchema.safeParse(parseSize(text));
  if (!parsed.success) throw new InvalidArgumentError('It must be from 16MiB to 1024GiB.');
  return parsed.data;
}

/** A whole number of seconds, up to an hour. */
export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!loadOptionsSchema.shape.reconnectMs.safeParse(text === '' ? null : seconds * 1000).success)
    throw new InvalidArgumentError('It must be a number of seconds from 0 to 3600.');
  return seconds;
}

/** Speed-ups with commas between them. */
export function parseSpeedUps(text: string): SpeedUp[] {
  const parsed = speedUpSchema.array().safeParse(parseList(text));
  if (!parsed.success)
    throw new InvalidArgumentError(`It must be some of ${speedUps.join(', ')}, with commas between them.`);
  return [...new Set(parsed.data)];
}

export function parseFixes(text: string, before: readonly LoadFix[]): LoadFix[] {
  const parsed = loadFixSchema.array().safeParse(parseList(text));
  if (!parsed.success)
    throw new InvalidArgumentError(`It must be some of ${loadFixes.join(', ')}, with commas between them.`);
  return [...new Set([...before, ...parsed.data])];
}

/** Items with commas between them; a backslash keeps the comma behind it, and every other character, with its item. */
export function parseList(text: string): readonly string[] {
  const items = splitPatterns(text, ',').map((item) => item.replace(/^\s+/, '').replace(/([^\\])\s+$/, '$1'));
  if (items.some((item) => item === ''))
    throw new InvalidArgumentError('It must be names with commas between them.');
  return items;
}

/** `old=new,…`; a backslash takes a comma or an equals sign of a name as it is. */
export function parseSchemaMap(text: string): Readonly<Record<string, string>> {
  const pairs = parseList(text).map((item) => splitPatterns(item, '=').map(withoutEscapes));
  const map = Object.fromEntries(pairs.map(([from = '', to = '']) => [from, to]));
  const named = pairs.every((pair) => pair.length === 2);
  if (!named || !loadOptionsSchema.shape.schemaMap.safeParse(map).success) {
    throw new InvalidArgumentError('It must be OLD=NEW pairs with commas between them.');
  }
  return map;
}

/** `keep`, `strip`, or the account `USER@HOST` that stands in for every definer. */
export function parseDefiners(text: string): DefinerWish {
  if (text === 'keep' || text === 'strip') return { kind: text };
  const at = text.lastIndexOf('@');
  if (at <= 0 || at === text.length - 1)
    throw new InvalidArgumentError('It must be keep, strip, or an account as USER@HOST.');
  return { kind: 'replace', user: text.slice(0, at), host: text.slice(at + 1) };
}

/** For an option that may be given several times. */
export function collect(text: string, before: readonly string[]): readonly string[] {
  return [...before, text];
}

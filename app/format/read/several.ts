import { promises as fs } from 'fs';
import { basename, dirname, isAbsolute, join, relative } from 'path';
import { withoutEscapes } from '../../contract/commands/pattern';
import { severalFailures } from '../../text/format/several';
import { unopened } from './reader';

/** Files that a path names by a pattern, as a shell reads it: `exports/*.csv`, `exports/{a,b}.csv`. */
export interface ChosenFiles {
  /** The folder that all of them lie in or below. */
  readonly directory: string;
  /** Relative to it, each once: those of a wildcard by name, others as they are listed. */
  readonly names: readonly string[];
}

const SPECIAL = /(?<!\\)(?:\\\\)*[*?[{]/;

/** Returns whether a path has wildcards or braces. Pure. */
export function isPattern(path: string): boolean {
  return SPECIAL.test(path);
}

/** The folder above the first wildcard of a pattern. Pure. */
export function baseOf(pattern: string): string {
  return apart(pattern).base;
}

interface Apart {
  readonly base: string;
  /** The pattern of the names below. */
  readonly rest: string;
}

function apart(pattern: string): Apart {
  const cut = pattern.lastIndexOf('/', SPECIAL.exec(pattern)?.index ?? pattern.length);
  return { base: withoutEscapes(pattern.slice(0, cut)) || '/', rest: pattern.slice(cut + 1) };
}

/** Finds the files of a pattern. Fails where there are none, or where one of them is a folder. */
export async function chosenFiles(pattern: string): Promise<ChosenFiles> {
  const directory = baseOf(pattern);
  const found: string[] = [];
  for (const one of expandedBraces(pattern)) found.push(...(await matching(one)));
  for (const path of found) if (!(await fs.stat(path)).isFile()) throw severalFailures.noFile({ path });
  return { directory, names: [...new Set(found)].map((path) => relative(directory, path)) };
}

/** The one pattern that names several absolute paths, each of which may be a pattern. */
export async function patternOf(paths: readonly string[]): Promise<string> {
  const [first = '', ...others] = paths;
  if (others.length === 0) return first;
  const parts: Apart[] = [];
  for (const path of paths)
    parts.push(...((await isThere(path)) ? [literal(path)] : expandedBraces(path)).map(apart));
  const common = parts.map(({ base }) => base).reduce(commonFolder);
  const items = parts.map(({ base, rest }) => {
    const below = literal(relative(common, base));
    return `${below === '' ? '' : `${below}/`}${rest.replace(/(?<!\\)[,}]/g, '\\$&')}`;
  });
  return join(literal(common), `{${items.join(',')}}`);
}

/** Returns whether there is a file or a folder at a path. */
export async function isThere(path: string): Promise<boolean> {
  return await fs.access(path).then(
    () => true,
    () => false,
  );
}

function literal(path: string): string {
  return path.replace(/[\\*?[\]{},]/g, '\\$&');
}

function commonFolder(one: string, other: string): string {
  let common = one;
  for (let to = relative(common, other); to.startsWith('..') || isAbsolute(to); to = relative(common, other))
    common = dirname(common);
  return common;
}

/** `a{b,c}d` as `abd` and `acd`. */
function expandedBraces(pattern: string): readonly string[] {
  const open = /(?<!\\)(?:\\\\)*\{/.exec(pattern);
  if (open === null) return [pattern];
  const begin = open.index + open[0].length;
  const items: string[] = [];
  let [depth, from] = [1, begin];
  for (let at = begin; at < pattern.length; at += 1) {
    const letter = pattern[at];
    if (letter === '\\') at += 1;
    else if (letter === '{') depth += 1;
    else if (letter === '}') depth -= 1;
    if ((letter === ',' && depth === 1) || depth === 0) {
      items.push(pattern.slice(from, at));
      from = at + 1;
    }
    if (depth > 0) continue;
    const [head, tail] = [pattern.slice(0, begin - 1), pattern.slice(at + 1)];
    return items.flatMap((item) => expandedBraces(`${head}${item}${tail}`));
  }
  throw severalFailures.openBrace({ pattern });
}

/** Returns whether a pattern would name a file at an absolute path, be there one or not. Pure. */
export function wouldName(pattern: string, path: string): boolean {
  return expandedBraces(pattern).some((one) => {
    const { directory, name } = namesOf(one);
    if (dirname(path) !== directory) return false;
    return isPattern(name) ? isMatch(name, one)(basename(path)) : basename(path) === withoutEscapes(name);
  });
}

interface PatternNames {
  readonly directory: string;
  /** The name, or the pattern of the names, in that folder. */
  readonly name: string;
}

function namesOf(pattern: string): PatternNames {
  const cut = pattern.lastIndexOf('/');
  const [folder, name] = [pattern.slice(0, cut), pattern.slice(cut + 1)];
  if (isPattern(folder)) throw severalFailures.folderPattern({ pattern });
  return { directory: withoutEscapes(folder) || '/', name };
}

async function matching(pattern: string): Promise<readonly string[]> {
  const { directory, name } = namesOf(pattern);
  if (!isPattern(name)) {
    const path = join(directory, withoutEscapes(name));
    await fs.access(path).catch((error: unknown) => {
      throw unopened(path, error);
    });
    return [path];
  }
  const names = await fs.readdir(directory).catch((error: unknown) => {
    throw unopened(directory, error);
  });
  const found = names.filter(isMatch(name, pattern));
  if (found.length === 0) throw severalFailures.noMatch({ pattern });
  return found.sort().map((one) => join(directory, one));
}

/** As in a shell, `*` names no hidden file. */
function isMatch(name: string, pattern: string): (one: string) => boolean {
  const wanted = expressionOf(name, pattern);
  return (one) => wanted.test(one) && (name.startsWith('.') || !one.startsWith('.'));
}

function expressionOf(name: string, pattern: string): RegExp {
  const parts = name.replace(
    /\\(.)|\[([!^]?)([^\]]+)\]|([*?])|([^])/g,
    (_, ...groups: (string | undefined)[]) => {
      const [escaped, not, letters, wildcard, letter] = groups;
      if (wildcard !== undefined) return wildcard === '*' ? '.*' : '.';
      if (letters !== undefined) return `[${not === '' ? '' : '^'}${letters.replace(/[\\[\]^]/g, '\\$&')}]`;
      return (escaped ?? letter ?? '').replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
    },
  );
  try {
    return new RegExp(`^${parts}$`, 's');
  } catch {
    throw severalFailures.noMatch({ pattern });
  }
}

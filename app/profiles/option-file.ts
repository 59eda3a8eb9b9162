import { readFileSync } from 'fs';
import { profileFailures } from '../text/profiles';

const GROUPS: ReadonlySet<string> = new Set(['client', 'sluice']);

/**
 * The password of an option file's `[client]` or `[sluice]` group, the last one winning, as the servers' own clients
 * read it (MySQL manual, "Using Option Files"); null where there is none.
 */
export function passwordOfOptionFile(path: string): string | null {
  return parsePassword(readOptionFile(path));
}

function readOptionFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw profileFailures.optionFileUnreadable({ reason: (error as Error).message });
  }
}

export function parsePassword(text: string): string | null {
  const values = parseOptionFile(text).flatMap(({ group, options }) =>
    GROUPS.has(group) ? [options.get('password')] : [],
  );
  return values.filter((value) => value !== undefined).pop() ?? null;
}

/** A line of an option file that can't be read. */
export interface UnreadableLine {
  /** The first is 1. */
  readonly number: number;
  /** Its beginning, without anything behind an equals sign: that may be a password. */
  readonly words: string;
}

/** Returns the lines of an option file that are no group, option, comment or directive. */
export function unreadableLines(text: string): readonly UnreadableLine[] {
  return text.split(/\r?\n/).flatMap((raw, index) => {
    const line = raw.trim();
    if (line === '' || /^[#;!]/.test(line) || /^\[.+\]$/.test(line) || OPTION.test(line)) return [];
    return [{ number: index + 1, words: line.replace(/=.*/, '=…').slice(0, 60) }];
  });
}

const OPTION = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/;

/** One group of an option file as written; a group may occur more than once. */
export interface OptionGroup {
  readonly group: string;
  /** Options by name, with dashes and without `loose-`; an option without a value has the empty one. */
  readonly options: ReadonlyMap<string, string>;
}

/**
 * Reads the groups of an option file. Lines before the first group are ignored. Included files are not read: the caller
 * must name them.
 */
export function parseOptionFile(text: string): readonly OptionGroup[] {
  const groups: { readonly group: string; readonly options: Map<string, string> }[] = [];
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const group = /^\[(.+)\]$/.exec(line)?.[1];
    if (group !== undefined) groups.push({ group, options: new Map() });
    const [, name, value = ''] = OPTION.exec(line) ?? [];
    if (name === undefined) continue;
    const known = name.replace(/_/g, '-').replace(/^loose-/, '');
    groups[groups.length - 1]?.options.set(known, unquote(value));
  }
  return groups;
}

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  s: ' ',
  '\\': '\\',
  "'": "'",
  '"': '"',
};

const BEFORE_COMMENT = /^(?:"(?:[^"\\]|\\.)*"?|'(?:[^'\\]|\\.)*'?|[^#"'])*/;

/** Outside quotes a # begins a comment; a backslash before any other character than the escapes' stays. */
function unquote(value: string): string {
  const bare = (BEFORE_COMMENT.exec(value)?.[0] ?? '').trimEnd();
  const text = /^(["'])(.*)\1$/.exec(bare)?.[2] ?? bare;
  return text.replace(/\\(.)/g, (both, character: string) => ESCAPES[character] ?? both);
}

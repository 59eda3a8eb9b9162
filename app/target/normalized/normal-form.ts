import { quoteName } from '../../catalog/text/quote';
import { isSetting } from '../trial/server-words';

/** Result of comparing two texts as printed by different versions of a server. */
export type TextLikeness = 'same' | 'unclear' | 'different';

/** Tokens of a statement; a quote without an end takes all the rest. */
const TOKEN =
  /'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|"(?:[^"\\]|\\[^]|"")*(?:"|\\?$)|`(?:[^`]|``)*(?:`|$)|\/\*M?!\d*|\*\/|--(?=\s)[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$)|[\p{L}\p{N}_$]+|[^\s]/gu;
/** Types whose display width has no meaning. */
const INTEGERS: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year']);
/** Modes that a later version removed and that do not change what an object does. */
const IGNORED_MODES: ReadonlySet<string> = new Set([
  ...['NO_AUTO_CREATE_USER', 'NO_FIELD_OPTIONS', 'NO_KEY_OPTIONS', 'NO_TABLE_OPTIONS'],
]);

/**
 * Splits a statement into words in the one spelling that all versions share: utf8 is utf8mb3; words are in lower case;
 * version comments count as if they were not there. Texts and names are kept.
 */
export function normalTokens(statement: string): readonly string[] {
  const tokens: string[] = [];
  for (const [token] of statement.matchAll(TOKEN)) {
    if (/^(?:\/\*M?!|\*\/)/.test(token)) continue;
    tokens.push(isQuoted(token) ? token : plainWord(token));
  }
  return withoutWidths(tokens);
}

function isQuoted(token: string): boolean {
  return /^(?:['"`#]|--|\/\*)/.test(token);
}

function plainWord(token: string): string {
  const word = token.toLowerCase();
  if (word === 'charset') return 'character set';
  return /^_?utf8(?:_|$)/.test(word) ? word.replace('utf8', 'utf8mb3') : word;
}

/** Returns a setting with modes in one order, and character sets by their present names. */
function withPlainModes(setting: string): string {
  return setting
    .replace(/(\bsql_mode\s*=\s*')([^']*)/gi, (_, before: string, modes: string) => {
      const kept = modes.split(',').filter((mode) => !IGNORED_MODES.has(mode));
      return before + kept.sort().join();
    })
    .replace(/'utf8(?=_|')/g, "'utf8mb3");
}

function withoutWidths(tokens: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] ?? '';
    kept.push(token);
    const [open, width, close] = tokens.slice(at + 1, at + 4);
    const isWidth = open === '(' && /^\d+$/.test(width ?? '') && close === ')';
    if (INTEGERS.has(token) && isWidth && tokens[at + 4] !== 'zerofill' && tokens[at + 5] !== 'zerofill')
      at += 3;
  }
  return kept;
}

/** Returns the texts, numbers and names of the words. */
function atomsOf(tokens: readonly string[]): string {
  return tokens
    .filter((token) => /^['"`\d]/.test(token))
    .sort()
    .join('\n');
}

/** Compares the texts of one or more statements, each on lines of its own, word for word. */
export function isSameScript(one: string, other: string): boolean {
  return normalScript(one) === normalScript(other);
}

/** Returns a script in normal form; settings are on lines of their own before and after a statement. */
function normalScript(script: string): string {
  const plain = script.split('\n').map((line) => (isSetting(line) ? withPlainModes(line) : line));
  return normalTokens(withQuotedHead(plain.join('\n'))).join(' ');
}

/** Names in the head of a trigger that stand without quotes, each with its schema where it has one. */
const BARE_NAMES =
  /\b(TRIGGER\s+)([\p{L}\p{N}_$.]+)(?=\s+(?:BEFORE|AFTER)\s)|\b(ON\s+)([\p{L}\p{N}_$.]+)(?=\s+FOR\s+EACH\s)/giu;

/** Quotes the names of a trigger and its table: MySQL 9.7 prints the head in quotes, earlier versions as it was written. */
function withQuotedHead(script: string): string {
  const quoted = (names: string) => names.split('.').map(quoteName).join('.');
  return script.replace(/\bCREATE\b[^]*?\bFOR\s+EACH\s/i, (head) =>
    head.replace(
      BARE_NAMES,
      (_, trigger: string | undefined, name: string | undefined, on: string | undefined, table?: string) =>
        `${trigger ?? on ?? ''}${quoted(name ?? table ?? '')}`,
    ),
  );
}

/**
 * Compares texts that a server prints in its own words, such as a view's query or an expression, by their tokens:
 * `unclear` where the words differ but the texts, numbers and names are the same.
 */
export function compareTokens(left: readonly string[], right: readonly string[]): TextLikeness {
  if (left.join(' ') === right.join(' ')) return 'same';
  return atomsOf(left) === atomsOf(right) ? 'unclear' : 'different';
}

import { parseDefinition, withoutCounter, withoutLiterals } from '../../catalog/definition/definition';
import { unquoteName } from '../../catalog/text/quote';
import type { Vendor } from '../../contract/connections/connection';
import { compareTokens, normalTokens } from './normal-form';
import { normalizedTable } from './table';
import { normalizedText } from '../../text/target/normalized';

/** A SHOW CREATE TABLE text, and the default collation of each character set on the server that printed it. */
export interface PrintedTable {
  readonly text: string;
  readonly defaults: ReadonlyMap<string, string>;
}

/** Result of comparing a table's definitions as printed by two versions of a vendor. */
export interface VersionedLikeness {
  /** Properties that only the source's definition has, and those that only the target's has. */
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  /** Columns and constraints whose expressions are printed differently. */
  readonly unclear: readonly string[];
}

/** Compares the meaning of two definitions, however it is printed: types, defaults, collations, keys, options. Pure. */
export function compareVersions(source: PrintedTable, now: PrintedTable, server: Vendor): VersionedLikeness {
  const [asked, found] = [source, now].map(({ text, defaults }) => {
    const plain = withPlainNames(withoutCounter(text));
    return normalizedTable(plain, { server, collations: collationsOf(plain, defaults) });
  });
  const expressions = compareExpressions(source.text, now.text);
  return {
    lost: [...(asked ?? [])].filter((meaning) => found?.has(meaning) !== true).concat(expressions.lost),
    gained: [...(found ?? [])].filter((meaning) => asked?.has(meaning) !== true),
    unclear: expressions.unclear,
  };
}

/** Replaces utf8 with utf8mb3, its name in later versions of MySQL. Names and texts stay as they are. */
export function withPlainNames(text: string): string {
  return text
    .split(/('(?:[^'\\]|\\[^]|'')*'|`(?:[^`]|``)*`)/)
    .map((part, at) => (at % 2 === 1 ? part : part.replace(/\b(_?)utf8(?=_|\b)/g, '$1utf8mb3')))
    .join('');
}

const TEXT = /^`(?:[^`]|``)+` (?:char|varchar|tinytext|text|mediumtext|longtext|enum|set)\b/;

/** Returns the collation of each text column: its own, that of its character set, or the table's. */
export function collationsOf(
  createTable: string,
  printed: ReadonlyMap<string, string>,
): ReadonlyMap<string, string | null> {
  const { columns, options } = parseDefinition(createTable);
  const defaults = new Map(
    [...printed].map(([charset, collation]) => [withPlainNames(charset), withPlainNames(collation)]),
  );
  const [, charset = '', collation] =
    / DEFAULT CHARSET=(\w+)(?: COLLATE=(\w+))?/.exec(withoutLiterals(options)) ?? [];
  const ofTable = collation ?? defaults.get(charset) ?? charset;
  return new Map(
    columns.map((line) => {
      const words = withoutLiterals(line);
      const own = / CHARACTER SET (\w+)/.exec(words)?.[1];
      const ownCollation = / COLLATE (\w+)/.exec(words)?.[1];
      const usual = own === undefined ? ofTable : (defaults.get(own) ?? own);
      return [nameOf(line), TEXT.test(line) ? (ownCollation ?? usual) : null];
    }),
  );
}

/** Returns the name at the beginning of a column's line. */
function nameOf(line: string): string {
  return unquoteName(/^`((?:[^`]|``)+)`/.exec(line)?.[1] ?? '');
}

interface ComparedExpressions {
  readonly lost: readonly string[];
  readonly unclear: readonly string[];
}

/** Compares expressions of columns by column, and CHECKs in their order: their names may be the server's own. */
function compareExpressions(source: string, now: string): ComparedExpressions {
  const [asked, found] = [expressionsOf(source), expressionsOf(now)];
  const lost: string[] = [];
  const unclear: string[] = [];
  for (const [place, tokens] of asked) {
    const likeness = compareTokens(tokens, found.get(place) ?? []);
    if (likeness === 'different') lost.push(normalizedText.expressionOf(place));
    if (likeness === 'unclear') unclear.push(place);
  }
  return { lost, unclear };
}

type Tokens = readonly string[];

function expressionsOf(createTable: string): ReadonlyMap<string, Tokens> {
  const { columns, others } = parseDefinition(createTable);
  const found = new Map<string, Tokens>();
  for (const line of columns) {
    const { value, check } = expressionsIn(line);
    if (value !== undefined) found.set(nameOf(line), value);
    if (check !== undefined) found.set(`CHECK ${nameOf(line)}`, check);
  }
  const checks = others.flatMap((line) => {
    const { check } = expressionsIn(line);
    return check === undefined ? [] : [check];
  });
  for (const [at, check] of checks.entries()) found.set(`CHECK ${at + 1}`, check);
  return found;
}

/** Expressions of a line: of a generated column or a default, and of a CHECK. */
interface LineExpressions {
  readonly value?: Tokens;
  readonly check?: Tokens;
}

function expressionsIn(line: string): LineExpressions {
  const tokens = normalTokens(line);
  let found: LineExpressions = {};
  let depth = 0;
  for (const [at, token] of tokens.entries()) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (depth > 0) continue;
    const isValue = token === 'default' || (token === 'as' && tokens[at - 1] === 'always');
    if (!isValue && token !== 'check') continue;
    const expression = expressionAt(tokens, at + 1);
    if (expression === null) continue;
    found = isValue ? { value: expression, ...found } : { check: expression, ...found };
  }
  return found;
}

/**
 * Returns the expression that begins at a token, without parentheses around all of it; null for a literal. MariaDB prints
 * none around a default that is one call: `DEFAULT uuid()`.
 */
function expressionAt(tokens: Tokens, from: number): Tokens | null {
  const open = tokens[from] === '(' ? from : from + 1;
  if (tokens[open] !== '(' || !/^[(`a-z_]/.test(tokens[from] ?? '')) return null;
  return withoutParentheses(tokens.slice(from, closingOf(tokens, open) + 1));
}

function withoutParentheses(tokens: Tokens): Tokens {
  return tokens[0] === '(' && closingOf(tokens, 0) === tokens.length - 1
    ? withoutParentheses(tokens.slice(1, -1))
    : tokens;
}

/** Returns the place of the parenthesis that closes the one at a place, or of the last token. */
function closingOf(tokens: Tokens, open: number): number {
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
}

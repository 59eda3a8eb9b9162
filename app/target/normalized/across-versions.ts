import { parseDefinition, withoutCounter, withoutLiterals } from '../../catalog/definition/definition';
import { unquoteName } from '../../catalog/text/quote';
import type { Vendor } from '../../contract/connections/connection';
import { compareWords } from './normal-form';
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
  for (const [place, text] of asked) {
    const likeness = compareWords(text, found.get(place) ?? '');
    if (likeness === 'different') lost.push(normalizedText.expressionOf(place));
    if (likeness === 'unclear') unclear.push(place);
  }
  return { lost, unclear };
}

const EXPRESSION = /\b(?:GENERATED ALWAYS AS|DEFAULT|CHECK) ?\(([^]*)/;

function expressionsOf(createTable: string): ReadonlyMap<string, string> {
  const { columns, others } = parseDefinition(createTable);
  const found = new Map<string, string>();
  for (const line of columns) {
    const text = EXPRESSION.exec(line)?.[1];
    if (text !== undefined) found.set(nameOf(line), text);
  }
  const checks = others.filter((line) => /\bCHECK \(/.test(line));
  for (const [at, line] of checks.entries()) found.set(`CHECK ${at + 1}`, EXPRESSION.exec(line)?.[1] ?? line);
  return found;
}

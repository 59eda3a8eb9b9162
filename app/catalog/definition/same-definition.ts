import { objectText, type OwnLines } from '../../text/catalog/objects';
import { LINE, linesOf, parseDefinition, withoutCounter, withoutLiterals } from './definition';

/** Result of comparing two tables' definitions: the same text, other words with the same meaning, or different. */
export type Likeness = 'same-text' | 'same-meaning' | 'different';

/** Detail of a check on a table whose definition was compared with its source's. */
export const SAME_AS_SOURCE: Readonly<Record<Exclude<Likeness, 'different'>, string>> =
  objectText.sameAsSource;

/** A column up to its type, then the character set and the collation printed for it. */
const COLUMN =
  /^( {2}`(?:[^`]|``)+` \w+(?:\((?:'(?:[^'\\]|\\.|'')*'(?!')|[^')])*\))?)(?: CHARACTER SET (\w+))?(?: COLLATE (\w+))?/;

/** Compares two SHOW CREATE TABLE texts; the AUTO_INCREMENT counters don't count. */
export function likenessOf(one: string, other: string): Likeness {
  if (withoutCounter(one) === withoutCounter(other)) return 'same-text';
  return meaningOf(one) === meaningOf(other) ? 'same-meaning' : 'different';
}

/** Lines that only one of two definitions has. */
export interface DefinitionDifference {
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

/**
 * Compares two SHOW CREATE TABLE texts line by line, by their meaning; both lists are empty where only the order
 * differs.
 */
export function differingLines(source: string, now: string): DefinitionDifference {
  const [wanted, found] = [source, now].map((text) => linesOf(meaningOf(text)).map((line) => line.trim()));
  const missing = (lines: readonly string[] = [], others: readonly string[] = []) => {
    const known = new Set(others);
    return lines.filter((line) => !known.has(line));
  };
  return { lost: missing(wanted, found), gained: missing(found, wanted) };
}

/** Lines of each side that a message shows. */
const MOST_SHOWN = 3;
const MOST_LETTERS = 160;

/** Describes a difference in one sentence of a message. */
export function differenceText({ lost, gained }: DefinitionDifference): string {
  return objectText.difference(firstOf(lost), firstOf(gained));
}

function firstOf(lines: readonly string[]): OwnLines {
  const shown = lines.slice(0, MOST_SHOWN).map((line) => line.slice(0, MOST_LETTERS));
  return { shown, more: lines.length - shown.length };
}

/**
 * Normalizes a definition, line by line: without its counter and without redundant character sets and collations of
 * columns: those that are the table's own, and a character set next to its collation. MySQL prints them where a
 * statement once spelled them out, not after ALTER TABLE … CONVERT or MODIFY; a table that is created from what it
 * prints then prints more of them (measured on 9.7: `COLLATE c` comes back as `CHARACTER SET s COLLATE c`).
 */
export function meaningOf(createTable: string): string {
  const options = withoutLiterals(parseDefinition(createTable).options);
  const [, charset, collation] = / DEFAULT CHARSET=(\w+)(?: COLLATE=(\w+))?/.exec(options) ?? [];
  const plain = (text: string, column: string, ownCharset?: string, ownCollation?: string): string => {
    if (ownCollation !== undefined)
      return ownCollation === collation ? column : `${column} COLLATE ${ownCollation}`;
    // Without a collation it is the character set's default one.
    return ownCharset === charset && collation === undefined ? column : text;
  };
  return withoutCounter(createTable).replace(LINE, (line) => line.replace(COLUMN, plain));
}

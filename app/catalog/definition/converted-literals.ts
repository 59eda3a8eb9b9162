import type { ControlSession } from '../session/control-session';
import { linesOf } from './definition';

/**
 * A quoted name, a literal behind its character set as SHOW CREATE TABLE prints those of expressions, or a plain one.
 */
const PIECE = /`(?:[^`]|``)*`|\b_\w+(?: 0x[0-9A-F]+|'(?:[^'\\]|\\[^]|'')*')|'(?:[^'\\]|\\[^]|'')*'/g;
/** Literals of text; bytes have only one spelling. */
const TEXT = /^_(?!binary\b)\w+[ ']/;
const GAP = '\0';

/** A line of a definition, split from its literals that have a character set. */
interface Split {
  readonly frame: string;
  readonly literals: readonly string[];
}

/**
 * Returns a table's definition in the words of `wanted` where the two differ by nothing but the character sets in which
 * literals are written. MySQL writes a literal of a CHECK that it compares with a column in the column's character set
 * from the first ALTER TABLE on, and not after CREATE TABLE (measured on 9.7: `_utf8mb4'é'` becomes `_latin1 0xE9`).
 * The server itself decides whether two are the same text.
 */
export async function inWordsOf(session: ControlSession, wanted: string, now: string): Promise<string> {
  if (wanted === now) return now;
  const rewritten = rewrittenLiterals(wanted, now);
  if (rewritten.length === 0) return now;
  const pairs = rewritten.flatMap(({ pairs: ofLine }) => ofLine);
  const same = await areSameTexts(session, pairs);
  return rewritten
    .filter(({ pairs: ofLine }) => ofLine.every((pair) => same.has(keyOf(pair))))
    .reduce((text, { line, asWanted }) => text.split(line).join(asWanted), now);
}

/** One literal, as wanted and as printed now. */
type Pair = readonly [wanted: string, now: string];

interface RewrittenLine {
  readonly line: string;
  readonly asWanted: string;
  readonly pairs: readonly Pair[];
}

/** Returns the lines that differ only by literals with a character set. Pure. */
export function rewrittenLiterals(wanted: string, now: string): readonly RewrittenLine[] {
  const known = new Set(linesOf(wanted));
  const odd = linesOf(now)
    .filter((line) => !known.has(line))
    .map((line) => ({ line, ...splitLine(line) }))
    .filter(({ literals }) => literals.length > 0);
  if (odd.length === 0) return [];
  const byFrame = new Map([...known].map((line) => [splitLine(line).frame, line]));
  return odd.flatMap(({ line, frame, literals }) => {
    const asWanted = byFrame.get(frame);
    if (asWanted === undefined) return [];
    const before = splitLine(asWanted).literals;
    const pairs = literals.map((literal, at): Pair => [before[at] ?? '', literal]);
    return [{ line, asWanted, pairs: pairs.filter(([one, other]) => one !== other) }];
  });
}

function splitLine(line: string): Split {
  const literals: string[] = [];
  const frame = line.replace(PIECE, (piece) => {
    if (!TEXT.test(piece)) return piece;
    literals.push(piece);
    return GAP;
  });
  return { frame, literals };
}

const keyOf = ([wanted, now]: Pair): string => `${wanted}${GAP}${now}`;

async function areSameTexts(session: ControlSession, pairs: readonly Pair[]): Promise<ReadonlySet<string>> {
  const hex = (literal: string) => `HEX(CONVERT(${literal} USING utf8mb4))`;
  const columns = pairs.map(([wanted, now], at) => `${hex(wanted)} = ${hex(now)} AS c${at}`);
  const [row] = await session.rows(`SELECT ${columns.join(', ')}`);
  return new Set(pairs.filter((_pair, at) => row?.[`c${at}`] === '1').map(keyOf));
}

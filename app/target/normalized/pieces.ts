import { unquoteName, unquoteText } from '../../catalog/text/quote';

/** Piece of a definition's text on which its meaning depends. */
export type Piece =
  /** A keyword, a number or a function's name; upper case. */
  | { readonly kind: 'word'; readonly text: string }
  /** Text without its quotes and escapes. */
  | { readonly kind: 'name' | 'literal'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: string }
  /** Pieces in parentheses. */
  | { readonly kind: 'group'; readonly pieces: readonly Piece[] };

/**
 * Tokens of a definition. Words of a version comment count as if the comment were not there: to skip them would lose
 * them. A quote without an end takes all the rest. A number's exponent has its own sign: MariaDB prints defaults
 * without quotes.
 */
const TOKEN =
  /\/\*M?!\d*|\*\/|'(?:[^'\\]|\\[^]|'')*(?:'|\\?$)|`(?:[^`]|``)*(?:`|$)|\d+(?:\.\d*)?e[-+]\d+|[\w.$]+|[^\s]/gi;

/** Splits a text of SHOW CREATE into pieces. Pure. */
export function piecesOf(text: string): readonly Piece[] {
  const open: Piece[][] = [[]];
  for (const [token] of text.matchAll(TOKEN)) {
    const here = open[open.length - 1] ?? [];
    if (token.startsWith('/*') || token === '*/') continue;
    if (token === '(') open.push([]);
    else if (token === ')' && open.length > 1) {
      open.pop();
      open[open.length - 1]?.push({ kind: 'group', pieces: here });
    } else here.push(pieceOf(token));
  }
  return open[0] ?? [];
}

function pieceOf(token: string): Piece {
  if (token.startsWith('`')) return { kind: 'name', text: unquoteName(token.slice(1, -1)) };
  if (token.startsWith("'")) return { kind: 'literal', text: unquoteText(token.slice(1, -1)) };
  return /^[\w.$]/.test(token) ? { kind: 'word', text: token.toUpperCase() } : { kind: 'sign', text: token };
}

/** Returns the pieces in one spelling, for comparing them. `fold`: with words and names in lower case. */
export function spelled(pieces: readonly Piece[], fold?: 'fold'): string {
  return pieces
    .map((piece) => (piece.kind === 'group' ? `(${spelled(piece.pieces, fold)})` : spelledOne(piece, fold)))
    .join(' ');
}

function spelledOne({ kind, text }: Exclude<Piece, { kind: 'group' }>, fold?: 'fold'): string {
  if (kind === 'literal') return `'${text.replace(/'/g, "''")}'`;
  return fold === 'fold' ? text.toLowerCase() : text;
}

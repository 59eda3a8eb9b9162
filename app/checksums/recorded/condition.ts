/**
 * Names, values and comparisons of the conditions by which MySQL Shell splits a table (modules/util/dump/dumper.cc), and of
 * plain ones of a user; a name before a parenthesis would be a function. A name or text with a quote behind it goes on, so
 * that the pattern never backtracks.
 */
const PIECES = [
  '`(?:[^`]|``)*`(?!`|\\s*\\()',
  "'(?:[^'\\\\]|\\\\[^]|'')*'(?!')",
  '"(?:[^"\\\\]|\\\\[^]|"")*"(?!")',
  "\\b[xX]'[0-9A-Fa-f]*'",
  '\\b0x[0-9A-Fa-f]+\\b',
  '[-+]?\\b\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?\\b',
  '\\b(?:and|or|not|between)\\b',
  '[A-Za-z_$][\\w$]*(?![\\w$]|\\s*\\()',
  '[()\\s]',
  '[<>=!]+',
];
const WHOLE = new RegExp(`^(?:${PIECES.join('|')})*$`, 'i');
const PIECE = new RegExp(PIECES.join('|'), 'gi');
const WORD = /^[A-Za-z_$]/;
/** Words of a comparison, and character sets before a text. */
const KNOWN = /^(?:and|or|not|is|null|between|true|false|x|_binary|_utf8mb4|_utf8|_latin1|_ascii)$/i;

/**
 * Returns whether a condition of a dump only compares these columns with values: the account that runs it may do more than
 * read. Pure.
 */
export function isPlainCondition(condition: string, columns: readonly string[]): boolean {
  if (!WHOLE.test(condition)) return false;
  const known = new Set(columns.map((column) => column.toLowerCase()));
  return (condition.match(PIECE) ?? [])
    .filter((piece) => WORD.test(piece))
    .every((word) => KNOWN.test(word) || known.has(word.toLowerCase()) || /^x'/i.test(word));
}

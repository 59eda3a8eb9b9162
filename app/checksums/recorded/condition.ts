/**
 * Pieces of the conditions by which MySQL Shell splits a table (modules/util/dump/dumper.cc): names in backticks, values,
 * comparisons. No two begin alike, and a name before a parenthesis would be a function.
 */
const PIECE = new RegExp(
  [
    '`(?:[^`]|``)*`(?!\\s*\\()',
    "(?:_(?:binary|utf8mb4|utf8|latin1|ascii)\\s*)?'(?:[^'\\\\]|\\\\[^]|'')*'",
    '"(?:[^"\\\\]|\\\\[^]|"")*"',
    "x'[0-9a-f]*'",
    '0x[0-9a-f]+\\b',
    '[-+]?\\d+(?:\\.\\d+)?(?:e[-+]?\\d+)?\\b',
    '(?:and|or|not|is|null|between|true|false)\\b',
    '[()\\s]',
    '[<>=!]',
  ].join('|'),
  'iy',
);
/** No condition of MySQL Shell comes near it: its values are keys. */
const LONGEST = 1 << 16;
/** A condition is sent in ASCII, as MySQL Shell does, where other characters would be others. */
const ASCII = /^[\0-\x7f]*$/;

/**
 * Returns whether a condition of a dump only compares columns with values, in ASCII: the account that runs it may do more than
 * read. Pure.
 */
export function isPlainCondition(condition: string): boolean {
  if (condition.length > LONGEST || !ASCII.test(condition)) return false;
  for (let at = 0; at < condition.length; at = PIECE.lastIndex) {
    PIECE.lastIndex = at;
    if (PIECE.exec(condition) === null) return false;
  }
  return true;
}

import { fieldVariable } from './decoders';

/** Functions of values alone: they read no table, no file and no setting, and wait for nothing. */
const FUNCTIONS: ReadonlySet<string> = new Set(
  (
    'UNHEX HEX FROM_BASE64 TO_BASE64 STRING_TO_VECTOR VEC_FROMTEXT CONVERT CAST CONCAT REVERSE REPLACE LOWER UPPER TRIM ' +
    'SUBSTRING LEFT RIGHT IF IFNULL NULLIF COALESCE UNCOMPRESS INET_ATON INET6_ATON UUID_TO_BIN STR_TO_DATE ' +
    'FROM_UNIXTIME JSON_UNQUOTE ST_GEOMFROMTEXT ST_GEOMFROMWKB GEOMFROMTEXT GEOMFROMWKB'
  ).split(' '),
);

/** Words of CAST and CONVERT, and constants. */
const WORDS: ReadonlySet<string> = new Set(
  (
    'AS USING CHARACTER SET CHAR BINARY SIGNED UNSIGNED INTEGER DECIMAL DATE TIME DATETIME YEAR DOUBLE FLOAT REAL JSON ' +
    'NULL TRUE FALSE IS NOT AND OR UTF8 UTF8MB3 UTF8MB4 LATIN1 ASCII UCS2 UTF16 UTF32'
  ).split(' '),
);

const TOKENS = /(@`(?:[^`]|``)+`)|'[^'\\]*'|(\d+(?:\.\d+)?)|([A-Za-z_]\w*)(\s*\()?|([()])|[,+*/%=<>|-]|\s+/gy;

/**
 * Returns whether an expression of a dump only computes a value of its own column's field, from known functions,
 * literals and the field. A dump may come from anywhere, and the expression becomes a part of a statement of the user
 * who loads it.
 */
export function isPlainDecoder(expression: string, column: string): boolean {
  let depth = 0;
  let end = 0;
  if (/--|\/\*/.test(expression)) return false;
  for (const [token, variable, , word, call, bracket] of expression.matchAll(TOKENS)) {
    end += token.length;
    if (variable !== undefined && variable !== fieldVariable(column)) return false;
    if (word !== undefined && !(call === undefined ? WORDS : FUNCTIONS).has(word.toUpperCase())) {
      // CHAR(10), BINARY(16) and DECIMAL(10, 2) of CAST.
      if (call === undefined || !WORDS.has(word.toUpperCase())) return false;
    }
    if (call !== undefined || bracket === '(') depth += 1;
    if (bracket === ')') depth -= 1;
    // The rest would be outside the parentheses that the statement puts around it.
    if (depth < 0) return false;
  }
  return depth === 0 && end === expression.length;
}

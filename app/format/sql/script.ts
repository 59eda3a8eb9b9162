/**
 * Splits an SQL script into its statements: aware of quotes, comments and DELIMITER lines, as the `mysql` client
 * is, and of the dollars around a body in another language than SQL. Comments between statements are dropped; everything inside a statement stays byte for byte.
 */
export function splitScript(script: string): readonly string[] {
  return [...statementsOf(script)].map(({ text }) => text);
}

/**
 * Applies `change` to each statement of a script; everything between them is kept byte for byte. It is given the reading
 * of quotes that the script has set for the statement.
 */
export function changeStatements(
  script: string,
  change: (statement: string, mode: QuoteMode) => string,
): string {
  let changed = '';
  let end = 0;
  for (const { text, start, mode } of statementsOf(script)) {
    changed += script.slice(end, start) + change(text, mode);
    end = start + text.length;
  }
  return changed + script.slice(end);
}

interface ScriptStatement {
  readonly text: string;
  readonly start: number;
  readonly mode: QuoteMode;
}

function* statementsOf(script: string): Generator<ScriptStatement> {
  let delimiter = ';';
  let mode = PLAIN_QUOTES;
  let position = 0;
  while (position < script.length) {
    position = skipBlanks(script, position);
    DIRECTIVE.lastIndex = position;
    const directive = DIRECTIVE.exec(script);
    if (directive !== null) {
      delimiter = directive[1] ?? ';';
      position = DIRECTIVE.lastIndex;
      continue;
    }
    const end = endOfStatement(script, position, delimiter, mode);
    const text = script.slice(position, end).trimEnd();
    if (text !== '') yield { text, start: position, mode };
    mode = modeAfter(text, mode);
    position = end + delimiter.length;
  }
}

const DIRECTIVE = /DELIMITER[ \t]+(\S+)[^\n]*\n?/iy;

/** Past white space and plain comments; `/*!` is not a comment but a statement. */
function skipBlanks(script: string, start: number): number {
  const blanks = /(?:\s+|--(?=\s|$)[^\n]*|#[^\n]*|\/\*(?!!)[^]*?\*\/)*/y;
  blanks.lastIndex = start;
  return start + (blanks.exec(script)?.[0].length ?? 0);
}

/** The server's reading of quotes, by the sql_mode that a script has set. */
export interface QuoteMode {
  readonly ansiQuotes: boolean;
  readonly backslashes: boolean;
}

export const PLAIN_QUOTES: QuoteMode = { ansiQuotes: false, backslashes: true };

const SETS_MODE = /^(?:\/\*!\d*\s*)?SET\b[^]*?\bsql_mode\s*=\s*(?:'([^']*)'|\S)/i;

/** The mode for the text after a statement. Where a saved one is restored, it is the session's own. */
function modeAfter(statement: string, before: QuoteMode): QuoteMode {
  const set = SETS_MODE.exec(statement);
  if (set === null) return before;
  return quotesUnder(set[1] ?? '');
}

/** Returns the reading of quotes under an sql_mode. */
export function quotesUnder(modes: string): QuoteMode {
  return {
    ansiQuotes: /\b(?:ANSI|ANSI_QUOTES|ORACLE|DB2|MAXDB|MSSQL|POSTGRESQL)\b/i.test(modes),
    backslashes: !/\bNO_BACKSLASH_ESCAPES\b/i.test(modes),
  };
}

/** The position of the delimiter that ends the statement, or the script's end. */
function endOfStatement(script: string, start: number, delimiter: string, mode: QuoteMode): number {
  const token = tokenOf(mode);
  let position = start;
  while (position < script.length) {
    if (script.startsWith(delimiter, position)) return position;
    token.lastIndex = position;
    position += token.exec(script)?.[0].length ?? 1;
  }
  return script.length;
}

const REST =
  '(?=\\$)(?<=\\b[Aa][Ss]\\s+)(\\$\\w*\\$)[^]*?\\1|`(?:[^`]|``)*`?|--(?=\\s)[^\\n]*|#[^\\n]*|/\\*[^]*?(?:\\*/|$)|[^]';

/** A text with backslashes, or one in which they are characters like others. */
function quotedBy(quote: string, backslashes: boolean): string {
  return backslashes
    ? `${quote}(?:[^${quote}\\\\]|\\\\[^]|${quote}${quote})*${quote}?`
    : `${quote}(?:[^${quote}]|${quote}${quote})*${quote}?`;
}

function tokenOf({ ansiQuotes, backslashes }: QuoteMode): RegExp {
  const double = quotedBy('"', backslashes && !ansiQuotes);
  return new RegExp(`${quotedBy("'", backslashes)}|${double}|${REST}`, 'y');
}

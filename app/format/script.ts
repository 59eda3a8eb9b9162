/**
 * Splits an SQL script into its statements: aware of quotes, comments and DELIMITER lines, as the `mysql` client
 * is, and of the dollars around a body in another language than SQL. Comments between statements are dropped; everything inside a statement stays byte for byte.
 */
export function splitScript(script: string): readonly string[] {
  return [...statementsOf(script)].map(({ text }) => text);
}

/** The script with each of its statements as `change` has it; all that stands between them stays byte for byte. */
export function changeStatements(script: string, change: (statement: string) => string): string {
  let changed = '';
  let end = 0;
  for (const { text, start } of statementsOf(script)) {
    changed += script.slice(end, start) + change(text);
    end = start + text.length;
  }
  return changed + script.slice(end);
}

function* statementsOf(script: string): Generator<{ readonly text: string; readonly start: number }> {
  let delimiter = ';';
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
    const end = endOfStatement(script, position, delimiter);
    const text = script.slice(position, end).trimEnd();
    if (text !== '') yield { text, start: position };
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

/** The position of the delimiter that ends the statement, or the script's end. */
function endOfStatement(script: string, start: number, delimiter: string): number {
  let position = start;
  while (position < script.length) {
    if (script.startsWith(delimiter, position)) return position;
    position = skipToken(script, position);
  }
  return script.length;
}

const TOKEN =
  /(?=\$)(?<=\b[Aa][Ss]\s+)(\$\w*\$)[^]*?\1|'(?:[^'\\]|\\[^]|'')*'?|"(?:[^"\\]|\\[^]|"")*"?|`(?:[^`]|``)*`?|--(?=\s)[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$)|[^]/y;

function skipToken(script: string, position: number): number {
  TOKEN.lastIndex = position;
  return position + (TOKEN.exec(script)?.[0].length ?? 1);
}

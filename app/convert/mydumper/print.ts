import { storedObjectOf } from '../../format/sql/stored-object';
import { convertFailures } from '../../text/convert';

/**
 * Statements as myloader reads them: it knows no delimiter but a semicolon at a line's end, so that one within a body gets
 * a space behind it, as mydumper itself does (src/mydumper.c, dump_routines_data, 0.10).
 */
export function printLines(statements: readonly string[]): string {
  return statements.map(printLine).join('');
}

function printLine(statement: string): string {
  const object = storedObjectOf(statement);
  if (object !== null && object.kind !== 'sequence')
    // Behind a comment at its end the semicolon would be a part of it.
    return `${statement.replace(/;(?=\r?\n)/g, '; ')}\n;\n`;
  if (/;\r?\n/.test(statement)) throw convertFailures.lineEnd({ statement: statement.slice(0, 200) });
  return `${statement};\n`;
}

import { PLACED } from './name';
import type { TableName } from './statement';
import { unquoted } from '../../../catalog/definition/statement-head';

/** First words of statements that change data and definitions of the schemas alone, and nothing of the server. */
const RUNNABLE =
  /^(?:\s|\/\*[^]*?\*\/|\/\*M?!\d*)*(?:INSERT|REPLACE|UPDATE|DELETE|TRUNCATE|CALL|DO|SELECT|WITH|ALTER\s+(?:IGNORE\s+)?TABLE|RENAME\s+TABLES?|CREATE\s+(?:TEMPORARY\s+)?TABLE|OPTIMIZE|REPAIR|CHECK|DROP\s+(?:TABLE|VIEW|INDEX|PROCEDURE|FUNCTION|TRIGGER|EVENT|SEQUENCE|PACKAGE)|SET(?=\s+(?!(?:GLOBAL|PERSIST|PERSIST_ONLY|PASSWORD|ROLE|DEFAULT|RESOURCE)\b)))\b/i;
/** Parts that reach outside of the schemas: files of the server's machine, variables of the server. */
const OUTSIDE =
  /\bINTO\s+(?:OUTFILE|DUMPFILE)\b|\bLOAD_FILE\s*\(|@@(?:GLOBAL|PERSIST|PERSIST_ONLY)\b|\bGLOBAL\b/i;

/** Returns whether a statement that nothing is known of may be run when a user wants it. */
export function mayBeRun(statement: string): boolean {
  return RUNNABLE.test(statement) && !OUTSIDE.test(statement);
}

const EMPTIES = new RegExp(`^\\s*(?:TRUNCATE(?:\\s+TABLE)?|DELETE\\s+FROM)\\s+${PLACED}\\s*$`, 'i');

/** The table that a statement empties; null for any other statement. */
export function emptiedTable(statement: string): TableName | null {
  const match = EMPTIES.exec(statement);
  if (match === null) return null;
  const [, schema, name = ''] = match;
  return { schema: schema === undefined ? null : unquoted(schema), name: unquoted(name) };
}

/** A character that may stand in a name without quotes. */
const LETTER = /[\w$]/;

/** Returns whether a statement may be about a table: its name stands in it. A name may have any length. */
export function mayName(statement: string, table: string): boolean {
  const [text, name] = [statement.toLowerCase(), table.toLowerCase()];
  if (name === '') return false;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1))
    if (!LETTER.test(text.charAt(at - 1)) && !LETTER.test(text.charAt(at + name.length))) return true;
  return false;
}

/** Characters of a statement that a sentence quotes. */
export const LONGEST_EXCERPT = 200;

/** The beginning of a statement, in one line. Pure. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > LONGEST_EXCERPT ? `${line.slice(0, LONGEST_EXCERPT)}…` : line;
}

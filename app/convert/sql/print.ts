import { delimiterFor } from '../../format/sql/files';
import { storedObjectOf } from '../../format/sql/stored-object';

/** Statements as a client reads them: one whose body holds semicolons under another delimiter. */
export function printStatements(statements: readonly string[]): string {
  return statements.map(printStatement).join('');
}

function printStatement(statement: string): string {
  const object = storedObjectOf(statement);
  if (object === null || object.kind === 'sequence') return `${statement};\n`;
  // A body may end with a comment: on the same line the delimiter would be part of it.
  const delimiter = delimiterFor(statement);
  return `DELIMITER ${delimiter}\n${statement}\n${delimiter}\nDELIMITER ;\n`;
}

/** A comment on a line of its own; a name may hold line breaks, and behind one it would be a statement. */
export function printComment(text: string): string {
  return `-- ${text.replace(/[\r\n]+/g, ' ')}\n`;
}

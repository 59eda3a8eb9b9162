const GAP = '(?:\\s|/\\*!\\d*|\\*/)';
const QUOTED = '(?:`(?:[^`]|``)*`|\'(?:[^\'\\\\]|\\\\.)*\'|"(?:[^"\\\\]|\\\\.)*"|[\\p{L}\\p{N}_$]+)';
const DEFINER = `(?:DEFINER\\s*=\\s*${QUOTED}(?:\\s*@\\s*${QUOTED})?${GAP}+)?`;
const KIND =
  '(?:DATABASE|SCHEMA|TABLE|VIEW|SEQUENCE|TRIGGER|EVENT|FUNCTION|PROCEDURE|PACKAGE(?:\\s+BODY)?|LIBRARY|USER|ROLE)';

const OR_REPLACE = new RegExp(`^(${GAP}*CREATE)\\s+OR\\s+REPLACE\\b`, 'iu');
const IF_NOT_EXISTS = new RegExp(
  `^(${GAP}*CREATE${GAP}+${DEFINER}(?:AGGREGATE\\s+)?${KIND}\\s+)(?:/\\*!\\d*\\s*IF\\s+NOT\\s+EXISTS\\s*\\*/|IF\\s+NOT\\s+EXISTS)\\s*`,
  'iu',
);
const DROP = new RegExp(`^${GAP}*DROP\\s`, 'iu');

/**
 * Converts a statement of a dump to the form that a load executes: it creates its object, or fails where one of the
 * same name exists. Null for a DROP: existing objects were checked before, and are no part of a dump.
 */
export function plainCreation(statement: string): string | null {
  if (DROP.test(statement)) return null;
  return statement.replace(OR_REPLACE, '$1').replace(IF_NOT_EXISTS, '$1');
}

/** Converts the statements of a script in the same way. */
export function plainCreations(statements: readonly string[]): readonly string[] {
  return statements.map(plainCreation).filter((statement) => statement !== null);
}

/** Returns whether the statement only sets the default schema of the following ones: a load sets that itself. */
export function isPlace(statement: string): boolean {
  return /^(?:\/\*!\d*\s*)?(?:CREATE\s+(?:DATABASE|SCHEMA)|USE)\b/i.test(statement);
}

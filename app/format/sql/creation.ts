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
 * A statement of a dump as a load runs it: it makes its object, or fails where one of the same name is there. Null for
 * one that drops: what is in the way was looked at before, and is no part of a dump.
 */
export function plainCreation(statement: string): string | null {
  if (DROP.test(statement)) return null;
  return statement.replace(OR_REPLACE, '$1').replace(IF_NOT_EXISTS, '$1');
}

/** The same for the statements of a script. */
export function plainCreations(statements: readonly string[]): readonly string[] {
  return statements.map(plainCreation).filter((statement) => statement !== null);
}

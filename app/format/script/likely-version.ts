import { withoutLiterals } from '../../catalog/definition/definition';
import type { ScriptContent } from './content';

/** Words that only one vendor's servers print in definitions (SHOW CREATE TABLE of 5.5 to 9.7 and 10.2 to 11.8). */
const OF_MARIADB =
  /\bcurrent_timestamp\(\)|\buca1400_|\/\*M!|\bWITH SYSTEM VERSIONING\b|\bPAGE_CHECKSUM=|\bCREATE SEQUENCE\b|\bIDENTIFIED VIA\b/;
/** Columns that MariaDB alone prints: MySQL has each CHECK on a line of its own, and no DEFAULT NULL of a TEXT or BLOB. */
const COLUMN_OF_MARIADB =
  /^`(?:[^`]|``)+`(?!`) (?:.* CHECK \(|(?:tiny|medium|long)?(?:text|blob)\b.* DEFAULT NULL\b)/;
const OF_MYSQL_8 = /\butf8mb4_0900_|\/\*!80\d{3} |\bIDENTIFIED WITH 'caching_sha2_password'/;

/**
 * The version of the server that a dump most likely comes from, where it does not say it: the oldest whose words it has, so that a
 * load takes nothing for granted.
 */
export function likelyVersion({ schemas, accounts }: ScriptContent): string {
  const definitions = schemas.flatMap(({ create, tables, sequences }) => [
    create ?? '',
    ...tables.flatMap(({ text }) => [...text.elements, text.options]),
    ...sequences.map((sequence) => sequence.create),
  ]);
  const printed = schemas.flatMap(({ tables }) => tables.filter(({ isReworded }) => !isReworded));
  if (printed.some(({ text }) => text.elements.some(isOfMariaDb))) return '10.3.0-MariaDB';
  const texts = [...definitions, ...accounts.map(({ text }) => text)];
  if (texts.some((text) => OF_MARIADB.test(text))) return '10.3.0-MariaDB';
  return texts.some((text) => OF_MYSQL_8.test(text)) ? '8.0.0' : '5.7.0';
}

function isOfMariaDb(element: string): boolean {
  return COLUMN_OF_MARIADB.test(withoutLiterals(element));
}

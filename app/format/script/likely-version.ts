import type { ScriptContent } from './content';

/** Words that only one vendor's servers print in definitions (SHOW CREATE TABLE of 5.5 to 9.7 and 10.2 to 11.8). */
const OF_MARIADB =
  /\bcurrent_timestamp\(\)|\buca1400_|\/\*M!|\bWITH SYSTEM VERSIONING\b|\bPAGE_CHECKSUM=|\bCREATE SEQUENCE\b|\bIDENTIFIED VIA\b/;
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
  const texts = [...definitions, ...accounts.map(({ text }) => text)];
  if (texts.some((text) => OF_MARIADB.test(text))) return '10.3.0-MariaDB';
  return texts.some((text) => OF_MYSQL_8.test(text)) ? '8.0.0' : '5.7.0';
}

/** Ways in which an older MySQL says and takes what MySQL 9.7 says otherwise. */

/** A comparable number: 80036 for 8.0.36. */
export function numberOf(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major * 10_000 + minor * 100 + patch;
}

const VERSION_COMMENT = /\/\*!(\d{5,6})([^]*?)\*\//g;
const LITERALS = /'(?:[^'\\]|\\[^]|'')*'|"(?:[^"\\]|\\[^]|"")*"/g;
const NAMES = /`(?:[^`]|``)*`/g;
const COMMENTS = /\/\*(?!!)[^]*?\*\//g;

/** Leaves out what the version takes for a comment. */
export function heardBy(version: number, statement: string): string {
  return statement.replace(VERSION_COMMENT, (comment, since: string) =>
    Number(since) > version ? ' ' : comment,
  );
}

/** The words of a statement that are neither texts nor names in quotes; those of version comments count. */
export function wordsOf(statement: string): string {
  return statement
    .replace(LITERALS, "''")
    .replace(NAMES, 'x')
    .replace(COMMENTS, ' ')
    .replace(VERSION_COMMENT, ' $2 ');
}

/** Statements of old versions in the words of 9.7: before this version, what, and its words now. */
const OLD_WORDS: readonly (readonly [before: number, pattern: RegExp, now: string])[] = [
  [80_400, /\bSHOW MASTER STATUS\b/gi, 'SHOW BINARY LOG STATUS'],
  [80_400, /\bSHOW SLAVE STATUS\b/gi, 'SHOW REPLICA STATUS'],
  [80_003, /(@@(?:SESSION\.|GLOBAL\.)?|SESSION |GLOBAL )tx_(isolation|read_only)\b/gi, '$1transaction_$2'],
  [80_003, /\binformation_schema\.INNODB_SYS_/gi, 'information_schema.INNODB_'],
  [50_706, /\binformation_schema\.GLOBAL_STATUS\b/gi, 'performance_schema.global_status'],
  [50_706, /\binformation_schema\.GLOBAL_VARIABLES\b/gi, 'performance_schema.global_variables'],
];

/** Returns the statement as MySQL 9.7 takes it, with the older one's answer to VERSION(). */
export function inNewWords(version: string, statement: string): string {
  const number = numberOf(version);
  return OLD_WORDS.filter(([before]) => number < before)
    .reduce((text, [, pattern, now]) => text.replace(pattern, now), heardBy(number, statement))
    .replace(/\bVERSION\(\)/gi, `'${version}'`);
}

/** Statements whose answers are the server's own words; those of others are rows of users. */
const OWN_WORDS = /^\s*SHOW\b|\binformation_schema\./i;

export function answersInOwnWords(statement: string): boolean {
  return OWN_WORDS.test(statement);
}

/** Answers that old versions print otherwise: until this version, the new text, and theirs. */
const OLD_ANSWERS: readonly (readonly [before: number, pattern: RegExp, old: string])[] = [
  [80_029, /utf8mb3/g, 'utf8'],
  [80_030, /utf8mb3_/g, 'utf8_'],
  [80_001, / COLLATE[ =]utf8mb4_general_ci/g, ''],
  [80_000, /^GRANT \w+_ADMIN[^]*? ON \*\.\* TO/, 'GRANT USAGE ON *.* TO'],
  [80_000, /, CREATE ROLE, DROP ROLE(?= ON)/g, ''],
  [80_016, / \/\*!80016 DEFAULT ENCRYPTION='N' \*\//g, ''],
];

/** Returns a text of 9.7 as the version prints it. */
export function inOldWords(version: number, text: string): string {
  return OLD_ANSWERS.filter(([before]) => version < before).reduce(
    (words, [, pattern, old]) => words.replace(pattern, old),
    text,
  );
}

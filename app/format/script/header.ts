import { scriptText } from '../../text/format/script';

/** Facts that a script's comments tell of it. */
export interface ScriptHeader {
  /** Tool that wrote it, with the version of its release where it says it: `mysqldump 8.0.44`. */
  readonly tool: string;
  /** Null where it is not said. */
  readonly serverVersion: string | null;
  /** The one schema that it was made of; null where it is not said. */
  readonly schema: string | null;
  /** Beginning of the last comment, by which a whole script of the tool is known; null for none. */
  readonly endMark: string | null;
}

const TOOLS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['mysqldump', /^-- MySQL dump [\d.]+(?:\s+Distrib ([\d.]+))?/m],
  ['mariadb-dump', /^-- MariaDB dump [\d.]+(?:(?:-|\s+Distrib )([\d.]+))?/m],
  ['mysqlpump', /^-- Dump created by MySQL pump utility, version: ([\d.]+)/m],
  ['phpMyAdmin', /^-- phpMyAdmin SQL Dump(?:\r?\n-- version ([\d.]+))?/m],
  ['pt-show-grants', /^-- Grants dumped by pt-show-grants()/m],
  ['Adminer', /^-- Adminer ([\d.]+)/m],
  ['Sluice', /^-- Sluice ([\w.-]+)/m],
  ['HeidiSQL', /^-- HeidiSQL [^:]*:\s+([\d.]+)/m],
];
/** A schema’s name ends with the line; mysqldump writes none for several. */
const SCHEMA = /^-- Host: .*?\s{2,}Database: ([^\r\n]+?)[ \t]*\r?$/m;
const SERVER_VERSION = /^-- (?:Server version:?\s+|Adminer \S+ MySQL |Dumped from server .*, MySQL )(\d\S*)/m;
const DUMPED = '-- Dump completed';
const END_MARKS: Readonly<Record<string, string>> = {
  ...{ mysqldump: DUMPED, 'mariadb-dump': DUMPED, Sluice: DUMPED },
  mysqlpump: '-- Dump end time',
};

/** mysqldump writes no such line before 5.0, whose own version is 10.10 (mysqldump 4.0 is 9.11, 4.1 is 10.9). */
const WITHOUT_MARK = /^-- MySQL dump (?:\d|10\.\d)(?![\d])/m;

/** Reads the comments by which a tool says what it dumped, a line each. Pure. */
export function headerOf(comments: string): ScriptHeader {
  const [tool = null] = TOOLS.flatMap(([name, pattern]) => {
    const match = pattern.exec(comments);
    return match === null ? [] : [{ name, version: match[1] ?? '' }];
  });
  return {
    tool: tool === null ? scriptText.unnamedTool : `${tool.name} ${tool.version}`.trimEnd(),
    serverVersion: SERVER_VERSION.exec(comments)?.[1] ?? null,
    schema: SCHEMA.exec(comments)?.[1] ?? null,
    endMark: tool === null || WITHOUT_MARK.test(comments) ? null : (END_MARKS[tool.name] ?? null),
  };
}

/** The last statement of mysqldump and of mariadb-dump, before the comment that some leave out to compare dumps. */
const LAST_STATEMENT =
  /^\/\*(?:!40111 SET SQL_NOTES=@OLD_SQL_NOTES|M?!100616 SET NOTE_VERBOSITY=@OLD_NOTE_VERBOSITY) \*\/$/;

/** Returns whether a statement is one that mysqldump or mariadb-dump writes behind all others. Pure. */
export function endsDump(statement: string): boolean {
  return LAST_STATEMENT.test(statement.trim());
}

/** Returns whether a comment is that by which pg_dump and pg_dumpall begin. Pure. */
export function isOfPostgreSql(comment: string): boolean {
  return /^-- PostgreSQL database (?:cluster )?dump\r?$/m.test(comment);
}

/** Returns whether a statement is one that SQLite alone has: its .dump begins with PRAGMA foreign_keys. Pure. */
export function isOfSqlite(statement: string): boolean {
  return /^PRAGMA\s/i.test(statement);
}

/** Message of a tool, behind its name as it was called. */
const MESSAGE = /^(?:.*?(?:mysqldump|mariadb-dump|mysqlpump)(?:\.exe)?: )?(.*)/;
/** Lines that tell of no failure: warnings, also of dumps with GTIDs, which have two lines, and of MariaDB's old names of its programs. */
const HARMLESS =
  /^(?:\[?(?:warning|note)\]?\b|in order to ensure\b|deprecated\b|dump (?:progress:|completed in ))/i;
/** Only definitions of tablespaces need that privilege (manual page of mysqldump, --no-tablespaces). */
const TABLESPACES = /\bto dump tablespaces\b/;

/** Returns whether a line that a tool has printed into its script tells that something is missing there. Pure. */
export function tellsOfFailure(line: string): boolean {
  const message = MESSAGE.exec(line)?.[1] ?? '';
  return !HARMLESS.test(message) && !TABLESPACES.test(message);
}

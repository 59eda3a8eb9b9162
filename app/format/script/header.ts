/** Facts that a script's comments tell of it. */
export interface ScriptHeader {
  /** Tool that wrote it, with its version where it says it: `mysqldump 10.13`. */
  readonly tool: string;
  /** Null where it is not said. */
  readonly serverVersion: string | null;
  /** The one schema that it was made of; null where it is not said. */
  readonly schema: string | null;
  /** Returns whether the tool writes a last line by which a whole script is known. */
  readonly hasEndMark: boolean;
}

const TOOLS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['mysqldump', /^-- MySQL dump ([\d.]+)/m],
  ['mariadb-dump', /^-- MariaDB dump ([\d.]+)/m],
  ['mysqlpump', /^-- Dump created by MySQL pump utility, version: ([\d.]+)/m],
  ['phpMyAdmin', /^-- phpMyAdmin SQL Dump()/m],
  ['Adminer', /^-- Adminer ([\d.]+)/m],
  ['HeidiSQL', /^-- HeidiSQL [^:]*:\s+([\d.]+)/m],
];
/** A schema’s name ends with the line; mysqldump writes none for several. */
const SCHEMA = /^-- Host: .*?\s{2,}Database: ([^\r\n]+?)[ \t]*\r?$/m;
const SERVER_VERSION = /^-- Server version:?\s+(\S+)/m;
const END_MARKED = new Set(['mysqldump', 'mariadb-dump']);

/** Reads the comments by which a tool says what it dumped, a line each. Pure. */
export function headerOf(comments: string): ScriptHeader {
  const [tool = null] = TOOLS.flatMap(([name, pattern]) => {
    const match = pattern.exec(comments);
    return match === null ? [] : [{ name, version: match[1] ?? '' }];
  });
  return {
    tool: tool === null ? 'SQL script' : `${tool.name} ${tool.version}`.trimEnd(),
    serverVersion: SERVER_VERSION.exec(comments)?.[1] ?? null,
    schema: SCHEMA.exec(comments)?.[1] ?? null,
    hasEndMark: tool !== null && END_MARKED.has(tool.name),
  };
}

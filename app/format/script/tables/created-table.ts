import { counterOf, withoutLiterals } from '../../../catalog/definition/definition';
import type { StatementHead } from '../../../catalog/definition/statement-head';
import type { Reading } from '../statements/modes';
import { inWordsOfToday } from './old-words';
import { withSmallReals } from './script-mode';
import { namesEngine, tableTextOf, withEngine, type TableText } from './table-text';

/** A CREATE TABLE as both servers print it (sql/sql_show.cc): each part on a line of its own, types in small letters, the engine first. */
const PRINTED = /^CREATE TABLE `(?:[^`]|``)+` \(\n {2}`/;
const PRINTED_OPTIONS = /^ (?:\/\*!50100 TABLESPACE (?:[^`*]|`(?:[^`]|``)*`)*\*\/ )?ENGINE=/;
const NOT_PRINTED = /^`(?:[^`]|``)+` [A-Z]|^(?:[A-Z]+ )?INDEX\b|` ASC\b/;

/** A table as a script creates it. */
export interface CreatedTable {
  readonly text: TableText;
  /** True where no server of today prints it like that. */
  readonly isReworded: boolean;
}

/** Settings of the session that creates a table. */
export interface CreatingSession {
  readonly reading: Reading;
  /** Engine of the tables that name none; null for the server's own. */
  readonly engine: string | null;
}

/** Reads a CREATE TABLE; null for a temporary table, and for one without a list of columns. Pure. */
export function createdTable(
  statement: string,
  head: StatementHead,
  { reading, engine }: CreatingSession,
): CreatedTable | null {
  if (/^\S*\s*CREATE\s+TEMPORARY\b/i.test(statement)) return null;
  const written = tableTextOf(statement, head);
  if (written === null) return null;
  const sized = withSmallReals(written, reading) ?? written;
  const worded = inWordsOfToday(sized) ?? sized;
  const text = engine === null || namesEngine(worded.options) ? worded : withEngine(worded, engine);
  return { text, isReworded: text !== written || !isPrinted(statement, text) };
}

function isPrinted(statement: string, { elements, options }: TableText): boolean {
  if (!PRINTED.test(statement) || !PRINTED_OPTIONS.test(options)) return false;
  if (hasMovedCounter(options)) return false;
  return !elements.some((element) => NOT_PRINTED.test(element));
}

/** The counter stands directly behind the engine; phpMyAdmin has written it last. */
function hasMovedCounter(options: string): boolean {
  return / AUTO_INCREMENT=\d/.test(withoutLiterals(options)) && counterOf(`)${options}`) === null;
}

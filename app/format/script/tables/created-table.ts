import type { StatementHead } from '../../../catalog/definition/statement-head';
import type { Reading } from '../statements/modes';
import { inWordsOfToday } from './old-words';
import { withSmallReals } from './script-mode';
import { tableTextOf, type TableText } from './table-text';

/** A CREATE TABLE as both servers print it (sql/sql_show.cc): each part on a line of its own. */
const PRINTED = /^CREATE TABLE `(?:[^`]|``)+` \(\n {2}`/;

/** A table as a script creates it. */
export interface CreatedTable {
  readonly text: TableText;
  /** True where no server of today prints it like that. */
  readonly isReworded: boolean;
}

/** Reads a CREATE TABLE; null for a temporary table, and for one without a list of columns. Pure. */
export function createdTable(statement: string, head: StatementHead, reading: Reading): CreatedTable | null {
  if (/^\S*\s*CREATE\s+TEMPORARY\b/i.test(statement)) return null;
  const written = tableTextOf(statement, head);
  if (written === null) return null;
  const sized = withSmallReals(written, reading) ?? written;
  const text = inWordsOfToday(sized) ?? sized;
  return { text, isReworded: text !== written || !PRINTED.test(statement) };
}

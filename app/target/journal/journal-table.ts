import type { ControlSession } from '../../catalog/session/control-session';
import { journalFailures, journalText } from '../../text/target/journal';

/** Name of the journal's table, in the first target schema of a load. */
export const JOURNAL_TABLE = 'sluice_load_journal';

/** Columns that tell a journal from another table of the same name. */
const COLUMNS = ['kind', 'name', 'detail'] as const;
const IS_JOURNAL = `TABLE_NAME = '${JOURNAL_TABLE}' AND COLUMN_NAME IN (${COLUMNS.map((name) => `'${name}'`).join(', ')})`;

/** Finds the schemas on a server that hold a journal. */
export async function journalSchemas(session: ControlSession): Promise<readonly string[]> {
  const rows = await session.rows(
    `SELECT TABLE_SCHEMA AS name FROM information_schema.COLUMNS WHERE ${IS_JOURNAL}
     GROUP BY TABLE_SCHEMA HAVING COUNT(*) = ${COLUMNS.length} ORDER BY name`,
  );
  return rows.map(({ name }) => name ?? '');
}

export async function hasJournal(session: ControlSession, schema: string): Promise<boolean> {
  const columns = await session.scalar(
    `SELECT COUNT(*) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = ? AND ${IS_JOURNAL}`,
    [schema],
  );
  return Number(columns) === COLUMNS.length;
}

/** End of the comment, by which a later run knows it: the same in every language. */
// oxlint-disable-next-line sluice/sentences -- A later run knows it again.
const OF_ITS_SCHEMA = 'its schema was made for it';

/**
 * Returns the comment of a journal's table, for a person who finds it.
 *
 * @param createdSchema true if the schema was created for it
 */
export function journalComment(createdSchema: boolean): string {
  const { comment } = journalText;
  return createdSchema ? `${comment}; ${OF_ITS_SCHEMA}` : comment;
}

/**
 * Returns whether the schema of a journal was created for it: known from the table's first moment, before it has a row.
 */
export async function createdItsSchema(session: ControlSession, schema: string): Promise<boolean> {
  const comment = await session.scalar(
    'SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, JOURNAL_TABLE],
  );
  return comment?.endsWith(OF_ITS_SCHEMA) === true;
}

/** Refuses a schema in which another table has the journal's name. */
export async function assertJournalFree(session: ControlSession, schema: string): Promise<void> {
  const taken = await session.scalar(
    'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
    [schema, JOURNAL_TABLE],
  );
  if (taken === null || (await hasJournal(session, schema))) return;
  throw journalFailures.nameTaken({ name: JOURNAL_TABLE, schema }, { table: `${schema}.${JOURNAL_TABLE}` });
}

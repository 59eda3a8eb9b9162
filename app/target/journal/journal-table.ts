import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';

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

const OF_ITS_SCHEMA = 'its schema was made for it';

/**
 * Returns the comment of a journal's table, for a person who finds it.
 *
 * @param createdSchema true if the schema was created for it
 */
export function journalComment(createdSchema: boolean): string {
  const what = 'Journal of a load by Sluice that is not finished: sluice load --resume, or --abandon';
  return createdSchema ? `${what}; ${OF_ITS_SCHEMA}` : what;
}

/**
 * Returns whether the schema of a journal was created for it: known from the table's first moment, before it has a row.
 */
export async function madeItsSchema(session: ControlSession, schema: string): Promise<boolean> {
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
  throw new SluiceError(
    'target-exists',
    `The table “${JOURNAL_TABLE}” of “${schema}” is not a journal of Sluice, and a load needs that name there.`,
    {
      table: `${schema}.${JOURNAL_TABLE}`,
      hint: 'Rename that table while the load lasts, or load into another schema (--schema-map).',
    },
  );
}

export function otherVersion(schema: string): SluiceError {
  return new SluiceError('load-unfinished', `Another version of Sluice began a load into “${schema}”.`, {
    hint: 'Finish it, or take it back, with the version that began it.',
  });
}

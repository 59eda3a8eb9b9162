import type { ControlSession } from '../../catalog/control-session';
import { quoteName, quoteTable } from '../../catalog/quote';
import { SluiceError } from '../../contract/failure';
import type { PreparedTable } from '../tables';

type BuiltTable = Pick<PreparedTable, 'schema' | 'dump' | 'indexes'>;

/** ER_ILLEGAL_HA: the engine has no HANDLER. */
const NO_HANDLER = 1031;
const OPEN = '`sluice_probe`';

/**
 * Reads one row by each index that was built behind the rows. A MariaDB that was killed while it built one may come back
 * with a definition that has it and an InnoDB that has not: SHOW CREATE TABLE, COUNT(*) and even CHECK TABLE say nothing of
 * that, and whoever reads by it gets error 1 (measured on 10.11 by a definition of another table). MySQL's definitions
 * are InnoDB's own. Fails with `definition-differs`, naming the index and how it is put right.
 */
export async function checkIndexesAnswer(session: ControlSession, table: BuiltTable): Promise<void> {
  const built = table.indexes.deferred.filter(({ kind }) => kind === 'plain' || kind === 'unique');
  if (session.server.vendor !== 'mariadb' || built.length === 0) return;
  if (!(await open(session, table))) return;
  try {
    for (const { name } of built) await readFirst(session, table, name);
  } finally {
    await session.run(`HANDLER ${OPEN} CLOSE`);
  }
}

async function open(session: ControlSession, { schema, dump }: BuiltTable): Promise<boolean> {
  try {
    await session.run(`HANDLER ${quoteTable(schema, dump.name)} OPEN AS ${OPEN}`);
    return true;
  } catch (error) {
    if (error instanceof SluiceError && error.failure.errno === NO_HANDLER) return false;
    throw error;
  }
}

async function readFirst(
  session: ControlSession,
  { schema, dump }: BuiltTable,
  index: string,
): Promise<void> {
  const statement = `HANDLER ${OPEN} READ ${quoteName(index)} FIRST`;
  try {
    await session.run(statement);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code === 'connect-lost') throw error;
    throw new SluiceError(
      'definition-differs',
      `The index “${index}” is in the table’s definition, but the server can’t read by it: ${error.failure.message}`,
      {
        table: `${schema}.${dump.name}`,
        statement,
        hint: `The server lost it when it broke off while it built it. Run ALTER TABLE ${quoteTable(schema, dump.name)} DROP KEY ${quoteName(index)}, then resume the load: it builds the index again.`,
      },
    );
  }
}

import type { ControlSession } from '../../catalog/session/control-session';
import { quoteName, quoteTable } from '../../catalog/text/quote';
import { SluiceError, type Failure } from '../../contract/failure';
import type { PreparedTable } from '../tables/prepared-table';
import { isRefusal } from '../../catalog/session/statement-failure';

export type BuiltTable = Pick<PreparedTable, 'schema' | 'dump' | 'indexes'>;

/** An index that is in the table's definition but can't be read. */
export interface LostIndex {
  readonly name: string;
  /** Failure of the server, with the statement that read the index. */
  readonly failure: Failure;
}

/** ER_ILLEGAL_HA: the engine has no HANDLER. */
const NO_HANDLER = 1031;
/** ER_KEY_DOES_NOT_EXITS: missing in the definition too, which the comparison of definitions finds. */
const NOT_DEFINED = 1176;
const OPEN = '`sluice_probe`';

/**
 * Reads one row by each deferred index that was built, and returns the indexes that can't be read. A MariaDB that was
 * killed during a build may restart with a definition that has the index and an InnoDB that does not: SHOW CREATE
 * TABLE, COUNT(*) and even CHECK TABLE do not report that, and a query that uses the index gets error 1 (measured on
 * 10.11 by a definition of another table). MySQL's definitions are InnoDB's own.
 */
export async function findLost(session: ControlSession, table: BuiltTable): Promise<readonly LostIndex[]> {
  const built = table.indexes.deferred.filter(({ kind }) => kind === 'plain' || kind === 'unique');
  if (session.server.vendor !== 'mariadb' || built.length === 0) return [];
  if (!(await open(session, table))) return [];
  try {
    const lost: LostIndex[] = [];
    for (const { name } of built) {
      const failure = await failureOfReading(session, name);
      if (failure !== null) lost.push({ name, failure });
    }
    return lost;
  } finally {
    await session.run(`HANDLER ${OPEN} CLOSE`);
  }
}

async function open(session: ControlSession, { schema, dump }: BuiltTable): Promise<boolean> {
  try {
    await session.run(`HANDLER ${quoteTable(schema, dump.name)} OPEN AS ${OPEN}`);
    return true;
  } catch (error) {
    if (!isRefusal(error, NO_HANDLER)) throw error;
    return false;
  }
}

async function failureOfReading(session: ControlSession, index: string): Promise<Failure | null> {
  try {
    await session.run(`HANDLER ${OPEN} READ ${quoteName(index)} FIRST`);
    return null;
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.code === 'connect-lost') throw error;
    return error.failure.errno === NOT_DEFINED ? null : error.failure;
  }
}

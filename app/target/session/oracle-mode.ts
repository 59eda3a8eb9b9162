import type { ControlSession } from '../../catalog/session/control-session';
import { quoteText } from '../../catalog/text/quote';

/**
 * Runs a statement that names a package: MariaDB knows the word in Oracle's mode alone, by which it parses. As a text for
 * EXECUTE IMMEDIATE it takes it from 10.6 on only.
 */
export async function runInOracleMode(session: ControlSession, statement: string): Promise<void> {
  const mode = (await session.scalar('SELECT @@SESSION.sql_mode')) ?? '';
  await session.run("SET SESSION sql_mode = 'ORACLE'");
  try {
    await session.run(statement);
  } finally {
    await session.run(`SET SESSION sql_mode = ${quoteText(mode)}`);
  }
}

import type { ControlSession } from '../../catalog/session/control-session';
import { SluiceError } from '../../contract/failure';
import { withoutSecrets } from '../../format/sql/accounts-script';
import { runInOracleMode } from '../session/oracle-mode';

const ON_PACKAGE = /^GRANT (?:`(?:[^`]|``)*`|[^`'])+? ON PACKAGE (?:BODY )?`/;

/** Runs a statement whose failure must not contain the account's authentication data. */
export async function runInPrivate(session: ControlSession, statement: string): Promise<void> {
  const isOnPackage = session.server.vendor === 'mariadb' && ON_PACKAGE.test(statement);
  try {
    if (isOnPackage) await runInOracleMode(session, statement);
    else await session.run(statement);
  } catch (error) {
    if (!(error instanceof SluiceError) || error.failure.statement === undefined) throw error;
    throw SluiceError.from({ ...error.failure, statement: withoutSecrets(statement).slice(0, 500) });
  }
}

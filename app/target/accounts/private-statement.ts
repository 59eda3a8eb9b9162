import type { ControlSession } from '../../catalog/session/control-session';
import { parseGrantLine, singleGrants } from '../../catalog/privileges/grant-line';
import { isRefusal } from '../../catalog/session/statement-failure';
import { SluiceError } from '../../contract/failure';
import { withoutSecrets } from '../../format/sql/accounts-script';
import type { MissingOfGrant } from '../../text/target/accounts';
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

/** A privilege that the server refuses to grant, as its object is not as it was when the source granted it. */
export interface RefusedGrant {
  /** As {@link singleGrants} splits it. */
  readonly statement: string;
  readonly reason: MissingOfGrant;
}

/** ER_BAD_FIELD_ERROR: servers keep grants on columns that were dropped. */
const NO_COLUMN = 1054;
/** ER_VIEW_INVALID: a grant on columns opens the view. */
export const VIEW_INVALID = 1356;

/** Grants what the server takes of a statement; returns the privileges on columns and broken views that it refuses. */
export async function grantWhatFits(
  session: ControlSession,
  statement: string,
): Promise<readonly RefusedGrant[]> {
  try {
    await runInPrivate(session, statement);
    return [];
  } catch (error) {
    if (!isRefusal(error, NO_COLUMN, VIEW_INVALID)) throw error;
    const singles = singleGrants(statement);
    const [only = statement, ...others] = singles;
    if (others.length > 0) {
      const refused: RefusedGrant[] = [];
      for (const single of singles) refused.push(...(await grantWhatFits(session, single)));
      return refused;
    }
    const line = parseGrantLine(statement);
    const { schema = '', name = '' } = line.kind === 'privileges' ? line.place : {};
    const kind = error.failure.errno === NO_COLUMN ? 'column' : 'readable-view';
    return [{ statement: only, reason: { kind, name: `${schema ?? ''}.${name ?? ''}` } }];
  }
}

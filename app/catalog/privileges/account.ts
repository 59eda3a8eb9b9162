import { randomBytes } from 'crypto';
import { assertNever } from '../../contract/exhaustive';
import { connect } from '../connect/connect';
import type { ControlSession } from '../session/control-session';
import type { Endpoint } from '../connect/endpoint';
import { quoteText } from '../text/quote';
import { withRoute } from '../connect/route';
import { loadingVariables, RESTRICTED_ON_MYSQL } from '../session/variables';
import { granteeOf } from './names';
import { grantsFor } from './missing';
import { jobNeeds, type JobWish, type PrivilegesServer } from './needs/job-needs';
import type { Need, RightPlace } from './needs/needs';

/** A server to query, and its cancellation. */
export interface QueryTarget {
  readonly endpoint: Endpoint;
  readonly cancellation: { onCancel(abort: () => void): () => void };
}

/** Returns {@link accountStatements} for a server; changes nothing there. */
export async function readAccountStatements(
  { endpoint, cancellation }: QueryTarget,
  wish: JobWish,
  account: NewAccount,
): Promise<readonly string[]> {
  const onCancel = (abort: () => void) => cancellation.onCancel(abort);
  return await withRoute(
    endpoint,
    async (reachable) => {
      const session = await connect(reachable);
      const stopListening = cancellation.onCancel(() => session.destroy());
      try {
        return accountStatements(await readPrivilegesServer(session), wish, account);
      } finally {
        stopListening();
        await session.close();
      }
    },
    { onCancel },
  );
}

/** Reads the settings that the privileges of a job depend on. */
async function readPrivilegesServer(session: ControlSession): Promise<PrivilegesServer> {
  const [limitsCreators, limitsVariables] = [await isDistrustful(session), await isRestrictive(session)];
  return { ...session.server, limitsCreators, limitsVariables };
}

/** Returns whether a load's sessions must set variables that need a privilege. */
export async function isRestrictive(session: ControlSession): Promise<boolean> {
  if (session.server.vendor === 'mariadb') return false;
  const changes = await session.differingVariables(loadingVariables(session.server));
  return changes.some(({ name }) => RESTRICTED_ON_MYSQL.has(name));
}

/**
 * Returns whether only accounts with SUPER may create functions and triggers (both manuals,
 * "log_bin_trust_function_creators").
 */
export async function isDistrustful(session: ControlSession): Promise<boolean> {
  const [row] = await session.rows(
    'SELECT @@GLOBAL.log_bin AS log, @@GLOBAL.log_bin_trust_function_creators AS trust',
  );
  return row?.log === '1' && row.trust === '0';
}

/** Returns the statements that create an account with the privileges of one job on a server, and no others. */
export function accountStatements(
  server: PrivilegesServer,
  wish: JobWish,
  { account, side, password = newPassword() }: NewAccount,
): readonly string[] {
  const name = granteeOf(account);
  return [
    `CREATE USER ${name} IDENTIFIED BY ${quoteText(password)};`,
    ...grantsFor(withoutRedundant(jobNeeds(server, wish, side)), name, null),
  ];
}

export interface NewAccount {
  /** As `user@host`. */
  readonly account: string;
  readonly side?: 'source' | 'target';
  /** A random one by default. */
  readonly password?: string;
}

/**
 * Generates a password with letters of both cases, digits and others, as password policies require (MySQL manual,
 * "validate_password").
 */
function newPassword(): string {
  return `Sl-1${randomBytes(15).toString('base64').replace(/[+/]/g, '_')}`;
}

/**
 * Removes needs that are duplicates, or that the privilege advised for another one meets as well. Needs without a
 * choice, and wider ones, come first, so that no need is dropped because of one that is dropped later. Pure.
 */
export function withoutRedundant(needs: readonly Need[]): readonly Need[] {
  const weight = ({ anyOf, on, grantable }: Need) =>
    anyOf.length * 10 + NARROWNESS[isWhole(on) ? 'server' : on.kind] - (grantable === true ? 0.5 : 0);
  const kept = new Set<Need>();
  for (const need of [...needs].sort((one, other) => weight(one) - weight(other)))
    if (![...kept].some((other) => meets(other, need))) kept.add(need);
  return needs.filter((need) => kept.has(need));
}

const NARROWNESS: Readonly<Record<RightPlace['kind'], number>> = {
  server: 0,
  pattern: 1,
  schema: 2,
  table: 3,
};

function isWhole(on: RightPlace): boolean {
  return on.kind === 'server' || (on.kind === 'schema' && on.schema === null);
}

/** Returns whether the privilege advised for one need is enough for the other. */
function meets(one: Need, other: Need): boolean {
  if (other.grantable === true && one.grantable !== true) return false;
  return other.anyOf.includes(one.anyOf[0]) && takesIn(one.on, other.on);
}

function takesIn(wide: RightPlace, narrow: RightPlace): boolean {
  switch (wide.kind) {
    case 'server':
      return true;
    case 'schema':
      if (wide.schema === null) return true;
      return (narrow.kind === 'schema' || narrow.kind === 'table') && narrow.schema === wide.schema;
    case 'pattern':
      return narrow.kind === 'pattern' && narrow.written === wide.written;
    case 'table':
      return narrow.kind === 'table' && narrow.schema === wide.schema && narrow.table === wide.table;
    default:
      return assertNever(wide);
  }
}

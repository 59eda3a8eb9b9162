import { randomBytes } from 'crypto';
import { connect } from '../connect';
import type { ControlSession } from '../control-session';
import type { Endpoint } from '../endpoint';
import { quoteText } from '../quote';
import { withRoute } from '../route';
import { loadingVariables, RESTRICTED_ON_MYSQL } from '../session-variables';
import { granteeOf } from './names';
import { grantsFor } from './missing';
import { jobNeeds, type JobWish, type RightsServer } from './job-needs';
import type { Need } from './needs';

/** A server to ask, and how that is given up. */
export interface Asking {
  readonly endpoint: Endpoint;
  readonly cancellation: { onCancel(giveUp: () => void): () => void };
}

/** The statements of {@link accountStatements} in the words of a server; changes nothing there. */
export async function readAccountStatements(
  { endpoint, cancellation }: Asking,
  wish: JobWish,
  account: NewAccount,
): Promise<readonly string[]> {
  const onCancel = (giveUp: () => void) => cancellation.onCancel(giveUp);
  return await withRoute(
    endpoint,
    async (reachable) => {
      const session = await connect(reachable);
      const stopListening = cancellation.onCancel(() => session.destroy());
      try {
        return accountStatements(await readRightsServer(session), wish, account);
      } finally {
        stopListening();
        await session.close();
      }
    },
    { onCancel },
  );
}

/** Reads what the rights of a job depend on. */
async function readRightsServer(session: ControlSession): Promise<RightsServer> {
  const [distrusts, restricts] = [await isDistrustful(session), await isRestrictive(session)];
  return { ...session.server, distrusts, restricts };
}

/** Whether a load's sessions have settings to make that not every account may. */
export async function isRestrictive(session: ControlSession): Promise<boolean> {
  if (session.server.vendor === 'mariadb') return false;
  const changes = await session.notHolding(loadingVariables(session.server));
  return changes.some(({ name }) => RESTRICTED_ON_MYSQL.has(name));
}

/** Whether functions and triggers are made by accounts with SUPER alone (both manuals, "log_bin_trust_function_creators"). */
export async function isDistrustful(session: ControlSession): Promise<boolean> {
  const [row] = await session.rows(
    'SELECT @@GLOBAL.log_bin AS log, @@GLOBAL.log_bin_trust_function_creators AS trust',
  );
  return row?.log === '1' && row.trust === '0';
}

/** The statements that make an account which may do a job on a server, and nothing else. */
export function accountStatements(
  server: RightsServer,
  wish: JobWish,
  { account, side, password = newPassword() }: NewAccount,
): readonly string[] {
  const name = granteeOf(account);
  return [
    `CREATE USER ${name} IDENTIFIED BY ${quoteText(password)};`,
    ...grantsFor(smallest(jobNeeds(server, wish, side)), name, null),
  ];
}

export interface NewAccount {
  /** As `user@host`. */
  readonly account: string;
  readonly side?: 'source' | 'target';
  /** Default: a new one, which nobody knows. */
  readonly password?: string;
}

/** Letters of both cases, digits and others, as password policies want them (MySQL manual, "validate_password"). */
function newPassword(): string {
  return `Sl-1${randomBytes(15).toString('base64').replace(/[+/]/g, '_')}`;
}

/** The needs without those that come twice, or that a right which another one takes would meet as well. Pure. */
export function smallest(needs: readonly Need[]): readonly Need[] {
  const distinct = [
    ...new Map(needs.map((need) => [JSON.stringify([need.anyOf, placeKey(need)]), need])).values(),
  ];
  const taken = new Set(
    distinct.flatMap((need) => (need.anyOf.length === 1 ? [`${need.anyOf[0]} ${placeKey(need)}`] : [])),
  );
  return distinct.filter(
    (need) => need.anyOf.length === 1 || !need.anyOf.some((name) => taken.has(`${name} ${placeKey(need)}`)),
  );
}

function placeKey({ on, handsOn = false }: Need): string {
  return JSON.stringify([on, handsOn]);
}

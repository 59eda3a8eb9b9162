import { readAccounts, readPublicGrants, type AccountObject } from '../../catalog/privileges/accounts';
import { NameFolding } from '../../catalog/server/name-folding';
import type { ControlSession } from '../../catalog/session/control-session';
import { singleGrants } from '../../catalog/privileges/grant-line';
import type { SluiceError, Failure } from '../../contract/failure';
import type { Check } from '../../contract/runs/result';
import { plainCreation } from '../../format/sql/creation';
import { withoutSecrets } from '../../format/sql/accounts-script';
import type { LoadJournal } from '../journal/journal';
import { dropEarlierObjects } from '../rollback/created-objects';
import { isPrintedAlike } from './compare';
import { areSame, asNamedBy, differenceOf } from './difference';
import { LateGrants, type ViewToCome } from './late-grants';
import { accountsToCreate, decideAccounts, type AccountStep } from './plan';
import { runInPrivate, type RefusedGrant } from './private-statement';
import type { TargetContext } from '../context';
import { authenticationDigest } from './ownership';
import type { CreatedObject, WantedObject } from '../journal/created-object';
import { accountFailures, accountText } from '../../text/target/accounts';

const ACCOUNTS: ReadonlySet<CreatedObject['kind']> = new Set(['user', 'role'] as const);

/** Accounts of a run, and grants to PUBLIC of MariaDB, which are those of every account of the target. */
export interface AccountsToCreate {
  readonly accounts: readonly AccountObject[];
  readonly publicGrants?: readonly string[];
}

/** Accounts that were created, before the objects that need them as definers. */
export interface CreatedAccounts {
  /** Steps that were taken for the accounts, for {@link checkAccounts}. */
  readonly steps: readonly AccountStep[];
  readonly late: LateGrants;
}

/**
 * Creates these accounts with all grants whose objects are there: after the tables, and before the routines and views
 * whose definers they are, as a server refuses a view that needs a definer who is missing (1449). Accounts that an earlier
 * attempt created are dropped first.
 */
export async function createAccounts(
  context: TargetContext,
  wanted: AccountsToCreate,
  toCome: readonly ViewToCome[],
): Promise<CreatedAccounts> {
  const { session, dump, options, journal, hooks } = context;
  const { accounts, publicGrants = [] } = wanted;
  if (accounts.length + publicGrants.length === 0) return { steps: [], late: LateGrants.of(session, [], []) };
  await dropEarlierAccounts(session, journal);
  const steps = await decideAccounts(session, { dump, options, accounts, publicGrants });
  const created = accountsToCreate(steps);
  const entries = await journal.recordCreate(session, created.map(wantedAccount));
  // All accounts before the first grant: a grant may name another one as its role.
  for (const [at, { create }] of created.entries()) {
    hooks.cancellation.throwIfCancelled();
    await runInPrivate(session, plainCreation(create) ?? create);
    const entry = entries[at];
    if (entry !== undefined) await journal.recordCreated(session, [entry]);
  }
  // USAGE gives nothing, and who may not give anything may not give that either.
  const grants = steps.flatMap(({ kind, account }) =>
    kind === 'create' || kind === 'public'
      ? account.grants.filter((grant) => singleGrants(grant).length > 0)
      : [],
  );
  const late = LateGrants.of(session, grants, toCome);
  for (const statement of late.early) {
    hooks.cancellation.throwIfCancelled();
    await late.runEarly(session, statement);
  }
  for (const statement of [
    // A definer has the privileges of its default roles.
    ...created.flatMap(({ defaultRole }) => defaultRole ?? []),
    ...created.flatMap(takenBack),
  ]) {
    hooks.cancellation.throwIfCancelled();
    await runInPrivate(session, statement);
  }
  return { steps, late };
}

/**
 * Completes accounts, after all objects: runs once more what was refused. Returns what was done with each, without the
 * privileges that the server still refuses, and now that the routines that the run replaces have their grants again.
 */
export async function completeAccounts(
  session: ControlSession,
  { steps, late }: CreatedAccounts,
): Promise<readonly AccountStep[]> {
  const refused = await late.runRefused(session);
  const granted = refused.length === 0 ? steps : steps.map((step) => withoutRefused(step, refused));
  const kept = new Set(steps.flatMap(({ kind, account }) => (kind === 'keep' ? [account.name] : [])));
  if (kept.size === 0) return granted;
  const there = new Map(
    (await readAccounts(session, (name) => kept.has(name))).map((account) => [account.name, account]),
  );
  const folding = NameFolding.of(session.server);
  return granted.map((step) => {
    const found = step.kind === 'keep' ? there.get(step.account.name) : undefined;
    const isSame =
      found !== undefined && areSame(asNamedBy(folding, found), asNamedBy(folding, step.account));
    return isSame ? { ...step, kind: 'same' } : step;
  });
}

/** Leaves out the privileges that the server refuses. */
function withoutRefused(step: AccountStep, refused: readonly RefusedGrant[]): AccountStep {
  const reasons = new Map(refused.map(({ statement, reason }) => [statement, reason]));
  const grants = step.account.grants.flatMap(singleGrants);
  const left = grants.flatMap((statement) => {
    const reason = reasons.get(statement);
    return reason === undefined ? [] : [{ statement, reason }];
  });
  if (left.length === 0) return step;
  return {
    ...step,
    account: { ...step.account, grants: grants.filter((statement) => !reasons.has(statement)) },
    leftOut: [...step.leftOut, ...left],
  };
}

/**
 * Returns the statement that takes a created role from the loading account: MariaDB gives it to its creator, with the
 * admin option, and drops it for the privilege CREATE USER without that (manual, "CREATE ROLE"; measured on 10.11).
 */
function takenBack(account: AccountObject): readonly string[] {
  const { kind, name } = createdAccount(account);
  return kind === 'role' ? [`REVOKE ${name} FROM CURRENT_USER()`] : [];
}

/** Drops the accounts that an earlier attempt created, so that they can be created again. */
export async function dropEarlierAccounts(session: ControlSession, journal: LoadJournal): Promise<void> {
  await dropEarlierObjects(session, journal, '', ACCOUNTS);
}

/**
 * Returns the account as a created object. A role of MariaDB has no host, and needs another statement; on MySQL a role
 * is an account.
 */
function createdAccount({ account }: AccountObject): CreatedObject {
  return { kind: account.startsWith("'") ? 'user' : 'role', schema: '', name: account };
}

function wantedAccount(account: AccountObject): WantedObject {
  return { ...createdAccount(account), authentication: authenticationDigest(account.create) };
}

/** Returns warnings on accounts that differ from the source's. */
export function accountWarnings(steps: readonly AccountStep[]): readonly Failure[] {
  return steps.flatMap(({ kind, account: { account }, leftOut }) => [
    ...(kind === 'keep' ? [accountFailures.kept({ account }).failure] : []),
    ...leftOut.map(
      ({ statement, reason }) =>
        accountFailures.grantLeftOut({ account, reason }, { statement: withoutSecrets(statement) }).failure,
    ),
  ]);
}

/** Reads the created accounts back. Fails with `definition-differs` for one that differs from the source's. */
export async function checkAccounts(
  { session, dump }: Pick<TargetContext, 'session' | 'dump'>,
  steps: readonly AccountStep[],
): Promise<readonly Check[]> {
  const own = steps.filter(({ kind }) => kind !== 'public');
  for (const { account } of steps.filter(({ kind }) => kind === 'public'))
    await checkPublic(session, account);
  if (own.length === 0) return [];
  const names = new Set(own.map(({ account }) => account.name));
  const existing = new Map(
    (await readAccounts(session, (name) => names.has(name))).map((account) => [account.name, account]),
  );
  const isAsPrinted = isPrintedAlike(session, dump);
  const folding = NameFolding.of(session.server);
  let differing = 0;
  for (const { kind, account } of own) {
    const found = existing.get(account.name);
    if (found === undefined) throw notAsDumped(account, account.create);
    const difference =
      kind === 'create' ? differenceOf(asNamedBy(folding, found), asNamedBy(folding, account)) : null;
    if (difference === null) continue;
    if (isAsPrinted) throw notAsDumped(account, difference);
    differing += 1;
  }
  return [accountsCheck(own, differing)];
}

/** Fails where PUBLIC has not all that it was granted. It may have more: a new server grants it the schema `test`. */
async function checkPublic(session: ControlSession, account: AccountObject): Promise<void> {
  const has = new Set((await readPublicGrants(session)).flatMap(singleGrants));
  const missing = account.grants.flatMap(singleGrants).find((grant) => !has.has(grant));
  if (missing !== undefined) throw notAsDumped(account, missing);
}

function accountsCheck(steps: readonly AccountStep[], differing: number): Check {
  const count = (kind: AccountStep['kind']) => steps.filter((step) => step.kind === kind).length;
  return {
    kind: 'accounts',
    state: differing === 0 ? 'ok' : 'not-checked',
    detail: accountText.checked({
      equal: count('create') - differing,
      otherWords: differing,
      same: count('same'),
      kept: count('keep'),
    }),
  };
}

function notAsDumped({ account }: AccountObject, statement: string): SluiceError {
  return accountFailures.differs({ account }, { statement: withoutSecrets(statement) });
}

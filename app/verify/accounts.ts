import { readPublicGrants } from '../catalog/privileges/accounts';
import { readPrivileges } from '../catalog/privileges/grants';
import { lackingOf, privilegesLack } from '../catalog/privileges/missing';
import { accountReadingNeed } from '../catalog/privileges/needs/needs';
import type { ControlSession } from '../catalog/session/control-session';
import { PatternSet } from '../contract/commands/pattern-set';
import { SluiceError, type Failure, type FailureCode } from '../contract/failure';
import type { ComparisonOptions } from '../contract/runs/options';
import type { Check } from '../contract/runs/result';
import type { Cancellation } from '../engine/cancellation';
import { failureOf } from '../engine/failures';
import type { DumpFolder } from '../format/read/dump';
import { withoutSecrets } from '../format/sql/accounts-script';
import { compareAccounts, isPrintedAlike, type ComparedAccount } from '../target/accounts/compare';
import type { ComparedPart } from '../target/accounts/difference';
import { chosenAccounts, reservedAmong } from '../target/accounts/select';
import type { AccountDifference } from '../text/target/accounts';
import { verifyFailures, verifyText } from '../text/verify';
import type { JudgedSchemas } from './schemas';

type Wish = Pick<ComparisonOptions, 'users' | 'excludeUsers' | 'schemaMap' | 'tableRenames'>;

interface Asked extends Wish {
  /** With the selection applied: its tables have their names on the server. */
  readonly dump: DumpFolder;
  readonly cancellation: Cancellation;
}

/** Checks of accounts, with what they found. */
export type JudgedAccounts = JudgedSchemas;

const NOTHING: JudgedAccounts = { checks: [], errors: [], warnings: [] };

/** Fails with `unknown-object` for a rule that matches no account of the dump; other faults of it are found later. */
export async function assertAccountsKnown(dump: DumpFolder, wish: Wish): Promise<void> {
  await chosenAccounts(dump, wish).catch((error: unknown) => {
    if (error instanceof SluiceError && error.failure.code === 'unknown-object') throw error;
  });
}

/** Compares the accounts that were asked for with those that a load of the dump gives. A difference does not stop it. */
export async function judgeAccounts(session: ControlSession, asked: Asked): Promise<JudgedAccounts> {
  const { dump, users, cancellation } = asked;
  if (users.length === 0) return NOTHING;
  const lack = privilegesLack([accountReadingNeed()], session.server, await readPrivileges(session));
  if (lack !== null) {
    const { grants, idleRoles, missing } = lack;
    const lacks = lackingOf(missing);
    const { failure } = verifyFailures.mayNotReadAccounts({ lacks, grants, idleRoles });
    return { ...NOTHING, checks: [notChecked(verifyText.objectHidden(lacks))], warnings: [failure] };
  }
  try {
    const compared = await compareAccounts(session, asked);
    const isAlike = isPrintedAlike(session, dump);
    if (compared.length === 0) return { ...NOTHING, checks: [notChecked(verifyText.noAccountChosen)] };
    return joined([
      ...compared.map((account) => judgeAccount(account, isAlike)),
      ...reservedAmong(dump, asked).map((account) => ({
        ...NOTHING,
        checks: [notChecked(verifyText.accountNotCompared(account, verifyText.accountOfServer))],
      })),
      await judgePublic(session, asked),
    ]);
  } catch (error) {
    // A failure after a cancel says nothing about the accounts.
    cancellation.throwIfCancelled();
    return notReadable(failureOf(error));
  }
}

/** Reports what MariaDB grants to PUBLIC, and so to each account beside its own grants. */
async function judgePublic(session: ControlSession, { excludeUsers }: Wish): Promise<JudgedAccounts> {
  const grants = new PatternSet(excludeUsers).has('PUBLIC') ? [] : await readPublicGrants(session);
  if (grants.length === 0) return NOTHING;
  return {
    checks: [notChecked(verifyText.publicGrants(grants.length))],
    errors: [],
    warnings: grants.map((statement) => verifyFailures.publicGrant({ statement }).failure),
  };
}

/** Codes of a server that does not show its accounts, to this account or at all. */
const HIDDEN: ReadonlySet<FailureCode> = new Set(['privilege-missing', 'unsupported-object']);

function notReadable(failure: Failure): JudgedAccounts {
  if (!HIDDEN.has(failure.code))
    return { ...NOTHING, checks: [{ ...notChecked(failure.message), state: 'failed' }], errors: [failure] };
  const warning = verifyFailures.accountsNotCompared({ reason: failure.message }).failure;
  return { ...NOTHING, checks: [notChecked(failure.message)], warnings: [warning] };
}

/** Judges one account. @param isAlike true where both servers write accounts in the same words */
function judgeAccount(compared: ComparedAccount, isAlike: boolean): JudgedAccounts {
  const { account, outcome, differences, leftOut, remarks } = compared;
  switch (outcome) {
    case 'missing':
      return {
        checks: [{ ...notChecked(verifyText.accountMissing(account)), state: 'failed' }],
        errors: [verifyFailures.accountMissing({ account }).failure],
        warnings: [],
      };
    case 'refused': {
      const checks = [notChecked(verifyText.accountNotCompared(account, remarks.join(' ')))];
      const warnings = remarks.map((why) => verifyFailures.accountNotCompared({ account, why }).failure);
      return { checks, errors: [], warnings };
    }
    case 'compared': {
      const isFailing = (part: ComparedPart) => isAlike || part.isSure;
      const failing = differences.filter(isFailing);
      const unclear = differences.filter((part) => !isFailing(part));
      const left = leftOut.map(({ statement, reason }) => {
        const printed = withoutSecrets(statement);
        return verifyFailures.grantNotCompared({ account, reason }, { statement: printed }).failure;
      });
      return {
        checks: [checkOf(compared, failing, unclear)],
        errors: failing.map(({ difference }) => differing(account, difference)),
        warnings: [
          ...unclear.map(({ difference }) => verifyFailures.accountUnclear({ account, difference }).failure),
          ...left,
          ...remarks.map((why) => verifyFailures.accountChanged({ account, why }).failure),
        ],
      };
    }
  }
}

function checkOf(
  { account, leftOut, remarks }: ComparedAccount,
  failing: readonly ComparedPart[],
  unclear: readonly ComparedPart[],
): Check {
  const differences = (parts: readonly ComparedPart[]) => parts.map(({ difference }) => difference);
  if (failing.length > 0) {
    const detail = verifyText.accountDiffers(account, differences(failing));
    return { kind: 'accounts', state: 'failed', detail };
  }
  if (unclear.length > 0) return notChecked(verifyText.accountUnclear(account, differences(unclear)));
  if (leftOut.length > 0) return notChecked(verifyText.accountAlmostEqual(account, leftOut.length));
  if (remarks.length > 0) return notChecked(verifyText.accountChanged(account, remarks));
  return { kind: 'accounts', state: 'ok', detail: verifyText.accountEqual(account) };
}

function differing(account: string, difference: AccountDifference): Failure {
  const statement = mendingStatement(account, difference);
  const place = statement === null ? {} : { statement };
  return verifyFailures.accountDiffers({ account, difference }, place).failure;
}

/** Returns the statement that makes the account as the dump has it; null where several might. */
function mendingStatement(account: string, difference: AccountDifference): string | null {
  if (difference.kind === 'second-password') return `ALTER USER ${account} DISCARD OLD PASSWORD`;
  if (difference.kind === 'default-roles' || !('what' in difference)) return null;
  const { kind, what, on, isGrantable } = difference;
  const object = on === null ? what : `${what} ON ${on}`;
  if (kind === 'has') return `REVOKE ${object} FROM ${account}`;
  if (kind === 'hand-on' && !isGrantable) return null;
  return `GRANT ${object} TO ${account}${isGrantable ? ` WITH ${on === null ? 'ADMIN' : 'GRANT'} OPTION` : ''}`;
}

function notChecked(detail: string): Check {
  return { kind: 'accounts', state: 'not-checked', detail };
}

function joined(judged: readonly JudgedAccounts[]): JudgedAccounts {
  return {
    checks: judged.flatMap(({ checks }) => checks),
    errors: judged.flatMap(({ errors }) => errors),
    warnings: judged.flatMap(({ warnings }) => warnings),
  };
}

import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

const writeAccounts =
  'Write accounts as user@host; % stands for any characters, \\% for itself. A dump holds those that it was told to take (--users).';

/** A reason for which a target can’t have an account as it is. */
export type AccountMisfit =
  | { readonly kind: 'plugin'; readonly plugin: string }
  /** A line of SHOW GRANTS that can't be read. */
  | { readonly kind: 'unknown-grant'; readonly grant: string }
  /** A schema is taken out of its privileges on the whole server. */
  | { readonly kind: 'partial-revokes' }
  | { readonly kind: 'privilege'; readonly privilege: string };

/** Describes a misfit as the end of a sentence. */
export function describeMisfit(misfit: AccountMisfit): string {
  switch (misfit.kind) {
    case 'plugin':
      return `it signs in by ${misfit.plugin}, which the target does not have`;
    case 'unknown-grant':
      return `Sluice does not understand one of its grants: ${misfit.grant}`;
    case 'partial-revokes':
      return 'a schema is taken out of its privileges on the whole server, for which the target needs partial_revokes = ON';
    case 'privilege':
      return `it has the privilege ${misfit.privilege}, which the target does not know`;
  }
}

/** A thing that a grant names and the target will not have. */
export interface MissingOfGrant {
  /** `column`: of the table `name`; `readable-view`: the view is there, and can’t be read. */
  readonly kind: 'table' | 'routine' | 'role' | 'column' | 'readable-view';
  readonly name: string;
}

/** A part of an account that the target can't have yet, and why. */
export interface LeftOutGrant {
  readonly statement: string;
  readonly reason: MissingOfGrant;
}

/** A difference in the attributes of an account. */
export type AttributeDifference =
  /** Authentication plugins; none where the server chooses. */
  | { readonly kind: 'plugin'; readonly found: readonly string[]; readonly wanted: readonly string[] }
  /** Another stored password: neither value may be shown. */
  | { readonly kind: 'password' }
  /** A password in plain text in the dump: no server shows one. */
  | { readonly kind: 'plain-password' }
  /** A second password on the target, which no server shows and no dump holds. */
  | { readonly kind: 'second-password' }
  /** A clause of CREATE USER; empty where there is none. */
  | { readonly kind: 'clause'; readonly found: string; readonly wanted: string };

/** A difference between an account of a target and that of a dump. */
export type AccountDifference =
  | AttributeDifference
  /** `hand-on`: both have it, one WITH GRANT OPTION. */
  | {
      readonly kind: 'lacks' | 'has' | 'hand-on';
      /** A privilege with its column, or a role, as statements name them. */
      readonly what: string;
      /** Null for a role. */
      readonly on: string | null;
      /** As in the dump, or as on the target where only that has it. */
      readonly isGrantable: boolean;
    }
  /** ALL PRIVILEGES of one side, some of the other. */
  | {
      readonly kind: 'privileges';
      readonly on: string;
      readonly found: readonly string[];
      readonly wanted: readonly string[];
    }
  /** A partial revoke, or a grant of a proxy. */
  | { readonly kind: 'lacks-line' | 'has-line'; readonly statement: string }
  | { readonly kind: 'default-roles'; readonly found: readonly string[]; readonly wanted: readonly string[] };

/** Describes a difference as a clause whose subject is the account. */
export function describeAccountDifference(difference: AccountDifference): string {
  switch (difference.kind) {
    case 'plugin':
      return `it signs in by ${pluginNames(difference.found)} on the target, by ${pluginNames(difference.wanted)} in the dump`;
    case 'password':
      return 'its stored password is another one';
    case 'plain-password':
      return 'its password is a text in the dump, and only a hash on the target';
    case 'second-password':
      return 'it has a second password on the target (RETAIN CURRENT PASSWORD), which no dump holds';
    case 'clause': {
      const { found, wanted } = difference;
      return found === wanted
        ? `the texts of its clauses are others (${wanted})`
        : `it has ${found || 'no such clause'} on the target, ${wanted || 'none'} in the dump`;
    }
    case 'lacks':
      return `it lacks ${given(difference)}${difference.isGrantable ? optionOf(difference) : ''}`;
    case 'has':
      return `it has ${given(difference)}${difference.isGrantable ? optionOf(difference) : ''}, and not in the dump`;
    case 'hand-on':
      return difference.isGrantable
        ? `it has ${given(difference)} without${optionOf(difference).slice(' WITH'.length)}`
        : `it has ${given(difference)}${optionOf(difference)}, and without in the dump`;
    case 'privileges':
      return `it has ${difference.found.join(', ')} on ${difference.on} on the target, ${difference.wanted.join(', ')} in the dump`;
    case 'lacks-line':
      return `it lacks ${difference.statement}`;
    case 'has-line':
      return `it has ${difference.statement}, and not in the dump`;
    case 'default-roles':
      return `its default roles are ${listed(difference.found)} on the target, ${listed(difference.wanted)} in the dump`;
  }
}

type GivenWords = Extract<AccountDifference, { readonly what: string }>;

function given({ what, on }: GivenWords): string {
  return on === null ? `the role ${what}` : `${what} on ${on}`;
}

function optionOf({ on }: GivenWords): string {
  return on === null ? ' WITH ADMIN OPTION' : ' WITH GRANT OPTION';
}

function pluginNames(names: readonly string[]): string {
  return names.length === 0 ? 'the server’s default plugin' : names.join(', ');
}

function listed(names: readonly string[]): string {
  return names.length === 0 ? 'none' : names.join(', ');
}

/** Describes a missing thing as the end of a sentence. */
export function describeMissing({ kind, name }: MissingOfGrant): string {
  switch (kind) {
    case 'table':
      return `there is no table ${name} on the target`;
    case 'routine':
      return `there is no routine ${name} on the target`;
    case 'column':
      return `the table ${name} has no such column on the target`;
    case 'readable-view':
      return `the view ${name} can’t be read on the target`;
    case 'role':
      return `the role ${name} is neither loaded nor on the target`;
  }
}

/** Failures of creating accounts and granting their privileges. */
export const accountFailures = failures({
  tooOld: {
    code: 'unsupported-object',
    message: ({ server }: { readonly server: string }) =>
      `${server} can’t take the statements of accounts; MySQL does since 5.7.6.`,
    hint: 'Leave --users out and create the accounts by hand.',
  },
  // select
  noAccount: {
    code: 'unknown-object',
    message: ({ name }: { readonly name: string }) => `The dump holds no account “${name}”.`,
    hint: writeAccounts,
  },
  noAccountMatches: {
    code: 'unknown-object',
    message: ({ pattern }: { readonly pattern: string }) => `No account of the dump matches “${pattern}”.`,
    hint: writeAccounts,
  },

  // plan, grants
  exists: {
    code: 'target-exists',
    message: ({ account }: { readonly account: string }) =>
      `The account ${account} already exists, and not as it is on the source.`,
    hint: 'Leave it out (--exclude-users), or keep it as it is there: --on-existing skip.',
  },
  unfit: {
    code: 'unsupported-object',
    message: ({ account, misfit }: { readonly account: string; readonly misfit: AccountMisfit }) =>
      `The account ${account} can’t be created on the target: ${describeMisfit(misfit)}.`,
    hint: 'Leave it out (--exclude-users), and create it by hand as the target supports it.',
  },

  notConverted: {
    code: 'unsupported-object',
    message: ({
      account,
      why,
    }: {
      readonly account: string;
      /** A sentence. */
      readonly why: string;
      readonly leaveOut: string;
    }) => `The account ${account} can’t be loaded. ${why}`,
    hint: ({ leaveOut }: { readonly account: string; readonly why: string; readonly leaveOut: string }) =>
      `Leave it out: ${leaveOut}. Then create it on the target by hand, with a password of its own, as that server supports it.`,
  },

  // create
  grantLeftOut: {
    code: 'unsupported-object',
    message: ({ account, reason }: { readonly account: string; readonly reason: MissingOfGrant }) =>
      `A grant of ${account} was left out: ${describeMissing(reason)}.`,
    hint: 'Run the statement when it is there.',
  },
  publicGrant: {
    code: 'unsupported-object',
    message:
      'A grant to PUBLIC of the source was left out: every account of the target would have the privilege, those that the dump does not know too.',
    hint: 'Run the statement on the target, if its accounts are to have it.',
  },
  kept: {
    code: 'target-exists',
    message: ({ account }: { readonly account: string }) =>
      `The account ${account} already exists and was kept as it is; the source’s is another.`,
    hint: 'Compare SHOW CREATE USER and SHOW GRANTS with the source’s, and change the account by hand.',
  },
  differs: {
    code: 'definition-differs',
    message: ({ account }: { readonly account: string }) =>
      `The account ${account} is not the one that the source has.`,
  },
});

/** Numbers of accounts by what was found when they were read again. */
interface CheckedAccounts {
  readonly equal: number;
  /** Created, and written differently by another version, vendor or tool. */
  readonly otherWords: number;
  readonly same: number;
  readonly kept: number;
}

/** Other sentences about accounts: grants that a plan leaves out, and the detail of their check. */
export const accountText = spoken({
  leftOut: ({ statement, reason }: LeftOutGrant) => `${statement}: ${describeMissing(reason)}`,
  checked: ({ equal, otherWords, same, kept }: CheckedAccounts) => {
    const found = [
      [equal, 'created and read again: equal to the source’s'],
      [
        otherWords,
        'created; another version of the server, another vendor, or another tool, writes them in its own words',
      ],
      [same, 'already existing, identical'],
      [kept, 'already existing, kept as they are'],
    ] as const;
    const said = found.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`);
    return `Accounts: ${said.join('; ')}`;
  },
});

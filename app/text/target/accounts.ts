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

function describeMissing({ kind, name }: MissingOfGrant): string {
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

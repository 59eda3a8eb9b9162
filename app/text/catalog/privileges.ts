import { spoken } from '../../contract/language/spoken';
import type { Vendor } from '../../contract/connections/connection';
import { failures } from '../failures';

/** Things that need a privilege, in the plural, within a sentence. */
const purposes = {
  tables: 'tables',
  views: 'views',
  triggers: 'triggers',
  events: 'events',
  routines: 'routines',
  'routine-texts': 'texts of routines',
  'replaced-routines': 'routines that are replaced',
  'foreign-keys': 'foreign keys',
  'table-lock': 'a lock on its tables',
  'server-lock': 'a lock on the server',
  'ddl-lock': 'holding DDL back',
  accounts: 'accounts',
  'account-roles': 'roles of accounts',
  'account-grants': 'what accounts are given',
  'tables-and-journal': 'tables, rows and the load’s journal',
  'other-definers': 'objects that run as another account',
  'distrusted-creators': 'functions and triggers while log_bin_trust_function_creators is off',
  'load-settings': 'the settings of a load’s sessions',
  'unlogged-load': 'loading past the binary log',
  'gtid-set': 'the target’s GTID set',
  'other-writers': 'seeing who else writes',
  'server-settings': 'settings of the whole server',
  'binlog-settings': 'settings of the binary log',
  'redo-log-switch': 'switching the redo log off',
  'table-pages': 'pages of tables',
  'fresh-statistics': 'fresh statistics of tables',
  'flushed-pages': 'pages that are written out before they are read',
  'leaf-order': 'the order of leaf pages by locks',
} as const;

export type PrivilegePurpose = keyof typeof purposes;

/** Privileges that an account lacks for one purpose on one object. */
export interface LackingPrivileges {
  readonly privileges: readonly string[];
  readonly on: LackingPlace;
  readonly grantable: boolean;
  readonly purpose: PrivilegePurpose;
}

/** Object of a grant, quoted as in a statement. */
export type LackingPlace =
  | { readonly kind: 'server' | 'every-schema' }
  | { readonly kind: 'object'; readonly name: string };

function placeText(on: LackingPlace): string {
  switch (on.kind) {
    case 'server':
      return '';
    case 'every-schema':
      return ' on every schema';
    case 'object':
      return ` on ${on.name}`;
  }
}

/** Describes privileges: “CREATE VIEW on `shop` (for views); SHOW_ROUTINE (for texts of routines)”. */
export function describeLacking(groups: readonly LackingPrivileges[]): string {
  return groups
    .map(({ privileges, on, grantable, purpose }) => {
      const place = `${placeText(on)}${grantable ? ' WITH GRANT OPTION' : ''}`;
      return `${privileges.join(', ')}${place} (for ${purposes[purpose]})`;
    })
    .join('; ');
}

/** Roles that an account has and its sessions don’t use, and the statements of which one activates them. */
export interface IdleRoles {
  readonly roles: readonly string[];
  readonly vendor: Vendor;
  readonly remedies: readonly string[];
}

/** Describes idle roles in a sentence of its own; empty for none. MariaDB has one default role. */
export function describeIdleRoles(idleRoles: IdleRoles | null): string {
  if (idleRoles === null) return '';
  const { roles, vendor, remedies } = idleRoles;
  const names = roles.map((role) => `“${role}”`).join(', ');
  const which = vendor === 'mysql' ? 'active' : 'its default one';
  return `It also has ${roles.length === 1 ? 'the role' : 'the roles'} ${names}, not ${which}: ${remedies.join(' or ')}`;
}

/** Action that an account may lack privileges for. */
export type PrivilegedAction =
  | { readonly kind: 'inspect-table'; readonly table: string }
  | { readonly kind: keyof typeof actions };

/** Each ends “This account can’t …”. */
const actions = {
  'read-accounts': 'read accounts',
  'see-pages': 'see the pages of tables',
  'load-dump': 'load this',
  'write-to-server': 'write into this server',
  'replace-objects': 'replace what is there',
  'create-accounts': 'create accounts',
  'set-gtids': 'set the target’s GTID set',
  'speed-up-load': 'speed the load up in this way',
} as const;

/** Ways to do without, where there is one. */
const alternatives: Partial<Readonly<Record<PrivilegedAction['kind'], string>>> = {
  'create-accounts': 'Or leave --users out.',
  'set-gtids': 'Or load without --gtid.',
  'speed-up-load': 'Or load without --fast-unsafe.',
};

function definersAlternative(lacks: readonly LackingPrivileges[]): string {
  const isLacking = lacks.some(({ purpose }) => purpose === 'other-definers');
  return isLacking ? 'Or give the objects another definer: --definers current.' : '';
}

function actionText(action: PrivilegedAction): string {
  return action.kind === 'inspect-table' ? `inspect “${action.table}”` : actions[action.kind];
}

/** Failures of accounts: those without the privileges that a job needs, and those that a server does not show. */
export const privilegesFailures = failures({
  notShown: {
    code: 'unsupported-object',
    message: ({ server }: { readonly server: string }) =>
      `${server} does not show how an account was created; MySQL does since 5.7.6.`,
    hint: 'Leave --users out and create the accounts on the target by hand.',
  },
  privilegesMissing: {
    code: 'privilege-missing',
    message: ({
      action,
      lacks,
    }: {
      readonly action: PrivilegedAction;
      readonly lacks: readonly LackingPrivileges[];
    }) => `This account can’t ${actionText(action)}: it lacks ${describeLacking(lacks)}.`,
    hint: ({
      action,
      lacks,
      grants,
      idleRoles,
    }: {
      readonly action: PrivilegedAction;
      readonly lacks: readonly LackingPrivileges[];
      readonly grants: readonly string[];
      readonly idleRoles: IdleRoles | null;
    }) =>
      [
        ...grants,
        'Then run it again.',
        alternatives[action.kind] ?? '',
        definersAlternative(lacks),
        describeIdleRoles(idleRoles),
      ]
        .filter((text) => text !== '')
        .join(' '),
  },
});

/** Other words about privileges of accounts. */
export const privilegesText = spoken({ idleRoles: describeIdleRoles });

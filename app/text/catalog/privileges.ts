import { spoken } from '../../contract/language/spoken';
import type { Vendor } from '../../contract/connections/connection';
import { failures } from '../failures';

/** Privileges that an account lacks for one purpose on one object. */
export interface LackingPrivileges {
  readonly privileges: readonly string[];
  readonly on: LackingPlace;
  readonly grantable: boolean;
  /** One of {@link privilegesText.purposes}. */
  readonly purpose: string;
}

/** Object of a grant, quoted as in a statement. */
export type LackingPlace =
  { readonly kind: 'server' | 'every-schema' } | { readonly kind: 'object'; readonly name: string };

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

/** Failures of accounts without the privileges that a job needs. */
export const privilegesFailures = failures({
  privilegesMissing: {
    code: 'privilege-missing',
    message: ({ doing, lacks }: { readonly doing: string; readonly lacks: string }) =>
      `This account can’t ${doing}: it lacks ${lacks}.`,
    hint: ({
      grants,
      otherwise,
      roles,
    }: {
      readonly grants: readonly string[];
      /** An alternative, as a sentence; empty for none. */
      readonly otherwise: string;
      /** Roles that could be made active, as a sentence; empty for none. */
      readonly roles: string;
    }) => [...grants, 'Then run it again.', otherwise, roles].filter((text) => text !== '').join(' '),
  },
});

const english = {
  /** Things that need a privilege, in the plural, within a sentence. */
  purposes: {
    tables: 'tables',
    views: 'views',
    triggers: 'triggers',
    events: 'events',
    routines: 'routines',
    routineTexts: 'texts of routines',
    replacedRoutines: 'routines that are replaced',
    foreignKeys: 'foreign keys',
    tableLock: 'a lock on its tables',
    serverLock: 'a lock on the server',
    ddlLock: 'holding DDL back',
    accounts: 'accounts',
    accountRoles: 'roles of accounts',
    accountGrants: 'what accounts are given',
    tablesAndJournal: 'tables, rows and the load’s journal',
    otherDefiners: 'objects that run as another account',
    distrustedCreators: 'functions and triggers while log_bin_trust_function_creators is off',
    loadSettings: 'the settings of a load’s sessions',
    unloggedLoad: 'loading past the binary log',
    gtidSet: 'the target’s GTID set',
    otherWriters: 'seeing who else writes',
    serverSettings: 'settings of the whole server',
    binlogSettings: 'settings of the binary log',
    redoLogSwitch: 'switching the redo log off',
    tablePages: 'pages of tables',
    freshStatistics: 'fresh statistics of tables',
    flushedPages: 'pages that are written out before they are read',
    leafOrder: 'the order of leaf pages by locks',
  },
  /** Ends “This account can’t …”. */
  readAccounts: 'read accounts',
  lacking: (groups: readonly LackingPrivileges[]) =>
    groups
      .map(({ privileges, on, grantable, purpose }) => {
        const place = `${placeText(on)}${grantable ? ' WITH GRANT OPTION' : ''}`;
        return `${privileges.join(', ')}${place} (for ${purpose})`;
      })
      .join('; '),
  /** Roles that the account has and its sessions don’t use; MariaDB has one default role. */
  idleRoles: (roles: readonly string[], vendor: Vendor, remedies: readonly string[]) => {
    const names = roles.map((role) => `“${role}”`).join(', ');
    const which = vendor === 'mysql' ? 'active' : 'its default one';
    return `It also has ${roles.length === 1 ? 'the role' : 'the roles'} ${names}, not ${which}: ${remedies.join(' or ')}`;
  },
} as const;

/** Other words about privileges of accounts. */
export const privilegesText = spoken(english);

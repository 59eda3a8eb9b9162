import type { Privileges } from '../catalog/grants';
import type { Vendor } from '../contract/connection';

/** What an account lacks for a kind of work, and the sentence that says so. */
export interface PrivilegeFinding {
  readonly missing: readonly string[];
  readonly detail: string;
}

/** For everything a schema holds: rows, views, triggers, events and routines (mysqldump's manual page lists them). */
const DUMP_OBJECTS = ['SELECT', 'SHOW VIEW', 'TRIGGER', 'EVENT'] as const;

/** For the read lock: FLUSH TABLES WITH READ LOCK needs RELOAD on both vendors, the backup lock BACKUP_ADMIN on MySQL. */
const DUMP_LOCKS: Readonly<Record<Vendor, readonly string[]>> = {
  mysql: ['RELOAD', 'BACKUP_ADMIN'],
  mariadb: ['RELOAD'],
};

const LOAD = [
  'CREATE',
  'ALTER',
  'DROP',
  'INDEX',
  'INSERT',
  'SELECT',
  'REFERENCES',
  'CREATE VIEW',
  'CREATE ROUTINE',
  'TRIGGER',
  'EVENT',
] as const;

/** Whether the account's global grants suffice for a consistent dump of every schema. */
export function dumpPrivileges(vendor: Vendor, privileges: Privileges): PrivilegeFinding {
  return judge([...DUMP_OBJECTS, ...DUMP_LOCKS[vendor]], privileges, 'dump every schema consistently');
}

/** Whether the account's global grants suffice to load into any schema. */
export function loadPrivileges(privileges: Privileges): PrivilegeFinding {
  return judge(LOAD, privileges, 'load into any schema');
}

/**
 * Whether the account may see what is in the buffer pool, the best that SQL alone can tell of a table's pages:
 * INNODB_BUFFER_PAGE needs PROCESS on both vendors. Statistics are there for every account.
 */
export function inspectPrivileges(privileges: Privileges): PrivilegeFinding {
  return judge(['PROCESS', 'SELECT'], privileges, 'inspect the pages of any table');
}

/** Grants on single schemas may still suffice for the work at hand, so that a lack is a warning and no refusal. */
function judge(wanted: readonly string[], privileges: Privileges, work: string): PrivilegeFinding {
  const missing = wanted.filter((privilege) => !privileges.has(privilege));
  if (missing.length === 0) return { missing, detail: `The account may ${work}.` };
  return { missing, detail: `To ${work}, the account lacks ${missing.join(', ')} on *.*.` };
}

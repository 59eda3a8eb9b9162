import type { PrivilegePurpose } from '../../../text/catalog/privileges';
import { assertNever } from '../../../contract/exhaustive';
import type { Consistency } from '../../../contract/runs/options';
import { has, type ServerVersion } from '../../server/dialect';

/** Object on which a privilege is held; a schema of null stands for every schema. */
export type RightPlace =
  /** `within`: a schema for which partial revokes may take the privilege away. */
  | { readonly kind: 'server'; readonly within?: string | null }
  /** `tables`: tables for which grants on each are enough. */
  | { readonly kind: 'schema'; readonly schema: string | null; readonly tables?: readonly string[] }
  /** All schemas that match a name with wildcards, as a grant writes it. */
  | { readonly kind: 'pattern'; readonly written: string }
  | { readonly kind: 'table'; readonly schema: string; readonly table: string };

/** A privilege that a job needs, and its purpose. */
export interface Need {
  /** Alternatives. The first gives least, and is the one that is advised. */
  readonly anyOf: readonly [string, ...string[]];
  readonly on: RightPlace;
  /** True where it must be grantable to others: WITH GRANT OPTION. */
  readonly grantable?: boolean;
  /** Things that need it, in the plural. */
  readonly for: PrivilegePurpose;
}

/** Kinds of objects that have privileges of their own. `key` is a foreign key. */
export const objectKinds = ['table', 'view', 'routine', 'trigger', 'event', 'key'] as const;
/** A routine stands for packages and libraries too, a table for sequences too: their privileges are the same. */
export type ObjectKind = (typeof objectKinds)[number];

export const allKinds: ReadonlySet<ObjectKind> = new Set(objectKinds);

export const SERVER: RightPlace = { kind: 'server' };
export const onSchema = (schema: string | null): RightPlace => ({ kind: 'schema', schema });
export const onTable = (schema: string, table: string): RightPlace => ({ kind: 'table', schema, table });

/** Returns the privileges to read objects of one kind: their definitions, and rows of tables. */
export function readingNeed(server: ServerVersion, schema: string | null, kind: ObjectKind): readonly Need[] {
  switch (kind) {
    case 'table':
      return [{ anyOf: ['SELECT'], on: onSchema(schema), for: 'tables' }];
    case 'view':
      return [
        { anyOf: ['SELECT'], on: onSchema(schema), for: 'views' },
        { anyOf: ['SHOW VIEW'], on: onSchema(schema), for: 'views' },
      ];
    case 'trigger':
      return [{ anyOf: ['TRIGGER'], on: onSchema(schema), for: 'triggers' }];
    case 'event':
      return [{ anyOf: ['EVENT'], on: onSchema(schema), for: 'events' }];
    case 'routine':
      return [bodyNeed(server, schema)];
    case 'key':
      return [];
    default:
      return assertNever(kind);
  }
}

/** Returns the privilege to read the text of a routine, package or library of another account. */
function bodyNeed(server: ServerVersion, schema: string | null): Need {
  const what = 'routine-texts';
  const onServer: RightPlace = { kind: 'server', within: schema };
  if (has(server, 'showRoutine')) return { anyOf: ['SHOW_ROUTINE', 'SELECT'], on: onServer, for: what };
  if (has(server, 'showCreateRoutine'))
    return { anyOf: ['SHOW CREATE ROUTINE'], on: onSchema(schema), for: what };
  return has(server, 'routinesInProc')
    ? { anyOf: ['SELECT'], on: onTable('mysql', 'proc'), for: what }
    : { anyOf: ['SELECT'], on: onServer, for: what };
}

/** Returns all privileges to read these kinds of objects of a schema. */
export function readingNeeds(
  server: ServerVersion,
  schema: string | null,
  kinds: ReadonlySet<ObjectKind>,
): readonly Need[] {
  return objectKinds.filter((kind) => kinds.has(kind)).flatMap((kind) => readingNeed(server, schema, kind));
}

/** Returns the privileges to the lock under which a snapshot is taken. */
export function lockNeeds(
  server: ServerVersion,
  schemas: readonly (string | null)[],
  consistency: Consistency,
): readonly Need[] {
  switch (consistency) {
    case 'none':
      return [];
    case 'lock-tables':
      return schemas.map((schema) => tableLockNeed(schema));
    case 'auto':
      return has(server, 'backupLock') ? [flushNeed(server), BACKUP_LOCK] : [flushNeed(server)];
    default:
      return assertNever(consistency);
  }
}

export function tableLockNeed(schema: string | null): Need {
  return { anyOf: ['LOCK TABLES'], on: onSchema(schema), for: 'table-lock' };
}

/**
 * Returns the privilege for FLUSH TABLES … WITH READ LOCK: MySQL's FLUSH_TABLES allows less than RELOAD (MySQL manual,
 * "FLUSH Statement").
 */
export function flushNeed(server: ServerVersion): Need {
  return {
    anyOf: has(server, 'flushTablesPrivilege') ? ['FLUSH_TABLES', 'RELOAD'] : ['RELOAD'],
    on: SERVER,
    for: 'server-lock',
  };
}

/** Right for MySQL's LOCK INSTANCE FOR BACKUP. */
export const BACKUP_LOCK: Need = {
  anyOf: ['BACKUP_ADMIN'],
  on: SERVER,
  for: 'ddl-lock',
};

/** Returns the privilege to read accounts, and to check that they exist. */
export function accountReadingNeed(): Need {
  return { anyOf: ['SELECT'], on: onSchema('mysql'), for: 'accounts' };
}

/** Adds to each need the tables that it concerns: privileges on each of them are enough. */
export function onTables(
  needs: readonly Need[],
  tablesOf: (need: Need) => readonly string[] | null,
): readonly Need[] {
  return needs.map((need) => {
    const tables = need.on.kind === 'schema' ? tablesOf(need) : null;
    return tables === null ? need : { ...need, on: { ...need.on, tables } as RightPlace };
  });
}

/** Objects to write into a schema. */
export interface Writing {
  readonly schema: string | null;
  readonly kinds: ReadonlySet<ObjectKind>;
}

/** Privileges on tables; they include those on the journal, which is a table of the same schema. */
const TABLE_PRIVILEGES = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'CREATE', 'DROP', 'ALTER'] as const;

/**
 * Returns the privileges to write into a schema: its tables with their rows, the journal, and objects on them; also to roll
 * them back. Each was found by revoking it (tests/integration/privileges).
 */
export function writingNeeds(server: ServerVersion, { schema, kinds }: Writing): readonly Need[] {
  const need = (privilege: string, what: PrivilegePurpose): Need => ({
    anyOf: [privilege],
    on: onSchema(schema),
    for: what,
  });
  const where = (kind: ObjectKind, ...needs: readonly Need[]) => (kinds.has(kind) ? needs : []);
  return [
    ...where('table', ...TABLE_PRIVILEGES.map((privilege) => need(privilege, 'tables-and-journal'))),
    // MariaDB needs none (measured on 10.11).
    ...(server.vendor === 'mysql' ? where('key', need('REFERENCES', 'foreign-keys')) : []),
    ...where('view', need('CREATE VIEW', 'views'), need('SHOW VIEW', 'views')),
    ...where('routine', need('CREATE ROUTINE', 'routines')),
    // A migration drops those that it has tried, a resumed load and one that is rolled back those that it has made.
    ...(has(server, 'creatorsMayDrop') ? [] : where('routine', need('ALTER ROUTINE', 'routines'))),
    ...where('trigger', need('TRIGGER', 'triggers')),
    ...where('event', need('EVENT', 'events')),
  ];
}

/** Returns the privilege to drop routines that are replaced: without it only their creator may. */
export function replacingNeeds(schema: string, kinds: readonly string[]): readonly Need[] {
  const isRoutine = (kind: string) => ['function', 'procedure', 'package', 'library'].includes(kind);
  if (!kinds.some(isRoutine)) return [];
  return [{ anyOf: ['ALTER ROUTINE'], on: onSchema(schema), for: 'replaced-routines' }];
}

/** Definers of written objects, checked against the target. */
export interface ForeignDefiners {
  /** True where objects run as accounts other than the writing one. */
  readonly isAny: boolean;
  /** True where one of them is missing on the target, or may be. */
  readonly mayBeMissing: boolean;
  /** True where one of them has, or may have, MySQL's SYSTEM_USER. */
  readonly mayBeSystem: boolean;
  /** True where the objects include routines. */
  readonly ofRoutines: boolean;
}

/**
 * Returns alternatives for a privilege of MariaDB that was split from SUPER, which no longer includes it since 11.0.1 (its
 * release notes; MDEV-29668).
 */
export function splitFromSuper(privilege: string, server: ServerVersion): Need['anyOf'] {
  if (has(server, 'superWithoutAdmin')) return [privilege];
  return has(server, 'splitSuper') ? [privilege, 'SUPER'] : ['SUPER'];
}

/**
 * Returns the privileges to create objects that run with another account's privileges (MySQL manual, "Stored Object Access
 * Control").
 */
export function definerNeeds(server: ServerVersion, definers: ForeignDefiners): readonly Need[] {
  if (!definers.isAny) return [];
  const need = (...anyOf: Need['anyOf']): Need => ({
    anyOf,
    on: SERVER,
    for: 'other-definers',
  });
  const reading = definers.ofRoutines ? [bodyNeed(server, null)] : [];
  if (server.vendor === 'mariadb') return [need(...splitFromSuper('SET USER', server)), ...reading];
  const system = definers.mayBeSystem && has(server, 'systemUser') ? [need('SYSTEM_USER')] : [];
  if (has(server, 'setAnyDefiner')) {
    const missing = definers.mayBeMissing ? [need('ALLOW_NONEXISTENT_DEFINER', 'SUPER')] : [];
    return [need('SET_ANY_DEFINER', 'SUPER'), ...missing, ...system, ...reading];
  }
  if (has(server, 'setUserId')) return [need('SET_USER_ID', 'SUPER'), ...system, ...reading];
  return [need('SUPER'), ...reading];
}

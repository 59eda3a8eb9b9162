import { privilegesText } from '../../../text/catalog/privileges';
import { assertNever } from '../../../contract/exhaustive';
import type { Consistency } from '../../../contract/runs/options';
import type { ServerFacts } from '../../server/server';

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
  readonly for: string;
}

/** Kinds of objects that have privileges of their own. `key` is a foreign key. */
export const objectKinds = ['table', 'view', 'routine', 'trigger', 'event', 'key'] as const;
/** A routine stands for packages and libraries too, a table for sequences too: their privileges are the same. */
export type ObjectKind = (typeof objectKinds)[number];

export const allKinds: ReadonlySet<ObjectKind> = new Set(objectKinds);

/** Vendor and version, on which the names of privileges depend. */
export type PrivilegesVendor = Pick<ServerFacts, 'vendor' | 'versionNumber'>;

export const SERVER: RightPlace = { kind: 'server' };
export const onSchema = (schema: string | null): RightPlace => ({ kind: 'schema', schema });
export const onTable = (schema: string, table: string): RightPlace => ({ kind: 'table', schema, table });

/** First versions of privileges (release notes of both vendors). */
const SHOW_ROUTINE_SINCE = 80_020;
const FLUSH_TABLES_SINCE = 80_023;
const SYSTEM_USER_SINCE = 80_016;
const SHOW_CREATE_ROUTINE_SINCE = 110_300;
const SET_ANY_DEFINER_SINCE = 80_200;
const SPLIT_SUPER_SINCE = 100_502;

/** Returns the privileges to read objects of one kind: their definitions, and rows of tables. */
export function readingNeed(
  server: PrivilegesVendor,
  schema: string | null,
  kind: ObjectKind,
): readonly Need[] {
  switch (kind) {
    case 'table':
      return [{ anyOf: ['SELECT'], on: onSchema(schema), for: privilegesText.purposes.tables }];
    case 'view':
      return [
        { anyOf: ['SELECT'], on: onSchema(schema), for: privilegesText.purposes.views },
        { anyOf: ['SHOW VIEW'], on: onSchema(schema), for: privilegesText.purposes.views },
      ];
    case 'trigger':
      return [{ anyOf: ['TRIGGER'], on: onSchema(schema), for: privilegesText.purposes.triggers }];
    case 'event':
      return [{ anyOf: ['EVENT'], on: onSchema(schema), for: privilegesText.purposes.events }];
    case 'routine':
      return [bodyNeed(server, schema)];
    case 'key':
      return [];
    default:
      return assertNever(kind);
  }
}

/** Returns the privilege to read the text of a routine, package or library of another account. */
function bodyNeed({ vendor, versionNumber }: PrivilegesVendor, schema: string | null): Need {
  const what = privilegesText.purposes.routineTexts;
  if (vendor === 'mysql') {
    return versionNumber >= SHOW_ROUTINE_SINCE
      ? { anyOf: ['SHOW_ROUTINE', 'SELECT'], on: { kind: 'server', within: schema }, for: what }
      : { anyOf: ['SELECT'], on: { kind: 'server', within: schema }, for: what };
  }
  return versionNumber >= SHOW_CREATE_ROUTINE_SINCE
    ? { anyOf: ['SHOW CREATE ROUTINE'], on: onSchema(schema), for: what }
    : { anyOf: ['SELECT'], on: onTable('mysql', 'proc'), for: what };
}

/** Returns all privileges to read these kinds of objects of a schema. */
export function readingNeeds(
  server: PrivilegesVendor,
  schema: string | null,
  kinds: ReadonlySet<ObjectKind>,
): readonly Need[] {
  return objectKinds.filter((kind) => kinds.has(kind)).flatMap((kind) => readingNeed(server, schema, kind));
}

/** Returns the privileges to the lock under which a snapshot is taken. */
export function lockNeeds(
  server: PrivilegesVendor,
  schemas: readonly (string | null)[],
  consistency: Consistency,
): readonly Need[] {
  switch (consistency) {
    case 'none':
      return [];
    case 'lock-tables':
      return schemas.map((schema) => tableLockNeed(schema));
    case 'auto':
      return server.vendor === 'mysql' ? [flushNeed(server), BACKUP_LOCK] : [flushNeed(server)];
    default:
      return assertNever(consistency);
  }
}

export function tableLockNeed(schema: string | null): Need {
  return { anyOf: ['LOCK TABLES'], on: onSchema(schema), for: privilegesText.purposes.tableLock };
}

/**
 * Returns the privilege for FLUSH TABLES … WITH READ LOCK: MySQL's FLUSH_TABLES allows less than RELOAD (MySQL manual,
 * "FLUSH Statement").
 */
export function flushNeed({ vendor, versionNumber }: PrivilegesVendor): Need {
  const isSplit = vendor === 'mysql' && versionNumber >= FLUSH_TABLES_SINCE;
  return {
    anyOf: isSplit ? ['FLUSH_TABLES', 'RELOAD'] : ['RELOAD'],
    on: SERVER,
    for: privilegesText.purposes.serverLock,
  };
}

/** Right for MySQL's LOCK INSTANCE FOR BACKUP. */
export const BACKUP_LOCK: Need = {
  anyOf: ['BACKUP_ADMIN'],
  on: SERVER,
  for: privilegesText.purposes.ddlLock,
};

/** Returns the privilege to read accounts, and to check that they exist. */
export function accountReadingNeed(): Need {
  return { anyOf: ['SELECT'], on: onSchema('mysql'), for: privilegesText.purposes.accounts };
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
export function writingNeeds(
  { vendor }: Pick<PrivilegesVendor, 'vendor'>,
  { schema, kinds }: Writing,
): readonly Need[] {
  const need = (privilege: string, what: string): Need => ({
    anyOf: [privilege],
    on: onSchema(schema),
    for: what,
  });
  const has = (kind: ObjectKind, ...needs: readonly Need[]) => (kinds.has(kind) ? needs : []);
  return [
    ...has(
      'table',
      ...TABLE_PRIVILEGES.map((privilege) => need(privilege, privilegesText.purposes.tablesAndJournal)),
    ),
    // MariaDB needs none (measured on 10.11).
    ...(vendor === 'mysql' ? has('key', need('REFERENCES', privilegesText.purposes.foreignKeys)) : []),
    ...has(
      'view',
      need('CREATE VIEW', privilegesText.purposes.views),
      need('SHOW VIEW', privilegesText.purposes.views),
    ),
    ...has('routine', need('CREATE ROUTINE', privilegesText.purposes.routines)),
    ...has('trigger', need('TRIGGER', privilegesText.purposes.triggers)),
    ...has('event', need('EVENT', privilegesText.purposes.events)),
  ];
}

/** Returns the privilege to drop routines that are replaced: without it only their creator may. */
export function replacingNeeds(schema: string, kinds: readonly string[]): readonly Need[] {
  const isRoutine = (kind: string) => ['function', 'procedure', 'package', 'library'].includes(kind);
  if (!kinds.some(isRoutine)) return [];
  return [{ anyOf: ['ALTER ROUTINE'], on: onSchema(schema), for: privilegesText.purposes.replacedRoutines }];
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
export function splitFromSuper(privilege: string, { versionNumber }: PrivilegesVendor): Need['anyOf'] {
  return versionNumber >= 110_001 ? [privilege] : [privilege, 'SUPER'];
}

/**
 * Returns the privileges to create objects that run with another account's privileges (MySQL manual, "Stored Object Access
 * Control").
 */
export function definerNeeds(server: PrivilegesVendor, definers: ForeignDefiners): readonly Need[] {
  if (!definers.isAny) return [];
  const { vendor, versionNumber } = server;
  const need = (...anyOf: Need['anyOf']): Need => ({
    anyOf,
    on: SERVER,
    for: privilegesText.purposes.otherDefiners,
  });
  const reading = definers.ofRoutines ? [bodyNeed(server, null)] : [];
  if (vendor === 'mariadb')
    return [
      versionNumber >= SPLIT_SUPER_SINCE ? need(...splitFromSuper('SET USER', server)) : need('SUPER'),
      ...reading,
    ];
  const system = definers.mayBeSystem && versionNumber >= SYSTEM_USER_SINCE ? [need('SYSTEM_USER')] : [];
  if (versionNumber < SET_ANY_DEFINER_SINCE) return [need('SET_USER_ID', 'SUPER'), ...system, ...reading];
  const missing = definers.mayBeMissing ? [need('ALLOW_NONEXISTENT_DEFINER', 'SUPER')] : [];
  return [need('SET_ANY_DEFINER', 'SUPER'), ...missing, ...system, ...reading];
}

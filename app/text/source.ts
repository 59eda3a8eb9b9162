import { counted } from '../contract/language/counted';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';
import { alsoMissing, alsoUnmatched, meantHint, ruleKinds, type NamedRule } from './catalog/selection';

/** Sentences of reading a source: its selection, locks and snapshots, definitions, and the check of its JSON columns. */

/** A statement that may delay a lock. */
interface LongStatement {
  readonly connection: string;
  readonly account: string;
  /** As the server says it. */
  readonly seconds: string;
  readonly text: string;
}

/** A lock that the server refuses, with its answer. */
export interface RefusedLock {
  readonly statement: string;
  readonly errno: number;
  readonly message: string;
}

interface JsonScalarCounts {
  readonly decimals: number;
  readonly temporals: number;
  readonly opaques: number;
}

interface OtherCollations {
  /** That of the schema today. */
  readonly own: string;
  readonly objects: readonly { readonly kind: string; readonly name: string; readonly collation: string }[];
}

interface ReferringColumns {
  readonly columns: readonly { readonly table: string; readonly column: string; readonly srid: string }[];
}

const MOST_NAMED = 5;

function firstOf(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const NO_LOCK =
  'No lock: every lane has a snapshot of its own, so rows that are written meanwhile may be in one table and missing in another.';

const missingKinds = {
  table: 'table',
  'view-or-sequence': 'view or sequence',
  routine: 'routine',
  event: 'event',
  trigger: 'trigger',
} as const;

/** Rules beside the first that match nothing either, and the name that was probably meant by the first. */
interface OtherRules {
  readonly others: readonly NamedRule[];
  readonly near: string | undefined;
}

const quotedAccount = (name: string) => `account “${name}”`;

function blocker({ connection, account, seconds, text }: LongStatement): string {
  return `Connection ${connection} (${account}) has run for ${seconds} s: ${text}.`;
}

function jsonColumns(count: number): string {
  return counted(count, 'JSON column', 'JSON columns');
}

function documents(count: number): string {
  return counted(count, 'document', 'documents');
}

function jsonFindings({ decimals, temporals, opaques }: JsonScalarCounts): string {
  return [
    ...(decimals > 0 ? [`DECIMAL in ${documents(decimals)}, which come back as DOUBLE or INTEGER`] : []),
    ...(temporals > 0 ? [`dates or times in ${documents(temporals)}, which come back as STRING`] : []),
    ...(opaques > 0 ? [`binary values in ${documents(opaques)}, which come back as STRING`] : []),
  ].join('; ');
}

/** Failures of reading a source, with their codes. */
export const sourceFailures = failures({
  // The selection.
  schemaOfServer: {
    code: 'unknown-schema',
    message: ({ schema, others }: { readonly schema: string; readonly others: readonly NamedRule[] }) =>
      `The schema “${schema}” belongs to the server itself and is never taken.${alsoUnmatched(others)}`,
    hint: 'Accounts are taken by --users.',
  },
  noSchema: {
    code: 'unknown-schema',
    message: ({ schema, others }: OtherRules & { readonly schema: string }) =>
      `There is no schema “${schema}” that this account can see.${alsoUnmatched(others)}`,
    hint: meantHint,
  },
  noSchemaMatches: {
    code: 'unknown-schema',
    message: ({ pattern, others }: OtherRules & { readonly pattern: string }) =>
      `No schema that this account can see matches “${pattern}”.${alsoUnmatched(others)}`,
    hint: meantHint,
  },
  noTable: {
    code: 'unknown-table',
    message: ({ schema, name, others }: OtherRules & { readonly schema: string; readonly name: string }) =>
      `There is no table or view “${name}” in the schema “${schema}” that this account can see.${alsoUnmatched(others)}`,
    hint: meantHint,
  },
  noTableMatches: {
    code: 'unknown-table',
    message: ({ pattern, others }: OtherRules & { readonly pattern: string }) =>
      `No table or view that this account can see matches “${pattern}”.${alsoUnmatched(others)}`,
    hint: meantHint,
  },
  noObject: {
    code: 'unknown-object',
    message: ({ kind, name, others }: OtherRules & NamedRule) =>
      `There is no ${ruleKinds[kind]} “${name}” that this account can see.${alsoUnmatched(others)}`,
    hint: meantHint,
  },
  noAccount: {
    code: 'unknown-object',
    message: ({ account, others }: { readonly account: string; readonly others: readonly string[] }) =>
      `There is no ${quotedAccount(account)}.${alsoMissing(others.map(quotedAccount))}`,
    hint: ({ near }: { readonly near: string | undefined }) =>
      `${near === undefined ? '' : `Did you mean “${near}”? `}Write accounts as user@host; % stands for any characters, \\% for itself.`,
  },
  publicGrant: {
    code: 'unsupported-object',
    message: 'A privilege of every account, by a grant to PUBLIC, is not taken along with the accounts.',
    hint: 'Run the statement on the target, if its accounts are to have it too.',
  },
  publicSelected: {
    code: 'unsupported-object',
    message: 'PUBLIC stands for every account of the server, and can be neither selected nor left out.',
    hint: 'SHOW GRANTS FOR PUBLIC lists its privileges. Run those statements on the target, if its accounts are to have it too.',
  },
  secondPassword: {
    code: 'unsupported-object',
    message: ({ account }: { readonly account: string }) =>
      `The account ${account} has a second password (RETAIN CURRENT PASSWORD), which is not taken along: on the target it signs in with its newer password alone.`,
    hint: ({ account }: { readonly account: string }) =>
      `Let its programs use the newer password first, then end the older one: ALTER USER ${account} DISCARD OLD PASSWORD. Or set the newer one again on the target, after the older one, with RETAIN CURRENT PASSWORD.`,
  },
  rowsOfTableLeftOut: {
    code: 'unknown-table',
    message: 'A condition or partitions were given for a table that the selection excludes.',
  },
  rowsOfMissingTable: {
    code: 'unknown-table',
    message: 'A condition or partitions were given for a table that does not exist.',
  },
  secondCondition: {
    code: 'usage',
    message: 'Two conditions were given for one table.',
    hint: 'Join them in one, with AND or OR between them.',
  },
  noPartition: {
    code: 'unknown-object',
    message: ({ partition }: { readonly partition: string }) => `The table has no partition “${partition}”.`,
  },
  conditionRefused: {
    code: 'condition-refused',
    message: ({ reason }: { readonly reason: string }) => `The server refuses the condition: ${reason}`,
  },
  nothingSelected: {
    code: 'usage',
    message: 'The selection includes nothing: everything that it includes is also excluded.',
    hint: 'Leave out less of it.',
  },
  onlyEmptySchemas: {
    code: 'unknown-object',
    message: ({ schemas }: { readonly schemas: readonly string[] }) =>
      `Nothing is taken in but empty schemas: ${schemas.map((name) => `“${name}”`).join(', ')}.`,
    hint: 'If there should be objects, look at what is left out and at what the account may see.',
  },
  objectGone: {
    code: 'definition-changed',
    message: ({
      kind,
      name,
      schema,
    }: {
      readonly kind: keyof typeof missingKinds;
      readonly name: string;
      readonly schema: string;
    }) =>
      `The ${missingKinds[kind]} “${name}” of “${schema}” was dropped or renamed after the run had begun.`,
  },

  // Locks.
  mayNotLock: {
    code: 'privilege-missing',
    message: ({
      serverPrivileges,
      schema,
    }: {
      readonly serverPrivileges: readonly string[];
      readonly schema: string;
    }) =>
      `A consistent dump needs a short lock, which this account may take neither on the server (needs ${serverPrivileges.join(' or ')}) nor on the tables of “${schema}” (needs LOCK TABLES).`,
    hint: ({ grants }: { readonly grants: readonly string[] }) =>
      `${grants.join(' ')} Or ask for a dump without consistency (--consistency none).`,
  },
  mayNotHoldWriters: {
    code: 'privilege-missing',
    message: 'The writers of a table without transactions can’t be held back.',
    hint: 'Grant LOCK TABLES on its schema, or dump with --non-transactional warn.',
  },
  everyLockRefused: {
    code: 'privilege-missing',
    message: ({ statement, errno, message }: RefusedLock) =>
      `A consistent dump needs a short lock, and the server refuses them all; at last ${statement}, with error ${errno}: ${message}.`,
    hint: 'Ask the provider for a lock, stop all writers and choose --consistency none, or dump a replica whose replication is stopped.',
  },
  readerWithoutLock: {
    code: 'unsupported-server',
    message:
      'A reader of Amazon Aurora can’t give one consistent snapshot: no lock on it holds back what the writer does.',
    hint: 'Connect to the cluster’s writer endpoint, or to a clone of the cluster. Where nobody writes meanwhile, do without a lock: --consistency none.',
  },
  lockNotHeld: {
    code: 'unsupported-server',
    message: ({ request }: { readonly request: string }) =>
      `The server said OK to ${request} and took no lock: the session may still do what such a lock forbids. A proxy or a server that only resembles MySQL answered. Rows that are written meanwhile could be in one table and missing in another.`,
    hint: 'Connect to the MySQL or MariaDB server itself. Where nobody writes meanwhile, do without a lock: --consistency none.',
  },
  tooFewConnections: {
    code: 'connect-refused',
    message:
      'The server lets this account open too few connections at once: reading needs three (two with --consistency none), and one more for --non-transactional lock.',
    hint: 'End other connections of the account, or raise its limit (MAX_USER_CONNECTIONS, or max_connections of the server).',
  },
  lockNotGranted: {
    code: 'lock-timeout',
    message: ({
      seconds,
      blockers,
    }: {
      readonly seconds: number;
      readonly blockers: readonly LongStatement[];
    }) => [`Could not acquire the lock within ${seconds} s.`, ...blockers.map(blocker)].join(' '),
    hint: ({ blockers }: { readonly blockers: readonly LongStatement[] }) =>
      blockers.length === 0
        ? ''
        : 'Start again when they have ended, or end them with KILL; wait longer with --lock-wait-timeout; or do without one consistent snapshot of all tables, with --consistency none.',
  },
  lockNotRequested: {
    code: 'lock-timeout',
    message: ({ blockers }: { readonly blockers: readonly LongStatement[] }) =>
      [
        'The lock was not requested, because it would wait for long-running statements.',
        ...blockers.map(blocker),
      ].join(' '),
    hint: 'Start again when they have ended, or end them with KILL; or wait for them, with --long-queries wait.',
  },

  // Found before the first row.
  notConsistent: { code: 'not-consistent', message: NO_LOCK },
  engineWithoutSnapshots: {
    code: 'unsupported-object',
    message: ({ engine }: { readonly engine: string }) =>
      `The engine ${engine} has no snapshots: its rows may be newer than those of the other tables.`,
    hint: 'Have its writers wait (--non-transactional lock), or convert it to InnoDB.',
  },
  historyLeftOut: {
    code: 'unsupported-object',
    message: 'Only the current rows are taken, not their history.',
    hint: 'Take the history along: --row-versions carry, and a target of MariaDB 10.11 or later.',
  },
  historyOfTransactions: {
    code: 'unsupported-object',
    message:
      'Only the current rows are taken, not their history: it counts in transactions of this server, which no other knows.',
  },
  columnComputedAgain: {
    code: 'unsupported-object',
    message: ({
      column,
      setting,
      value,
      now,
    }: {
      readonly column: string;
      readonly setting: string;
      readonly value: string;
      readonly now: string;
    }) =>
      `The generated column “${column}” is computed again in the copy, with ${setting} = ${value}; this server’s own is ${now}.`,
    hint: 'Compare the column after the load; write the number of digits or the format into its expression.',
  },

  // Found while the rows are read.
  tableChanged: {
    code: 'definition-changed',
    message: 'The table was altered, renamed or dropped while it was dumped.',
  },
  otherDatabaseCollation: {
    code: 'unsupported-object',
    message: ({ own, objects }: OtherCollations) =>
      `Parameters and variables without a character set keep the collation that their schema had when they were created: ${firstOf(objects.map(({ kind, name, collation }) => `${kind} ${name} (${collation})`))}. Created again by a load, they take that of the schema, ${own}.`,
    hint: 'Name their character sets in their definitions, or create them again on the source, and dump again. mysqldump records it.',
  },
  referenceSystems: {
    code: 'unsupported-object',
    message: ({ columns }: ReferringColumns) =>
      `MariaDB does not tell the REF_SYSTEM_ID of a column in its definition, so that a load creates it without: ${firstOf(columns.map(({ table, column, srid }) => `${table}.${column} (${srid})`))}.`,
    hint: 'Values keep their own SRIDs. Give the columns their REF_SYSTEM_ID again after a load, by ALTER TABLE … MODIFY.',
  },
  jsonTypesChange: {
    code: 'json-types-change',
    message: ({ column, ...counts }: JsonScalarCounts & { readonly column: string }) =>
      `The JSON column “${column}” holds ${jsonFindings(counts)}.`,
  },
});

/** Other sentences of reading a source: log lines, the modes of a lock, details of checks. */
export const sourceText = spoken({
  // By the mode of the lock plan.
  locks: {
    'backup-stage':
      'One snapshot for all tables: writers wait for a moment while it is taken; ALTER and other DDL, writes to MyISAM and CSV tables, and SET GLOBAL read_only (a failover) wait until everything is read.',
    'backup-lock':
      'One snapshot for all tables: writers wait for a moment while it is taken; ALTER and other DDL wait until everything is read, and a replica refuses STOP REPLICA (a failover) until then.',
    'read-lock':
      'One snapshot for all tables: writers wait for a moment while it is taken; table definitions are compared again at the end, because DDL can’t be held back.',
    'table-locks':
      'One snapshot for all tables: writers of those tables wait for a moment while it is taken; table definitions are compared again at the end, because DDL can’t be held back.',
    none: NO_LOCK,
  },
  lockRefused: ({ statement, errno, message }: RefusedLock) =>
    `The server refused ${statement} with error ${errno}: ${message}.`,
  noRoomForStages:
    'The backup stages of MariaDB, which hold DDL back, need one more connection than this account may have.',
  noRoomForBulk: 'The server has no room for another session: definitions are read one by one.',
  betterThanReadLock: 'With BACKUP_ADMIN, DDL would wait instead of spoiling what is read.',
  betterThanTableLocks: {
    mysql:
      'With FLUSH_TABLES or RELOAD, one lock would do for all tables, and DDL would wait with BACKUP_ADMIN.',
    mariadb: 'With RELOAD, one lock would do for all tables, and DDL would wait.',
  },
  betterThanNone:
    'With RELOAD, or LOCK TABLES on the schemas, all tables could be of one consistent snapshot.',

  lockUnseen:
    'The server said that it took the lock; this account may not check it. With SELECT on performance_schema, or LOCK TABLES on the schemas, it would.',
  lockPretended: (request: string) =>
    `The server said OK to ${request} and took no lock. Locks on the tables themselves are tried instead.`,

  longStatement: (statement: LongStatement) =>
    `A long-running statement may delay the lock. ${blocker(statement)}`,
  snapshotsTaken: ({
    waitMs,
    requests,
    heldMs,
  }: {
    readonly waitMs: number;
    readonly requests: number;
    readonly heldMs: number;
  }) =>
    `Snapshots taken: waited ${waitMs} ms for the lock${requests === 1 ? '' : ` in ${requests} requests`}, held it for ${heldMs} ms.`,
  historyListUnreadable: (reason: string) => `The history list length can’t be read: ${reason}`,

  jsonCounted: (columns: number, ms: number) => `${jsonColumns(columns)} checked in ${ms} ms`,
  jsonNotCounted: (columns: number) =>
    `${jsonColumns(columns)} not checked for DECIMAL, temporal and opaque scalars, which lose their type in text`,
});

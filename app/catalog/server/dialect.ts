import type { Vendor } from '../../contract/connections/connection';
import type { Since } from './since';

/**
 * All that differs between servers, by capability: the versions of each vendor that have it, and the source of that
 * fact. Nothing else compares versions (a lint rule). A server newer than all known ones has what its vendor's newest
 * has. tests/matrix asks every server that runs for each row.
 */

export const CAPABILITIES = {
  // locks and snapshots
  backupLock: { mysql: 80_000, mariadb: null, source: 'MySQL manual, "LOCK INSTANCE FOR BACKUP"' },
  backupStages: { mysql: null, mariadb: 100_401, source: 'MariaDB manual, "BACKUP STAGE"' },
  binaryLogStatus: {
    mysql: 80_200,
    mariadb: 110_800,
    source:
      'MySQL 8.2 release notes: SHOW BINARY LOG STATUS; measured on MariaDB 11.8.6 (has it) and 11.4.5 (lacks it)',
  },
  gtids: {
    mysql: 50_609,
    mariadb: 100_002,
    source: 'both manuals, "Global Transaction ID System Variables": gtid_executed was gtid_done until 5.6.8',
  },
  replicaStatus: {
    mysql: 80_022,
    mariadb: 100_501,
    source: 'MySQL 8.0.22 and MariaDB 10.5.1 release notes: REPLICA for SLAVE in statements',
  },

  // objects
  libraries: { mysql: 90_200, mariadb: null, source: 'MySQL 9.2 release notes, "CREATE LIBRARY"' },
  sequences: { mysql: null, mariadb: 100_300, source: 'MariaDB manual, "CREATE SEQUENCE"' },
  packages: { mysql: null, mariadb: 100_305, source: 'MariaDB manual, "CREATE PACKAGE"' },
  roles: { mysql: 80_000, mariadb: 100_005, source: 'both manuals, "Roles"' },
  rowVersionInserts: {
    mysql: null,
    mariadb: 101_100,
    source: 'MariaDB manual, "System-Versioned Tables": system_versioning_insert_history',
  },
  rowVersionsEndIn2106: {
    mysql: null,
    mariadb: 110_500,
    source: 'MariaDB 11.5 release notes, "TIMESTAMP": current rows end in 2106 instead of 2038',
  },
  generatedColumns: {
    mysql: 50_706,
    mariadb: 100_205,
    source: 'both manuals, "information_schema.COLUMNS": GENERATION_EXPRESSION',
  },
  forcedPrimaryKeys: {
    mysql: null,
    mariadb: 0,
    source: 'MariaDB manual, "InnoDB System Variables": innodb_force_primary_key',
  },
  invisibleColumns: {
    mysql: 80_023,
    mariadb: 100_303,
    source: 'MySQL manual, "Invisible Columns"; MariaDB manual, "Invisible Columns"',
  },
  invisibleIndexes: {
    mysql: 80_000,
    mariadb: 100_600,
    source: 'MySQL manual, "Invisible Indexes"; MariaDB manual, "Ignored Indexes"',
  },
  innodbDictionary: {
    mysql: 50_606,
    mariadb: 100_000,
    source: 'both manuals, "INFORMATION_SCHEMA InnoDB Tables": tables, indexes, tablespaces and data files',
  },
  innodbTables: {
    mysql: 80_003,
    mariadb: null,
    source: 'MySQL 8.0.3 release notes: INNODB_SYS_TABLES and its like are called INNODB_TABLES',
  },
  tablespaceFilename: {
    mysql: null,
    mariadb: 100_600,
    source: 'MariaDB 10.6 release notes: INNODB_SYS_DATAFILES is gone, INNODB_SYS_TABLESPACES has FILENAME',
  },
  innodbFullText: {
    mysql: 50_604,
    mariadb: 100_005,
    source: 'MySQL 5.6.4 and MariaDB 10.0.5 release notes: FULLTEXT indexes of InnoDB tables',
  },
  innodbSpatial: {
    mysql: 50_705,
    mariadb: 100_202,
    source: 'MySQL 5.7.5 and MariaDB 10.2.2 release notes: SPATIAL indexes of InnoDB tables',
  },
  innodbMetrics: {
    mysql: 50_602,
    mariadb: 100_000,
    source: 'both manuals, "information_schema.INNODB_METRICS"',
  },
  base64Functions: { mysql: 50_601, mariadb: 100_005, source: 'both manuals, "FROM_BASE64"' },
  jsonChecks: {
    mysql: null,
    mariadb: 100_403,
    source: 'MariaDB 10.4.3 release notes: a JSON column has a CHECK (json_valid(…)) by itself',
  },
  largeIndexKeys: {
    mysql: 50_707,
    mariadb: 100_202,
    source:
      'both manuals, "InnoDB Limits": innodb_large_prefix is on, so that a column has 3072 bytes in a key',
  },
  weightStrings: {
    mysql: 50_600,
    mariadb: 100_005,
    source: 'MySQL 5.6 and MariaDB manuals, "WEIGHT_STRING"; MySQL 5.5.9 lacks it (measured)',
  },
  schemaEncryption: {
    mysql: 80_016,
    mariadb: null,
    source: 'MySQL 8.0.16 release notes: DEFAULT_ENCRYPTION in information_schema.SCHEMATA',
  },
  partitionSelection: {
    mysql: 50_602,
    mariadb: 100_000,
    source: 'both manuals, "Partition Selection": SELECT … PARTITION (…)',
  },
  metadataLocks: {
    mysql: 50_703,
    mariadb: 100_502,
    source: 'MySQL 5.7 and MariaDB manuals, "performance_schema.metadata_locks"',
  },
  stageProgress: {
    mysql: 50_706,
    mariadb: 100_502,
    source:
      'MySQL 5.7 manual, "The events_stages_current Table": WORK_COMPLETED; MariaDB 10.5.2 has the tables of 5.7',
  },
  statementCounts: {
    mysql: 50_603,
    mariadb: 100_000,
    source:
      'MySQL 5.6.3 release notes: statement summary tables of the performance schema; measured on 5.5.9',
  },
  groupReplication: {
    mysql: 50_706,
    mariadb: null,
    source: 'MySQL 5.7.6 release notes: performance_schema.replication_group_members',
  },
  threadFunctions: {
    mysql: 80_016,
    mariadb: null,
    source: 'MySQL 8.0.16 release notes: PS_CURRENT_THREAD_ID(); data_locks and NOWAIT are of 8.0.1',
  },
  serverUuid: {
    mysql: 50_605,
    mariadb: null,
    source: 'MySQL manual, "Replication and Binary Logging Options"',
  },

  // definitions
  checkConstraints: {
    mysql: 80_016,
    mariadb: 100_201,
    source: 'MySQL 8.0.16 and MariaDB 10.2.1 release notes: CHECK, which MySQL read and passed over before',
  },
  commonTableExpressions: {
    mysql: 80_001,
    mariadb: 100_201,
    source: 'MySQL 8.0.1 and MariaDB 10.2.1 release notes: WITH',
  },
  datetimeDefaults: {
    mysql: 50_605,
    mariadb: 100_001,
    source:
      'MySQL 5.6.5 and MariaDB 10.0.1 release notes: CURRENT_TIMESTAMP for DATETIME, and for several columns',
  },
  defaultExpressions: {
    mysql: 80_013,
    mariadb: 100_201,
    source: 'MySQL 8.0.13 and MariaDB 10.2.1 release notes: expressions as defaults',
  },
  descendingIndexes: {
    mysql: 80_001,
    mariadb: 100_800,
    source: 'MySQL 8.0.1 and MariaDB 10.8.0 release notes: DESC in an index, which was read and passed over',
  },
  fractionalSeconds: { mysql: 50_604, mariadb: 0, source: 'MySQL 5.6.4 release notes: TIME(6)' },
  functionalIndexes: { mysql: 80_013, mariadb: null, source: 'MySQL 8.0.13 release notes' },
  inet4Type: { mysql: null, mariadb: 101_000, source: 'MariaDB 10.10.0 release notes, "INET4"' },
  inet6Type: { mysql: null, mariadb: 100_500, source: 'MariaDB 10.5.0 release notes, "INET6"' },
  jsonType: { mysql: 50_708, mariadb: 100_207, source: 'MySQL 5.7.8 and MariaDB 10.2.7 release notes' },
  setOperations: {
    mysql: 80_031,
    mariadb: 100_300,
    source: 'MySQL 8.0.31 and MariaDB 10.3.0 release notes: EXCEPT and INTERSECT',
  },
  severalTriggers: {
    mysql: 50_702,
    mariadb: 100_203,
    source: 'MySQL 5.7.2 and MariaDB 10.2.3 release notes: several triggers of one time and event',
  },
  systemVersioning: { mysql: null, mariadb: 100_304, source: 'MariaDB 10.3.4 release notes' },
  uuidType: { mysql: null, mariadb: 100_700, source: 'MariaDB 10.7.0 release notes, "UUID"' },
  vectorType: { mysql: 90_000, mariadb: 110_701, source: 'MySQL 9.0.0 and MariaDB 11.7.1 release notes' },
  windowFunctions: {
    mysql: 80_002,
    mariadb: 100_200,
    source: 'MySQL 8.0.2 and MariaDB 10.2.0 release notes: OVER',
  },

  // privileges
  creatorsMayDrop: {
    mysql: 80_000,
    mariadb: 100_500,
    source:
      'both manuals, "automatic_sp_privileges"; measured: 5.5.9 and 10.2.11 fail to grant (warning 1404), 9.7.4 and 10.5.23 do not',
  },
  dynamicPrivileges: {
    mysql: 80_000,
    mariadb: null,
    source: 'MySQL manual, "Static Versus Dynamic Privileges"',
  },
  flushTablesPrivilege: { mysql: 80_023, mariadb: null, source: 'MySQL 8.0.23 release notes' },
  sessionVariablesAdmin: { mysql: 80_014, mariadb: null, source: 'MySQL 8.0.14 release notes' },
  grantsToPublic: { mysql: null, mariadb: 101_100, source: 'MariaDB manual, "GRANT": TO PUBLIC' },
  partialRevokes: { mysql: 80_016, mariadb: null, source: 'MySQL 8.0.16 release notes' },
  secondPasswords: {
    mysql: 80_014,
    mariadb: null,
    source: 'MySQL manual, "Dual Password Support": additional_password in mysql.user.User_attributes',
  },
  showCreateUser: {
    mysql: 50_706,
    mariadb: 100_200,
    source: 'MySQL 5.7.6 release notes and MariaDB manual, "SHOW CREATE USER"',
  },
  routinesInProc: {
    mysql: { from: 0, before: 80_000 },
    mariadb: 0,
    source:
      'MySQL 5.7 manual, "SHOW CREATE PROCEDURE" and MariaDB manual, "mysql.proc Table"; measured on MySQL 5.5.9',
  },
  setAnyDefiner: { mysql: 80_200, mariadb: null, source: 'MySQL 8.2 release notes' },
  setUserId: {
    mysql: { from: 80_000, before: 80_400 },
    mariadb: null,
    source: 'MySQL 8.0 manual, "Privileges Provided by MySQL": SET_USER_ID; removed, 8.4.0 release notes',
  },
  showCreateRoutine: { mysql: null, mariadb: 110_300, source: 'MariaDB 11.3 release notes' },
  showRoutine: { mysql: 80_020, mariadb: null, source: 'MySQL 8.0.20 release notes' },
  splitSuper: {
    mysql: null,
    mariadb: 100_502,
    source: 'MariaDB 10.5.2 release notes: privileges out of SUPER',
  },
  superWithoutAdmin: {
    mysql: null,
    mariadb: 110_001,
    source: 'MariaDB 11.0.1 release notes (MDEV-29668): SUPER no longer includes what was split from it',
  },
  systemUser: { mysql: 80_016, mariadb: null, source: 'MySQL 8.0.16 release notes' },

  // settings
  dynamicDoublewrite: {
    mysql: 80_030,
    mariadb: null,
    source: 'MySQL 8.0.30 release notes: innodb_doublewrite',
  },
  fullCollationNames: {
    mysql: null,
    mariadb: 101_001,
    source:
      'MariaDB 10.10.1 release notes, "UCA-14.0.0 collations": COLLATIONS has them without their character set, FULL_COLLATION_NAME has all',
  },
  indexBuildThreads: {
    mysql: 80_027,
    mariadb: null,
    source: 'MySQL 8.0.27 release notes: innodb_ddl_threads, innodb_ddl_buffer_size',
  },
  bitXorOfBytes: {
    mysql: 80_000,
    mariadb: null,
    source: 'MySQL 8.0 manual, "Aggregate Functions": BIT_XOR takes binary strings',
  },
  newUtf8mb4Default: {
    mysql: 80_001,
    mariadb: null,
    source: 'MySQL 8.0.1 release notes: utf8mb4_0900_ai_ci is the default collation of utf8mb4',
  },

  // a server of our own
  createUserIfNotExists: {
    mysql: 50_706,
    mariadb: 100_103,
    source: 'MySQL 5.7.6 and MariaDB 10.1.3 release notes, "CREATE USER"',
  },
  redoLogCapacity: {
    mysql: 80_030,
    mariadb: null,
    source: 'MySQL 8.0.30 release notes: innodb_redo_log_capacity',
  },
  xPlugin: { mysql: 80_000, mariadb: null, source: 'MySQL manual, "X Plugin"' },
} as const satisfies Readonly<Record<string, Since>>;

export type Capability = keyof typeof CAPABILITIES;

/** Vendor and version, which decide. */
export interface ServerVersion {
  readonly vendor: Vendor;
  /** Comparable: 90704 for 9.7.4, 101119 for 10.11.19. */
  readonly versionNumber: number;
  /** Session variables that the newest known version has and a newer one was found to lack. */
  readonly withoutVariables?: ReadonlySet<string>;
}

/** Returns whether a server has the capability. */
export function has(server: ServerVersion, capability: Capability): boolean {
  return isSince(server, CAPABILITIES[capability]);
}

/** Returns whether a server is one of these versions. */
export function isSince(
  { vendor, versionNumber }: ServerVersion,
  since: Pick<Since, 'mysql' | 'mariadb'>,
): boolean {
  const versions = since[vendor];
  if (versions === null) return false;
  if (typeof versions === 'number') return versionNumber >= versions;
  if ('before' in versions) return versionNumber >= versions.from && versionNumber < versions.before;
  const own = versions.inSeries.find((first) => seriesOf(first) === seriesOf(versionNumber));
  if (own !== undefined) return versionNumber >= own;
  return seriesOf(versionNumber) > Math.max(...versions.inSeries.map(seriesOf));
}

/** Returns 1005 for 10.5.17. */
function seriesOf(versionNumber: number): number {
  return Math.floor(versionNumber / 100);
}

/**
 * Session variables that not every supported server has (manuals of both vendors, "Server System Variables"; those of
 * the servers that run here were read with SHOW VARIABLES). A variable that isn't listed is everywhere.
 */
export const VARIABLES: Readonly<Record<string, Omit<Since, 'source'>>> = {
  block_encryption_mode: { mysql: 50_617, mariadb: 110_200 },
  character_set_collations: { mysql: null, mariadb: 110_201 },
  // Older versions have it for the whole server alone (MariaDB 10.5.17 and 10.7.5 release notes, MDEV-29225).
  explicit_defaults_for_timestamp: {
    mysql: 50_700,
    mariadb: { inSeries: [100_517, 100_609, 100_705, 100_804, 100_902] },
  },
  idle_readonly_transaction_timeout: { mysql: null, mariadb: 100_300 },
  idle_transaction_timeout: { mysql: null, mariadb: 100_300 },
  idle_write_transaction_timeout: { mysql: null, mariadb: 100_300 },
  information_schema_stats_expiry: { mysql: 80_000, mariadb: null },
  max_execution_time: { mysql: 50_708, mariadb: null },
  max_statement_time: { mysql: null, mariadb: 100_101 },
  optimizer_max_sel_arg_weight: { mysql: null, mariadb: 100_509 },
  print_identified_with_as_hex: { mysql: 80_017, mariadb: null },
  range_optimizer_max_mem_size: { mysql: 50_709, mariadb: null },
  session_track_system_variables: { mysql: 50_706, mariadb: 100_202 },
  show_create_table_verbosity: { mysql: 50_722, mariadb: null },
  show_gipk_in_create_table_and_information_schema: { mysql: 80_030, mariadb: null },
  sql_generate_invisible_primary_key: { mysql: 80_030, mariadb: null },
  sql_require_primary_key: { mysql: 80_013, mariadb: null },
  system_versioning_asof: { mysql: null, mariadb: 100_304 },
  system_versioning_insert_history: { mysql: null, mariadb: 101_100 },
  terminology_use_previous: { mysql: 80_026, mariadb: null },
  tmp_disk_table_size: { mysql: null, mariadb: 100_207 },
  transaction_isolation: { mysql: 50_720, mariadb: 110_101 },
  transaction_read_only: { mysql: 50_720, mariadb: 110_101 },
  // Old names; MySQL 8.0.3 removed them (its release notes).
  tx_isolation: { mysql: { from: 0, before: 80_003 }, mariadb: 0 },
  tx_read_only: { mysql: { from: 50_605, before: 80_003 }, mariadb: 100_001 },
};

/** Returns whether sessions of a server have the variable. */
export function hasVariable(server: ServerVersion, name: string): boolean {
  if (server.withoutVariables?.has(name) === true) return false;
  const since = VARIABLES[name];
  return since === undefined || isSince(server, since);
}

/** Modes that MySQL 8.0.11 removed (its release notes); MariaDB has kept them. */
const REMOVED_MODES: readonly string[] = [
  ...['DB2', 'MAXDB', 'MSSQL', 'MYSQL323', 'MYSQL40', 'NO_AUTO_CREATE_USER', 'NO_FIELD_OPTIONS'],
  ...['NO_KEY_OPTIONS', 'NO_TABLE_OPTIONS', 'ORACLE', 'POSTGRESQL'],
];

/** Modes of sql_mode that not every supported server knows (both manuals, "SQL Modes"). */
const MODES: Readonly<Record<string, Omit<Since, 'source'>>> = {
  EMPTY_STRING_IS_NULL: { mysql: null, mariadb: 100_303 },
  IGNORE_BAD_TABLE_OPTIONS: { mysql: null, mariadb: 0 },
  SIMULTANEOUS_ASSIGNMENT: { mysql: null, mariadb: 100_305 },
  TIME_ROUND_FRACTIONAL: { mysql: null, mariadb: 100_401 },
  TIME_TRUNCATE_FRACTIONAL: { mysql: 80_000, mariadb: null },
  ...Object.fromEntries(
    REMOVED_MODES.map((mode) => [mode, { mysql: { from: 0, before: 80_011 }, mariadb: 0 }]),
  ),
};

/** Returns whether a server knows a mode of sql_mode. SET sql_mode fails with 1231 for one that it does not know. */
export function hasMode(server: ServerVersion, mode: string): boolean {
  const versions = MODES[mode];
  return versions === undefined || isSince(server, versions);
}

/**
 * Returns whether a server of the vendor that wrote it executes what stands in a version comment, such as 80023; others
 * pass over it in silence (both manuals, "Comments").
 */
export function executesComment({ versionNumber }: ServerVersion, since: number): boolean {
  return versionNumber >= since;
}

/** Character sets whose default collation MariaDB 11.5 has changed (its release notes, character_set_collations). */
const UNICODE = ['utf8mb3', 'ucs2', 'utf8mb4', 'utf16', 'utf32'];

/**
 * Default collations that a server's definitions leave unsaid, where versions differ in them. Later versions of MariaDB
 * have others, and always name them.
 */
export function unsaidCollations(server: ServerVersion): ReadonlyMap<string, string> {
  if (server.vendor === 'mariadb')
    return new Map(UNICODE.map((charset) => [charset, `${charset}_general_ci`]));
  return new Map([
    ['utf8mb4', has(server, 'newUtf8mb4Default') ? 'utf8mb4_0900_ai_ci' : 'utf8mb4_general_ci'],
  ]);
}

/** Oldest versions that Sluice works with: the oldest that it was tried on. */
const OLDEST = { mysql: 50_500, mariadb: 100_200 } as const;

export function isSupported({ vendor, versionNumber }: ServerVersion): boolean {
  return versionNumber >= OLDEST[vendor];
}

/** Newest versions that Sluice was tried on: later ones are taken for these. */
const NEWEST = { mysql: 90_799, mariadb: 110_899 } as const;

export function isNewerThanKnown({ vendor, versionNumber }: ServerVersion): boolean {
  return versionNumber > NEWEST[vendor];
}

/** Returns the newest series of a vendor that Sluice was tried on, such as `9.7`. */
export function newestKnown(vendor: Vendor): string {
  const series = seriesOf(NEWEST[vendor]);
  return `${Math.floor(series / 100)}.${series % 100}`;
}

/** Returns whether a server is of an older version than another one of its vendor. */
export function isOlder(server: ServerVersion, other: ServerVersion): boolean {
  return server.vendor === other.vendor && server.versionNumber < other.versionNumber;
}

import type { Connection } from 'mysql2/promise';
import { expect } from 'vitest';
import type { Capability } from '../../app/catalog/server/dialect';

/** Account of probes that ask for privileges; it is created before them and has none. */
export const PROBE_ACCOUNT = { user: 'probe', password: 'probe' } as const;

/** Schema that probes create their objects in; it holds `t`, a partitioned table, and exists before them. */
export const PROBE_SCHEMA = 'probe';

/** Server that a probe asks. */
export interface ProbedServer {
  /** Session of an account with all privileges, in {@link PROBE_SCHEMA}. */
  readonly connection: Connection;
  /** Works over a connection of {@link PROBE_ACCOUNT}. */
  readonly asAccount: <T>(work: (connection: Connection) => Promise<T>) => Promise<T>;
}

/** Finds out on a running server whether it has a capability; what it creates has names of its own. */
export type Probe = (server: ProbedServer) => Promise<boolean>;

/**
 * Errors by which servers say that they don't know something: a table, column, function, variable, value, statement or
 * privilege. Any other error of a probe is a fault of the probe.
 */
const UNKNOWN: ReadonlySet<number> = new Set([
  // ER_BAD_FIELD_ERROR, ER_PARSE_ERROR, ER_TOO_LONG_KEY, ER_UNKNOWN_TABLE
  1054, 1064, 1071, 1109,
  // ER_INVALID_DEFAULT, ER_NOT_SUPPORTED_YET, ER_UNKNOWN_DATA_TYPE of MariaDB
  1067, 1235, 4161,
  // ER_NO_SUCH_TABLE, ER_SYNTAX_ERROR (a privilege), ER_UNKNOWN_SYSTEM_VARIABLE
  1146, 1149, 1193,
  // ER_TABLE_CANT_HANDLE_FT, ER_TABLE_CANT_HANDLE_SPKEYS
  1214, 1464,
  // ER_WRONG_VALUE_FOR_VAR, ER_INCORRECT_GLOBAL_LOCAL_VAR, ER_SP_DOES_NOT_EXIST
  1231, 1238, 1305,
  // ER_PASSWORD_NO_MATCH (no such account), ER_INVALID_ROLE of MariaDB
  1133, 1959,
]);

/** Returns whether a server takes all statements; fails with an error that doesn't come of what it lacks. */
export async function takes(connection: Connection, statements: readonly string[]): Promise<boolean> {
  try {
    for (const statement of statements) await connection.query(statement);
    return true;
  } catch (error) {
    const { errno } = error as { readonly errno?: number };
    if (errno !== undefined && UNKNOWN.has(errno)) return false;
    throw error;
  }
}

const statements =
  (...all: readonly string[]): Probe =>
  ({ connection }) =>
    takes(connection, all);

/** Takes a privilege on all schemas: it is granted and revoked again. */
const privilege = (name: string): Probe =>
  statements(
    `GRANT ${name} ON *.* TO '${PROBE_ACCOUNT.user}'@'%'`,
    `REVOKE ${name} ON *.* FROM '${PROBE_ACCOUNT.user}'@'%'`,
  );

/** Grants nothing to PUBLIC, in a mode without which an older server would create an account of this name. */
const grantsToPublic: Probe = async ({ connection }) => {
  try {
    return await takes(connection, [
      "SET SESSION sql_mode = 'NO_AUTO_CREATE_USER'",
      'GRANT USAGE ON *.* TO PUBLIC',
    ]);
  } finally {
    await connection.query('SET SESSION sql_mode = DEFAULT');
  }
};

const columns = (view: string, ...names: readonly string[]): Probe =>
  statements(`SELECT ${names.join(', ')} FROM information_schema.${view} LIMIT 0`);

const globalVariable = (name: string): Probe => statements(`SELECT @@GLOBAL.${name}`);

const anyOf =
  (...probes: readonly Probe[]): Probe =>
  async (server) => {
    for (const probe of probes) if (await probe(server)) return true;
    return false;
  };

/** Returns whether the first value of the first row is as expected; false where the statement is unknown. */
const value =
  (statement: string, expected: string, before: readonly string[] = []): Probe =>
  async ({ connection }) => {
    if (!(await takes(connection, [...before, statement]))) return false;
    const [rows] = await connection.query(statement);
    const [first] = rows as readonly Record<string, unknown>[];
    return first !== undefined && String(Object.values(first)[0]) === expected;
  };

/** Returns whether a column with these words is invisible. */
const hidden = (words: string): Probe =>
  value(
    "SELECT EXTRA LIKE '%INVISIBLE%' FROM information_schema.COLUMNS WHERE TABLE_NAME = 'hiding' AND COLUMN_NAME = 'b'",
    '1',
    ['DROP TABLE IF EXISTS hiding', `CREATE TABLE hiding (a INT, b INT ${words})`],
  );

/** Returns whether a CHECK is a part of its table; older servers read it and pass over it. */
const keepsChecks: Probe = async ({ connection }) => {
  await connection.query('CREATE TABLE checked (a INT, CHECK (a > 0))');
  const [rows] = await connection.query('SHOW CREATE TABLE checked');
  const [row] = rows as readonly Readonly<Record<string, string>>[];
  return row?.['Create Table']?.includes('CHECK') === true;
};

/** Returns whether an account that has SUPER alone is refused what used to be part of it. */
const refusesSuperAlone: Probe = async ({ connection, asAccount }) => {
  await connection.query(`GRANT SUPER ON *.* TO '${PROBE_ACCOUNT.user}'@'%'`);
  try {
    return await asAccount((account) =>
      account.query('SET SESSION sql_log_bin = 0').then(
        () => false,
        (error: unknown) => {
          expect(error, 'ER_SPECIFIC_ACCESS_DENIED_ERROR').toMatchObject({ errno: 1227 });
          return true;
        },
      ),
    );
  } finally {
    await connection.query(`REVOKE SUPER ON *.* FROM '${PROBE_ACCOUNT.user}'@'%'`);
  }
};

/** Returns whether an account that may read mysql.proc alone sees the text of another account's routine. */
const readsBodiesByProc: Probe = async ({ connection, asAccount }) => {
  const grant = [`GRANT SELECT ON mysql.proc TO '${PROBE_ACCOUNT.user}'@'%'`];
  if (!(await takes(connection, grant))) return false;
  return await asAccount(async (account) => {
    const [rows] = await account.query(`SHOW CREATE FUNCTION \`${PROBE_SCHEMA}\`.one`);
    const [row] = rows as readonly Readonly<Record<string, string | null>>[];
    return row?.['Create Function']?.includes('RETURN 1') === true;
  });
};

/** Returns whether an account that may create routines alone may drop its own. */
const dropsOwnRoutine: Probe = async ({ connection, asAccount }) => {
  const grantee = `'${PROBE_ACCOUNT.user}'@'%'`;
  await connection.query(`GRANT CREATE ROUTINE ON ${PROBE_SCHEMA}.* TO ${grantee}`);
  try {
    return await asAccount(async (account) => {
      await account.query(`CREATE PROCEDURE ${PROBE_SCHEMA}.own() SELECT 1`);
      return await account.query(`DROP PROCEDURE ${PROBE_SCHEMA}.own`).then(
        () => true,
        (error: unknown) => {
          expect(error, 'ER_PROCACCESS_DENIED_ERROR').toMatchObject({ errno: 1370 });
          return false;
        },
      );
    });
  } finally {
    await connection.query(`REVOKE CREATE ROUTINE ON ${PROBE_SCHEMA}.* FROM ${grantee}`);
  }
};

/** Returns whether a JSON column gets a check by itself. */
const checksJson: Probe = async ({ connection }) => {
  if (!(await takes(connection, ['CREATE TABLE documents (a JSON)']))) return false;
  const [rows] = await connection.query('SHOW CREATE TABLE documents');
  const [row] = rows as readonly Readonly<Record<string, string>>[];
  return row?.['Create Table']?.includes('json_valid') === true;
};

const VERSIONED = ['CREATE OR REPLACE TABLE versioned (a INT) WITH SYSTEM VERSIONING'];

/** One probe for each row of the table of capabilities: a row without one doesn't compile. */
export const PROBES: Readonly<Record<Capability, Probe>> = {
  backupLock: statements('LOCK INSTANCE FOR BACKUP', 'UNLOCK INSTANCE'),
  backupStages: statements('BACKUP STAGE START', 'BACKUP STAGE END'),
  binaryLogStatus: statements('SHOW BINARY LOG STATUS'),
  gtids: anyOf(globalVariable('gtid_executed'), globalVariable('gtid_binlog_pos')),
  replicaStatus: anyOf(statements('SHOW REPLICA STATUS'), statements('SHOW ALL REPLICAS STATUS')),

  libraries: statements(
    "CREATE LIBRARY lib LANGUAGE JAVASCRIPT AS 'export function f() { return 1; }'",
    'SELECT LIBRARY_NAME FROM information_schema.LIBRARIES LIMIT 0',
  ),
  sequences: statements('CREATE SEQUENCE seq', 'SELECT NEXTVAL(seq)'),
  // definitions
  checkConstraints: keepsChecks,
  commonTableExpressions: statements('WITH c AS (SELECT 1) SELECT * FROM c'),
  datetimeDefaults: statements('CREATE TABLE dated (a DATETIME DEFAULT CURRENT_TIMESTAMP)'),
  defaultExpressions: statements('CREATE TABLE computed (a INT DEFAULT (1 + 1))'),
  descendingIndexes: value(
    "SELECT COLLATION FROM information_schema.STATISTICS WHERE TABLE_NAME = 'descending'",
    'D',
    ['CREATE TABLE descending (a INT, KEY (a DESC))'],
  ),
  fractionalSeconds: statements('CREATE TABLE fractions (a DATETIME(6))'),
  functionalIndexes: statements('CREATE TABLE expressed (a INT, KEY ((a + 1)))'),
  inet4Type: statements('CREATE TABLE inet4s (a INET4)'),
  inet6Type: statements('CREATE TABLE inet6s (a INET6)'),
  jsonType: statements('CREATE TABLE jsons (a JSON)'),
  setOperations: statements('SELECT 1 EXCEPT SELECT 2'),
  severalTriggers: statements(
    'CREATE TABLE fired (a INT)',
    'CREATE TRIGGER fired_one BEFORE INSERT ON fired FOR EACH ROW SET @a = 1',
    'CREATE TRIGGER fired_two BEFORE INSERT ON fired FOR EACH ROW SET @a = 2',
  ),
  systemVersioning: statements('CREATE TABLE with_history (a INT) WITH SYSTEM VERSIONING'),
  uuidType: statements('CREATE TABLE uuids (a UUID)'),
  vectorType: statements('CREATE TABLE vectors (a VECTOR(3))'),
  windowFunctions: statements('SELECT ROW_NUMBER() OVER (ORDER BY a) FROM t'),

  packages: statements(
    "SET SESSION sql_mode = 'ORACLE'",
    'CREATE PACKAGE pack AS FUNCTION f RETURN INT; END',
    'SET SESSION sql_mode = DEFAULT',
  ),
  roles: statements("CREATE ROLE 'probing'", "DROP ROLE 'probing'"),
  rowVersionInserts: statements(
    ...VERSIONED,
    'SET SESSION system_versioning_insert_history = 1',
    "INSERT INTO versioned (a, row_start, row_end) VALUES (1, '2001-01-01 00:00:00', '2002-01-01 00:00:00')",
  ),
  rowVersionsEndIn2106: value('SELECT YEAR(row_end) FROM versioned FOR SYSTEM_TIME ALL', '2106', [
    ...VERSIONED,
    "SET SESSION time_zone = '+00:00'",
    'INSERT INTO versioned (a) VALUES (1)',
  ]),
  generatedColumns: columns('COLUMNS', 'GENERATION_EXPRESSION'),
  forcedPrimaryKeys: globalVariable('innodb_force_primary_key'),
  invisibleColumns: anyOf(hidden('/*!80023 INVISIBLE */'), hidden('/*M!100303 INVISIBLE */')),
  invisibleIndexes: anyOf(columns('STATISTICS', 'IS_VISIBLE'), columns('STATISTICS', 'IGNORED')),
  innodbDictionary: anyOf(
    columns('INNODB_TABLES', 'TABLE_ID', 'NAME', 'SPACE'),
    columns('INNODB_SYS_TABLES', 'TABLE_ID', 'NAME', 'SPACE'),
  ),
  innodbTables: columns('INNODB_TABLES', 'TABLE_ID', 'NAME', 'SPACE'),
  tablespaceFilename: columns('INNODB_SYS_TABLESPACES', 'SPACE', 'FILENAME'),
  innodbFullText: statements('CREATE TABLE searched (a TEXT, FULLTEXT KEY a (a)) ENGINE=InnoDB'),
  innodbSpatial: statements('CREATE TABLE placed (a POINT NOT NULL, SPATIAL KEY a (a)) ENGINE=InnoDB'),
  innodbMetrics: columns('INNODB_METRICS', 'NAME', 'COUNT'),
  base64Functions: value("SELECT FROM_BASE64('eA==')", 'x'),
  jsonChecks: checksJson,
  largeIndexKeys: statements(
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES'",
    'CREATE TABLE large_key (a VARBINARY(3072) NOT NULL PRIMARY KEY) ENGINE=InnoDB ROW_FORMAT=DYNAMIC',
    'SET SESSION sql_mode = DEFAULT',
  ),
  weightStrings: value("SELECT HEX(WEIGHT_STRING(_utf8 'e' COLLATE utf8_general_ci))", '0045'),
  schemaEncryption: columns('SCHEMATA', 'DEFAULT_ENCRYPTION'),
  partitionSelection: statements('SELECT a FROM t PARTITION (early) LIMIT 0'),
  metadataLocks: statements('SELECT LOCK_STATUS FROM performance_schema.metadata_locks LIMIT 0'),
  stageProgress: statements('SELECT WORK_COMPLETED FROM performance_schema.events_stages_current LIMIT 0'),
  statementCounts: statements(
    'SELECT COUNT_STAR FROM performance_schema.events_statements_summary_by_thread_by_event_name LIMIT 0',
  ),
  groupReplication: statements(
    'SELECT MEMBER_STATE FROM performance_schema.replication_group_members LIMIT 0',
  ),
  threadFunctions: statements('SELECT PS_CURRENT_THREAD_ID()'),
  serverUuid: globalVariable('server_uuid'),

  creatorsMayDrop: dropsOwnRoutine,
  dynamicPrivileges: privilege('SYSTEM_VARIABLES_ADMIN'),
  flushTablesPrivilege: privilege('FLUSH_TABLES'),
  sessionVariablesAdmin: privilege('SESSION_VARIABLES_ADMIN'),
  grantsToPublic,
  partialRevokes: globalVariable('partial_revokes'),
  secondPasswords: statements('SELECT User_attributes FROM mysql.user LIMIT 0'),
  showCreateUser: statements(`SHOW CREATE USER '${PROBE_ACCOUNT.user}'@'%'`),
  routinesInProc: readsBodiesByProc,
  setAnyDefiner: privilege('SET_ANY_DEFINER'),
  setUserId: privilege('SET_USER_ID'),
  showCreateRoutine: privilege('SHOW CREATE ROUTINE'),
  showRoutine: privilege('SHOW_ROUTINE'),
  splitSuper: privilege('BINLOG ADMIN, SET USER, REPLICATION SLAVE ADMIN'),
  superWithoutAdmin: refusesSuperAlone,
  systemUser: privilege('SYSTEM_USER'),

  dynamicDoublewrite: statements(
    'SET GLOBAL innodb_doublewrite = DETECT_AND_RECOVER',
    'SET GLOBAL innodb_doublewrite = DEFAULT',
  ),
  fullCollationNames: columns('COLLATION_CHARACTER_SET_APPLICABILITY', 'FULL_COLLATION_NAME'),
  indexBuildThreads: statements('SELECT @@SESSION.innodb_ddl_threads, @@SESSION.innodb_ddl_buffer_size'),
  bitXorOfBytes: value("SELECT HEX(BIT_XOR(UNHEX('0102')))", '0102'),
  newUtf8mb4Default: value(
    "SELECT COLLATION_NAME FROM information_schema.COLLATIONS WHERE CHARACTER_SET_NAME = 'utf8mb4' AND IS_DEFAULT = 'Yes'",
    'utf8mb4_0900_ai_ci',
  ),

  createUserIfNotExists: statements(
    "CREATE USER IF NOT EXISTS 'probed'@'%' IDENTIFIED BY 'probed'",
    "ALTER USER 'probed'@'%' IDENTIFIED BY 'probing'",
  ),
  redoLogCapacity: globalVariable('innodb_redo_log_capacity'),
  xPlugin: value("SELECT COUNT(*) FROM information_schema.PLUGINS WHERE PLUGIN_NAME = 'mysqlx'", '1'),
};

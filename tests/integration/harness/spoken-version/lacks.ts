import type { ServerError } from './packets';

/**
 * Statements that versions of MySQL before 9.7 lack. Filled from the manuals of 5.6, 5.7, 8.0 and 8.4 and
 * their release notes, on purpose without a look at the dialect table that is tested against it.
 */
interface Lack {
  /** First version that has it, such as 80023 for 8.0.23. */
  readonly since: number;
  readonly pattern: RegExp;
  readonly error: (found: string) => ServerError;
}

const syntax = (found: string): ServerError => ({
  number: 1064,
  state: '42000',
  message: `You have an error in your SQL syntax near '${found}'`,
});
const variable = (found: string): ServerError => ({
  number: 1193,
  state: 'HY000',
  message: `Unknown system variable '${found}'`,
});
const column = (found: string): ServerError => ({
  number: 1054,
  state: '42S22',
  message: `Unknown column '${found}' in 'field list'`,
});
const view = (found: string): ServerError => ({
  number: 1109,
  state: '42S02',
  message: `Unknown table '${found}' in information_schema`,
});
const table = (found: string): ServerError => ({
  number: 1146,
  state: '42S02',
  message: `Table '${found}' doesn't exist`,
});
const routine = (found: string): ServerError => ({
  number: 1305,
  state: '42000',
  message: `FUNCTION ${found} does not exist`,
});
const collation = (found: string): ServerError => ({
  number: 1273,
  state: 'HY000',
  message: `Unknown collation: '${found}'`,
});

const any = (...words: readonly string[]) => new RegExp(`(?<![\\w.])(?:${words.join('|')})\\b`, 'i');
const call = (...names: readonly string[]) => new RegExp(`\\b(?:${names.join('|')})(?=\\s?\\()`, 'i');
/** A variable of a session or of the server, as it is read and as it is set. */
const variables = (...names: readonly string[]) =>
  new RegExp(`(?<=(?:@@(?:SESSION\\.|GLOBAL\\.)?|SESSION |GLOBAL ))(?:${names.join('|')})\\b`, 'i');
const inView = (name: string, ...columns: readonly string[]) =>
  new RegExp(`(?=[^]*information_schema\\.${name}\\b)[^]*?\\b(${columns.join('|')})\\b`, 'i');
const inSchema = (schema: string, ...names: readonly string[]) =>
  new RegExp(`\\b${schema}\\.(?:${names.join('|')})\\b`, 'i');

const SYNTAX: readonly (readonly [since: number, pattern: RegExp])[] = [
  [50_605, /\bEXPLAIN FORMAT\b/i],
  [50_602, /\bPARTITION\s?\((?=[^]*\bFROM\b)/i],
  [50_706, /\b(?:CREATE USER|DROP USER|ALTER USER) IF (?:NOT )?EXISTS\b|\bSHOW CREATE USER\b/i],
  [50_706, /\bGENERATED ALWAYS\b|\bAS \([^)]*\) (?:VIRTUAL|STORED)\b/i],
  [80_000, /\bLOCK INSTANCE\b/i],
  [80_000, /\b(?:CREATE|DROP) ROLE\b|\bSET DEFAULT ROLE\b|\bSET ROLE\b|\bSHOW GRANTS [^]* USING\b/i],
  [80_000, /\bSET PERSIST\b|\bRESET PERSIST\b|\bSHOW VARIABLES [^]*PERSIST/i],
  [80_000, /\b(?:ALTER INDEX \S+ )?(?:IN)?VISIBLE\b(?!')/i],
  [80_001, /\bFOR SHARE\b|\bSKIP LOCKED\b|\bNOWAIT\b/i],
  [80_001, /^\s*WITH\s|\(\s*WITH (?:RECURSIVE )?\w+ AS\b/i],
  [80_002, /\bOVER\s*\(/i],
  [80_004, /\bJSON_TABLE\s*\(/i],
  [80_013, /\bDEFAULT \(/i],
  [80_014, /\bLATERAL\b/i],
  [80_016, /\bDEFAULT ENCRYPTION\b|\bEXPLAIN FORMAT\s?=\s?TREE\b/i],
  [80_017, /\bMEMBER OF\s?\(|\bCAST\([^]*? AS (?:DOUBLE|FLOAT|REAL|YEAR)\b|\bARRAY\)\)/i],
  [80_018, /\bEXPLAIN ANALYZE\b/i],
  [80_019, /\bVALUES ROW\b|\) AS \w+ ON DUPLICATE KEY\b|\bTABLE \S+ LIMIT\b/i],
  [80_021, /\bALTER INSTANCE (?:DIS|EN)ABLE INNODB REDO_LOG\b/i],
  [80_022, /\bSHOW REPLICAS?\b|\b(?:START|STOP) REPLICA\b/i],
  [80_023, /\bCHANGE REPLICATION SOURCE\b/i],
  [80_029, /\bCREATE [^]*?(?:VIEW|PROCEDURE|FUNCTION|TRIGGER) IF NOT EXISTS\b/i],
  [80_031, /\bINTERSECT\b|\bEXCEPT\b/i],
  [80_200, /\bSHOW BINARY LOG STATUS\b/i],
  [90_200, /\b(?:CREATE|DROP|ALTER|SHOW CREATE) LIBRARY\b|\bSHOW LIBRARY\b/i],
];

const VARIABLES: readonly (readonly [since: number, pattern: RegExp])[] = [
  [50_605, variables('server_uuid', 'gtid_mode')],
  [50_609, variables('gtid_executed', 'gtid_purged')],
  [50_617, variables('block_encryption_mode')],
  [50_708, variables('max_execution_time', 'super_read_only')],
  [50_709, variables('range_optimizer_max_mem_size')],
  [50_720, variables('transaction_isolation', 'transaction_read_only')],
  [50_722, variables('show_create_table_verbosity')],
  [80_000, variables('information_schema_stats_expiry', 'mandatory_roles', 'activate_all_roles_on_login')],
  [80_011, variables('default_collation_for_utf8mb4')],
  [80_013, variables('sql_require_primary_key')],
  [80_014, variables('innodb_parallel_read_threads')],
  [80_016, variables('partial_revokes', 'default_table_encryption')],
  [80_017, variables('print_identified_with_as_hex')],
  [80_026, variables('terminology_use_previous')],
  [80_027, variables('innodb_ddl_threads', 'innodb_ddl_buffer_size')],
  [
    80_030,
    variables(
      'show_gipk_in_create_table_and_information_schema',
      'sql_generate_invisible_primary_key',
      'innodb_redo_log_capacity',
    ),
  ],
];

const VIEWS: readonly (readonly [since: number, pattern: RegExp])[] = [
  [80_000, any('information_schema\\.(?:KEYWORDS|RESOURCE_GROUPS|APPLICABLE_ROLES|ENABLED_ROLES)')],
  [80_000, any('information_schema\\.(?:COLUMN_STATISTICS|ST_\\w+|VIEW_TABLE_USAGE|VIEW_ROUTINE_USAGE)')],
  [80_003, any('information_schema\\.INNODB_(?:TABLES|INDEXES|TABLESPACES|DATAFILES|COLUMNS|FIELDS)')],
  [80_016, any('information_schema\\.CHECK_CONSTRAINTS')],
  [80_021, any('information_schema\\.(?:\\w+_EXTENSIONS|\\w+_ATTRIBUTES)')],
  [90_200, any('information_schema\\.(?:ROUTINE_)?LIBRARIES')],
];

const TABLES: readonly (readonly [since: number, pattern: RegExp])[] = [
  [50_703, inSchema('performance_schema', 'metadata_locks', 'table_handles')],
  [50_706, inSchema('performance_schema', 'replication_\\w+', '(?:global|session)_(?:variables|status)')],
  [80_001, inSchema('performance_schema', 'data_locks', 'data_lock_waits')],
  [80_011, inSchema('performance_schema', 'log_status', 'variables_info')],
  [80_022, inSchema('performance_schema', 'processlist', 'error_log')],
  [80_000, inSchema('mysql', 'global_grants', 'role_edges', 'default_roles', 'password_history')],
];

const COLUMNS: readonly (readonly [since: number, pattern: RegExp])[] = [
  [50_706, inView('COLUMNS', 'GENERATION_EXPRESSION')],
  [50_706, /\b(WORK_COMPLETED|WORK_ESTIMATED)\b/i],
  [80_000, inView('STATISTICS', 'IS_VISIBLE')],
  [80_003, inView('COLUMNS', 'SRS_ID')],
  [80_013, inView('STATISTICS', 'EXPRESSION')],
  [80_016, inView('SCHEMATA', 'DEFAULT_ENCRYPTION')],
];

const ROUTINES: readonly (readonly [since: number, pattern: RegExp])[] = [
  [50_601, call('FROM_BASE64', 'TO_BASE64')],
  [50_605, call('GTID_SUBSET', 'GTID_SUBTRACT')],
  [50_708, call('JSON_TYPE', 'JSON_EXTRACT', 'JSON_KEYS', 'JSON_LENGTH', 'JSON_CONTAINS')],
  [50_722, call('JSON_ARRAYAGG', 'JSON_OBJECTAGG', 'JSON_PRETTY', 'JSON_STORAGE_SIZE')],
  [80_000, call('BIN_TO_UUID', 'UUID_TO_BIN', 'IS_UUID', 'ICU_VERSION', 'ROLES_GRAPHML', 'CURRENT_ROLE')],
  [80_004, call('REGEXP_LIKE', 'REGEXP_REPLACE', 'REGEXP_INSTR', 'REGEXP_SUBSTR', 'STATEMENT_DIGEST\\w*')],
  [80_016, call('FORMAT_BYTES', 'FORMAT_PICO_TIME', 'PS_THREAD_ID', 'PS_CURRENT_THREAD_ID')],
  [80_017, call('JSON_OVERLAPS', 'JSON_SCHEMA_VALID')],
  [80_021, call('JSON_VALUE')],
];

/** Privileges that came with dynamic ones, or after them. */
const PRIVILEGES: readonly (readonly [since: number, pattern: RegExp])[] = [
  [80_000, /\b(?:GRANT|REVOKE)\b[^]*\b(?:\w+_ADMIN|SET_USER_ID|XA_RECOVER_ADMIN)\b/i],
  [80_016, /\b(?:GRANT|REVOKE)\b[^]*\bSYSTEM_USER\b/i],
  [80_020, /\b(?:GRANT|REVOKE)\b[^]*\bSHOW_ROUTINE\b/i],
  [80_023, /\b(?:GRANT|REVOKE)\b[^]*\bFLUSH_\w+\b/i],
  [80_200, /\b(?:GRANT|REVOKE)\b[^]*\b(?:SET_ANY_DEFINER|ALLOW_NONEXISTENT_DEFINER)\b/i],
];

const lacks = (
  list: readonly (readonly [since: number, pattern: RegExp])[],
  error: Lack['error'],
): readonly Lack[] => list.map(([since, pattern]) => ({ since, pattern, error }));

const ALL: readonly Lack[] = [
  ...lacks([...SYNTAX, ...PRIVILEGES], syntax),
  ...lacks(VARIABLES, variable),
  ...lacks(VIEWS, view),
  ...lacks(TABLES, table),
  ...lacks(COLUMNS, column),
  ...lacks(ROUTINES, routine),
  ...lacks([[80_001, /\b\w+_0900_\w+/i]], collation),
];

/** The error that a version gives for a statement, whose literals and names in quotes are left out; null for none. */
export function denial(statement: string, version: number): ServerError | null {
  for (const { since, pattern, error } of ALL) {
    if (version >= since) continue;
    const found = pattern.exec(statement);
    if (found !== null) return error(found[1] ?? found[0]);
  }
  // MySQL 5.7 keeps these views empty-handed (its manual, "show_compatibility_56").
  const disabled = /information_schema\.(?:GLOBAL|SESSION)_(?:STATUS|VARIABLES)/i.exec(statement);
  if (disabled === null || version < 50_706) return null;
  const name = disabled[0];
  if (version < 80_000)
    return {
      number: 3167,
      state: 'HY000',
      message: `The '${name}' feature is disabled; see 'show_compatibility_56'`,
    };
  return view(name);
}

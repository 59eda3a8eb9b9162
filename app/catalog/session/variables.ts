import type { EngineSessionVariable } from '../../engine/chunk-files';
import { hasVariable, type ServerVersion } from '../server/dialect';

/** One rule of session hygiene: a variable that every session of Sluice sets, and the reason. */
export interface SessionVariableRule extends EngineSessionVariable {
  readonly why: string;
}

/** Set first of all, before the vendor is known: until then, any answer may be truncated, refused or unreadable. */
export const FIRST_VARIABLES: readonly SessionVariableRule[] = [
  {
    name: 'sql_select_limit',
    value: '18446744073709551615',
    why: 'a global limit would cut off every result',
  },
  {
    name: 'sql_big_selects',
    value: '1',
    why: 'a global max_join_size would refuse every read; MariaDB even refuses SHOW STATUS',
  },
  {
    name: 'character_set_results',
    value: 'utf8mb4',
    why: 'every text is converted once, to what holds all characters; a server may give its global one (ucs2) instead of the client’s',
  },
];

/**
 * Added to a SET, lifts each vendor's limit on execution time (MySQL 5.7.8, MariaDB 10.1.1): on a busy server even the
 * query for the version could exceed a low global limit. Each vendor takes the other's for a comment (MariaDB: those of
 * MySQL 5.7 to 9.99).
 */
export const UNLIMITED_TIME =
  ' /*!50708 , SESSION max_execution_time = 0 */ /*M!100101 , SESSION max_statement_time = 0 */';

/**
 * Variables on which the values of expressions depend: stored generated columns are computed again wherever their rows
 * are loaded. The settings under which they were computed are not recorded, so that every server uses the factory
 * settings.
 */
export const COMPUTING: readonly SessionVariableRule[] = [
  {
    name: 'div_precision_increment',
    value: '4',
    why: 'a / 3 has as many digits on every server',
  },
  { name: 'default_week_format', value: '0', why: 'WEEK(d) counts in one way on every server' },
  {
    name: 'lc_time_names',
    value: "'en_US'",
    why: 'MONTHNAME(d) is a word of one language on every server',
  },
];

const ENCRYPTION: SessionVariableRule = {
  name: 'block_encryption_mode',
  value: "'aes-128-ecb'",
  why: 'AES_ENCRYPT gives the same bytes on every server',
};

const COMMON: readonly SessionVariableRule[] = [
  {
    name: 'sql_mode',
    value: "'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES,NO_ENGINE_SUBSTITUTION'",
    why: 'zero and invalid dates and 0 in AUTO_INCREMENT pass unchanged; no ANSI_QUOTES, no padded CHAR; no other engine than the one that is asked for',
  },
  {
    name: 'time_zone',
    value: "'+00:00'",
    why: 'TIMESTAMP values travel in UTC, so that no hour is lost or doubled by DST',
  },
  ...FIRST_VARIABLES,
  { name: 'character_set_client', value: 'utf8mb4', why: 'statements are sent in it' },
  { name: 'character_set_connection', value: 'utf8mb4', why: 'no name and no literal may lose a character' },
  ...COMPUTING,
  { name: 'sql_quote_show_create', value: '1', why: 'definitions need quoted identifiers' },
  {
    name: 'autocommit',
    value: '1',
    why: 'metadata is read as it is now, not as it was at a first statement',
  },
  {
    name: 'completion_type',
    value: "'NO_CHAIN'",
    why: 'a COMMIT must neither begin a transaction nor end the session',
  },
  { name: 'sql_auto_is_null', value: '0', why: 'IS NULL must mean NULL, not the last generated key' },
  {
    name: 'sql_buffer_result',
    value: '0',
    why: 'a result must come while it is read, not after a copy of it',
  },
  {
    name: 'wait_timeout',
    value: '31536000',
    why: 'a session may wait for its turn for as long as the run takes',
  },
  { name: 'net_read_timeout', value: '1800', why: 'a lane may pause between two blocks' },
  { name: 'net_write_timeout', value: '1800', why: 'an unread result must outlive a slow disk' },
  {
    name: 'lock_wait_timeout',
    value: '86400',
    why: 'metadata locks of others are waited for, within the limits of the run',
  },
];

/** Names that MySQL has before 5.7.20, and MariaDB. */
const OLD_TRANSACTION_NAMES: readonly SessionVariableRule[] = [
  { name: 'tx_isolation', value: "'REPEATABLE-READ'", why: 'a snapshot exists at this level only' },
  { name: 'tx_read_only', value: '0', why: 'a load writes; a dump asks for a read-only snapshot by itself' },
];

const MYSQL: readonly SessionVariableRule[] = [
  ENCRYPTION,
  ...OLD_TRANSACTION_NAMES,
  {
    name: 'transaction_isolation',
    value: "'REPEATABLE-READ'",
    why: 'a snapshot exists at this level only',
  },
  {
    name: 'transaction_read_only',
    value: '0',
    why: 'a load writes; a dump asks for a read-only snapshot by itself',
  },
  { name: 'max_execution_time', value: '0', why: 'a global limit would end long reads' },
  {
    name: 'show_create_table_verbosity',
    value: '0',
    why: 'a definition says what was asked for, not what a default became',
  },
  {
    name: 'information_schema_stats_expiry',
    value: '0',
    why: 'sizes and row estimates from now, not from yesterday',
  },
  {
    name: 'show_gipk_in_create_table_and_information_schema',
    value: '1',
    why: 'a generated invisible primary key is part of the table',
  },
  {
    name: 'print_identified_with_as_hex',
    value: '1',
    why: 'password hashes with unprintable bytes survive as text',
  },
  {
    name: 'terminology_use_previous',
    value: "'NONE'",
    why: 'an event that replicas do not run is defined in one way, not in that of years ago',
  },
  {
    name: 'optimizer_search_depth',
    value: '62',
    why: 'looking ahead by one table, information_schema is read in an order that takes its rows again and again',
  },
  { name: 'optimizer_prune_level', value: '1', why: 'looking that far ahead must not take every order' },
  {
    name: 'range_optimizer_max_mem_size',
    value: '0',
    why: 'under a small limit every query of a range reads the table from its beginning',
  },
];

/** MariaDB calls the limit max_statement_time, in seconds, and the isolation level tx_isolation. */
const MARIADB: readonly SessionVariableRule[] = [
  ENCRYPTION,
  ...OLD_TRANSACTION_NAMES,
  { name: 'max_statement_time', value: '0', why: 'a global limit would end long reads' },
  {
    name: 'system_versioning_asof',
    value: 'DEFAULT',
    why: 'a moment of the past would empty versioned tables; the keyword takes back even a global one',
  },
  {
    name: 'optimizer_max_sel_arg_weight',
    value: '0',
    why: 'under a small limit every query of a range reads the table from its beginning',
  },
  {
    name: 'tmp_disk_table_size',
    value: '18446744073709551615',
    why: 'under a small limit information_schema can’t be read',
  },
  {
    name: 'session_track_system_variables',
    value: "X''",
    why: 'nobody reads it, and clients can’t parse what MariaDB 10.2 adds to an answer for several variables',
  },
  { name: 'idle_transaction_timeout', value: '0', why: 'a snapshot may wait for its turn' },
  { name: 'idle_readonly_transaction_timeout', value: '0', why: 'a snapshot may wait for its turn' },
  { name: 'idle_write_transaction_timeout', value: '0', why: 'a loading transaction may wait for its data' },
];

const LOAD: readonly SessionVariableRule[] = [
  {
    name: 'foreign_key_checks',
    value: '0',
    why: 'tables load in any order; foreign keys are verified at the end',
  },
  // Without both checks MariaDB loads the first statement into an empty table in bulk. Not worth it: measured on 10.11.19
  // with 1,500,000 rows of 144 bytes, such a LOAD DATA took 10.2 to 11.7 s of the server's CPU where one by chunks took
  // 5.2 to 6.0, and with three indexes 21.7 to 23.6 where chunks and an ALTER took 10.5 to 13.2.
  {
    name: 'unique_checks',
    value: '1',
    why: 'a duplicate must be found, and MariaDB would else lock the other lanes out of an empty table',
  },
];

const TIMESTAMP_DEFAULTS: SessionVariableRule = {
  name: 'explicit_defaults_for_timestamp',
  value: '1',
  why: 'a TIMESTAMP must not gain a default that its definition does not have',
};

/**
 * Variables that need a privilege on MySQL, even for a session (MySQL manual, "System Variable Privileges"; measured on
 * 9.7).
 */
export const RESTRICTED_ON_MYSQL: ReadonlySet<string> = new Set([
  'explicit_defaults_for_timestamp',
  'sql_generate_invisible_primary_key',
]);

/** Variables of a load only: they need a privilege that a dump's account may lack. */
const LOAD_MYSQL: readonly SessionVariableRule[] = [
  TIMESTAMP_DEFAULTS,
  {
    name: 'sql_generate_invisible_primary_key',
    value: '0',
    why: 'a loaded table must not gain a column',
  },
];

const LOAD_MARIADB: readonly SessionVariableRule[] = [
  TIMESTAMP_DEFAULTS,
  {
    name: 'character_set_collations',
    // EMPTY_STRING_IS_NULL, when global, turns the usual literal into NULL, which is refused.
    value: "X''",
    why: 'a character set that is named without a collation means the same on every server',
  },
  {
    name: 'system_versioning_insert_history',
    value: '1',
    why: 'rows of the past are stored with the moments at which they began and ended',
  },
];

function known(rules: readonly SessionVariableRule[], server: ServerVersion): readonly SessionVariableRule[] {
  return rules.filter(({ name }) => hasVariable(server, name));
}

/** Returns the variables of every session that reads. */
export function readingVariables(server: ServerVersion): readonly SessionVariableRule[] {
  return known([...COMMON, ...(server.vendor === 'mysql' ? MYSQL : MARIADB)], server);
}

/** Returns the variables of every session that writes into a target. */
export function loadingVariables(server: ServerVersion): readonly SessionVariableRule[] {
  const own = server.vendor === 'mysql' ? LOAD_MYSQL : LOAD_MARIADB;
  return [...readingVariables(server), ...known([...LOAD, ...own], server)];
}

/**
 * Returns whether a variable's text, as the server gives it, has the value of an SQL literal. Servers write the same
 * value in their own way: 1 as ON, 0 as 0.000000, a set of modes in another order.
 */
export function holds(literal: string, actual: string | null): boolean {
  const wanted = normalise(literal.replace(/^X''$|^'(.*)'$/, '$1'));
  const found = normalise(actual ?? 'NULL');
  return wanted === found || (wanted !== '' && found !== '' && Number(wanted) === Number(found));
}

function normalise(text: string): string {
  const value = text.replace(/^ON$/i, '1').replace(/^OFF$/i, '0');
  return value.toUpperCase().split(',').sort().join(',');
}

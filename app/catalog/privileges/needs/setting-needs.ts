import type { PrivilegePurpose } from '../../../text/catalog/privileges';
import type { SpeedUp } from '../../../contract/runs/options';
import { onTable, SERVER, splitFromSuper, type Need } from './needs';
import { has, type ServerVersion } from '../../server/dialect';

/**
 * Returns the privilege to create functions and triggers on a server that writes a binary log and does not trust their
 * creators.
 */
export function distrustNeed(): Need {
  return {
    anyOf: ['SUPER'],
    on: SERVER,
    for: 'distrusted-creators',
  };
}

/**
 * Returns the privileges to set session variables. Not SUPER, which is enough for sql_log_bin alone (measured on MySQL
 * 9.7); the first since 8.0.14 (its manual).
 */
function sessionSetters(server: ServerVersion): Need['anyOf'] {
  if (has(server, 'sessionVariablesAdmin')) return ['SESSION_VARIABLES_ADMIN', 'SYSTEM_VARIABLES_ADMIN'];
  return has(server, 'dynamicPrivileges') ? ['SYSTEM_VARIABLES_ADMIN'] : ['SUPER'];
}

/** Before dynamic privileges, SUPER alone sets what concerns the whole server. */
function globalSetters(server: ServerVersion): Need['anyOf'] {
  return has(server, 'dynamicPrivileges') ? ['SYSTEM_VARIABLES_ADMIN', 'SUPER'] : ['SUPER'];
}

/** Returns the privilege to set a load's session variables that MySQL restricts, where the server's own values differ. */
export function settingsNeed(server: ServerVersion): Need {
  return { anyOf: sessionSetters(server), on: SERVER, for: 'load-settings' };
}

/** Returns the privilege to write without binary logging. */
export function unloggedNeed(server: ServerVersion): Need {
  return {
    anyOf:
      server.vendor === 'mysql'
        ? [...sessionSetters(server), 'SUPER']
        : splitFromSuper('BINLOG ADMIN', server),
    on: SERVER,
    for: 'unlogged-load',
  };
}

/**
 * Returns the privilege to set the transactions that the server counts as applied: gtid_purged, on MariaDB gtid_slave_pos.
 */
export function gtidNeed(server: ServerVersion): Need {
  return {
    anyOf:
      server.vendor === 'mysql' ? globalSetters(server) : splitFromSuper('REPLICATION SLAVE ADMIN', server),
    on: SERVER,
    for: 'gtid-set',
  };
}

/** A kind of setting that a speed-up changes, by the privilege that it needs. */
export type ServerSetting = 'redo-log' | 'innodb' | 'binlog';

/** Settings that each speed-up may change. */
export const SETTINGS_OF: Readonly<Record<SpeedUp, readonly ServerSetting[]>> = {
  redo: ['redo-log'],
  doublewrite: ['innodb'],
  flush: ['innodb', 'binlog'],
};

/**
 * Tables that show whether others write to the target or replicate from it; both vendors ask for a privilege to read them.
 */
const WATCHED = ['threads', 'events_statements_summary_by_thread_by_event_name'] as const;

/** Returns the privileges to change these settings, and to see first whom that would put at risk. */
export function speedUpNeeds(server: ServerVersion, settings: ReadonlySet<ServerSetting>): readonly Need[] {
  const isMysql = server.vendor === 'mysql';
  const watched = isMysql ? [...WATCHED, 'replication_group_members'] : WATCHED;
  const setter = (setting: ServerSetting, anyOf: Need['anyOf'], what: PrivilegePurpose): readonly Need[] =>
    settings.has(setting) ? [{ anyOf, on: SERVER, for: what }] : [];
  return [
    { anyOf: ['PROCESS'], on: SERVER, for: 'other-writers' },
    ...watched.map((table): Need => ({
      anyOf: ['SELECT'],
      on: onTable('performance_schema', table),
      for: 'other-writers',
    })),
    ...setter('innodb', isMysql ? globalSetters(server) : ['SUPER'], 'server-settings'),
    ...setter(
      'binlog',
      isMysql ? globalSetters(server) : splitFromSuper('BINLOG ADMIN', server),
      'binlog-settings',
    ),
    // MariaDB has no such switch, and no such right.
    ...(isMysql ? setter('redo-log', ['INNODB_REDO_LOG_ENABLE'], 'redo-log-switch') : []),
  ];
}

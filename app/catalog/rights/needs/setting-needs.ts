import { rightsText } from '../../../text/catalog/rights';
import type { SpeedUp } from '../../../contract/runs/options';
import { onTable, SERVER, splitFromSuper, type Need, type RightsVendor } from './needs';

/**
 * Returns the right to create functions and triggers on a server that writes a binary log and does not trust their
 * creators.
 */
export function distrustNeed(): Need {
  return {
    anyOf: ['SUPER'],
    on: SERVER,
    for: rightsText.purposes.distrustedCreators,
  };
}

/**
 * Returns the rights to set session variables. Not SUPER, which is enough for sql_log_bin alone (measured on MySQL
 * 9.7); the first since 8.0.14 (its manual).
 */
function sessionSetters({ versionNumber }: RightsVendor): Need['anyOf'] {
  return versionNumber >= 80_014
    ? ['SESSION_VARIABLES_ADMIN', 'SYSTEM_VARIABLES_ADMIN']
    : ['SYSTEM_VARIABLES_ADMIN'];
}

const GLOBAL_SETTERS: Need['anyOf'] = ['SYSTEM_VARIABLES_ADMIN', 'SUPER'];

/** Returns the right to set a load's session variables that MySQL restricts, where the server's own values differ. */
export function settingsNeed(server: RightsVendor): Need {
  return { anyOf: sessionSetters(server), on: SERVER, for: rightsText.purposes.loadSettings };
}

/** Returns the right to write without binary logging. */
export function unloggedNeed(server: RightsVendor): Need {
  return {
    anyOf:
      server.vendor === 'mysql'
        ? [...sessionSetters(server), 'SUPER']
        : splitFromSuper('BINLOG ADMIN', server),
    on: SERVER,
    for: rightsText.purposes.unloggedLoad,
  };
}

/**
 * Returns the right to set the transactions that the server counts as applied: gtid_purged, on MariaDB gtid_slave_pos.
 */
export function gtidNeed(server: RightsVendor): Need {
  return {
    anyOf: server.vendor === 'mysql' ? GLOBAL_SETTERS : splitFromSuper('REPLICATION SLAVE ADMIN', server),
    on: SERVER,
    for: rightsText.purposes.gtidSet,
  };
}

/** A kind of setting that a speed-up changes, by the right that it needs. */
export type ServerSetting = 'redo-log' | 'innodb' | 'binlog';

/** Settings that each speed-up may change. */
export const SETTINGS_OF: Readonly<Record<SpeedUp, readonly ServerSetting[]>> = {
  redo: ['redo-log'],
  doublewrite: ['innodb'],
  flush: ['innodb', 'binlog'],
};

/**
 * Tables that show whether others write to the target or replicate from it; both vendors ask for a right to read them.
 */
const WATCHED = ['threads', 'events_statements_summary_by_thread_by_event_name'] as const;

/** Returns the rights to change these settings, and to see first whom that would put at risk. */
export function speedUpNeeds(server: RightsVendor, settings: ReadonlySet<ServerSetting>): readonly Need[] {
  const isMysql = server.vendor === 'mysql';
  const watched = isMysql ? [...WATCHED, 'replication_group_members'] : WATCHED;
  const setter = (setting: ServerSetting, anyOf: Need['anyOf'], what: string): readonly Need[] =>
    settings.has(setting) ? [{ anyOf, on: SERVER, for: what }] : [];
  return [
    { anyOf: ['PROCESS'], on: SERVER, for: rightsText.purposes.otherWriters },
    ...watched.map((table): Need => ({
      anyOf: ['SELECT'],
      on: onTable('performance_schema', table),
      for: rightsText.purposes.otherWriters,
    })),
    ...setter('innodb', isMysql ? GLOBAL_SETTERS : ['SUPER'], rightsText.purposes.serverSettings),
    ...setter(
      'binlog',
      isMysql ? GLOBAL_SETTERS : splitFromSuper('BINLOG ADMIN', server),
      rightsText.purposes.binlogSettings,
    ),
    // MariaDB has no such switch, and no such right.
    ...(isMysql ? setter('redo-log', ['INNODB_REDO_LOG_ENABLE'], rightsText.purposes.redoLogSwitch) : []),
  ];
}

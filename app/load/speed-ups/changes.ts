import { z } from 'zod';
import type { Vendor } from '../../contract/connections/connection';
import { assertNever } from '../../contract/exhaustive';
import type { SpeedUp } from '../../contract/runs/options';
import { speedUpFailures, speedUpText } from '../../text/load/speed-ups';

/**
 * Change of a server's setting, from one value to another. The redo log has two states, so its change has no values.
 */
export const settingChangeSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('redo-log') }),
  z.object({
    kind: z.literal('variable'),
    name: z.enum(['innodb_doublewrite', 'innodb_flush_log_at_trx_commit', 'sync_binlog']),
    before: z.string(),
    during: z.string(),
  }),
]);
export type SettingChange = z.infer<typeof settingChangeSchema>;
type VariableName = Extract<SettingChange, { kind: 'variable' }>['name'];

/** Present settings of a server that can speed up a load. */
export interface ServerSettings {
  readonly vendor: Vendor;
  readonly version: string;
  /** State of the redo log; `none`: the server can't disable it. */
  readonly redoLog: 'on' | 'off' | 'none';
  readonly doublewrite: {
    readonly value: string;
    /** True if it can be changed while the server runs. */
    readonly dynamic: boolean;
  };
  readonly flushLogAtCommit: string;
  readonly syncBinlog: string;
}

/**
 * Returns the changes for the requested speed-ups, in the order in which they are made; none for one that is active
 * already. Fails with `speed-up-refused` for one that this server does not support.
 */
export function changesFor(wish: readonly SpeedUp[], server: ServerSettings): readonly SettingChange[] {
  const wished = (speedUp: SpeedUp) => wish.includes(speedUp);
  return [
    ...(wished('doublewrite') ? doublewriteChanges(server) : []),
    ...(wished('flush')
      ? [
          ...variableChange('innodb_flush_log_at_trx_commit', server.flushLogAtCommit, '2'),
          ...variableChange('sync_binlog', server.syncBinlog, '0'),
        ]
      : []),
    // Last, so that it is the first that is put back: that writes all pages out.
    ...(wished('redo') ? redoChanges(server) : []),
  ];
}

/** Returns the change of the redo log: ALTER INSTANCE … INNODB_REDO_LOG exists in MySQL since 8.0.21. */
function redoChanges({ redoLog, version }: ServerSettings): readonly SettingChange[] {
  if (redoLog === 'none') throw speedUpFailures.redoLogAlwaysOn({ version });
  return redoLog === 'on' ? [{ kind: 'redo-log' }] : [];
}

/**
 * Returns the change of the doublewrite buffer: a running MySQL (8.0.30 and later) accepts DETECT_ONLY, but neither
 * sets OFF nor leaves it (manual, innodb_doublewrite); a running MariaDB accepts OFF where the variable is dynamic at
 * all.
 */
function doublewriteChanges({ vendor, version, doublewrite }: ServerSettings): readonly SettingChange[] {
  const { value, dynamic } = doublewrite;
  if (value === 'OFF' || value === 'DETECT_ONLY') return [];
  if (!dynamic) throw speedUpFailures.doublewriteFixed({ version });
  return variableChange('innodb_doublewrite', value, vendor === 'mysql' ? 'DETECT_ONLY' : 'OFF');
}

/** Returns the change of a variable; none where the server's value is less durable already. */
function variableChange(name: VariableName, before: string, during: string): readonly SettingChange[] {
  return before === during || before === '0' ? [] : [{ kind: 'variable', name, before, during }];
}

/** Returns the risk of the change as a sentence. */
export function riskOf(change: SettingChange): string {
  const { risks } = speedUpText;
  if (change.kind === 'redo-log') return risks.redoLog;
  const now = `${change.name} = ${change.during}`;
  switch (change.name) {
    case 'innodb_doublewrite':
      return risks.doublewrite(now);
    case 'innodb_flush_log_at_trx_commit':
      return risks.flushLogAtCommit(now);
    case 'sync_binlog':
      return risks.syncBinlog(now);
    default:
      return assertNever(change.name);
  }
}

/** Returns the name of the setting. */
export function nameOf(change: SettingChange): string {
  return change.kind === 'redo-log' ? speedUpText.redoLog : change.name;
}

/** Returns the previous value of the setting as text. */
export function wasBefore(change: SettingChange): string {
  return change.kind === 'redo-log' ? 'ON' : change.before;
}

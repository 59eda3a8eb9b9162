import { z } from 'zod';
import type { Vendor } from '../../contract/connection';
import { assertNever } from '../../contract/exhaustive';
import { SluiceError } from '../../contract/failure';
import type { SpeedUp } from '../../contract/options';

/** Which setting of a server a load changes, from what to what. The redo log has two states, so that it needs no more. */
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

/** What a server has of the settings that speed a load up. */
export interface ServerSettings {
  readonly vendor: Vendor;
  readonly version: string;
  /** `none`: the server has no switch for it. */
  readonly redoLog: 'on' | 'off' | 'none';
  readonly doublewrite: {
    readonly value: string;
    /** Whether it can be changed while the server runs. */
    readonly dynamic: boolean;
  };
  readonly flushLogAtCommit: string;
  readonly syncBinlog: string;
}

/**
 * What must be changed for the wished speed-ups, in the order in which it is done; nothing for one that the server
 * has already. Fails with `speed-up-refused` for one that this server can't do.
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

/** ALTER INSTANCE … INNODB_REDO_LOG is MySQL's since 8.0.21. */
function redoChanges({ redoLog, version }: ServerSettings): readonly SettingChange[] {
  if (redoLog === 'none')
    throw new SluiceError('speed-up-refused', `The redo log of ${version} can’t be switched off.`);
  return redoLog === 'on' ? [{ kind: 'redo-log' }] : [];
}

/**
 * A running MySQL (8.0.30 and later) takes DETECT_ONLY, but neither goes to OFF nor leaves it (manual,
 * innodb_doublewrite); a running MariaDB takes OFF where the variable is dynamic at all.
 */
function doublewriteChanges({ vendor, version, doublewrite }: ServerSettings): readonly SettingChange[] {
  const { value, dynamic } = doublewrite;
  if (value === 'OFF' || value === 'DETECT_ONLY') return [];
  if (!dynamic) {
    throw new SluiceError(
      'speed-up-refused',
      `${version} can change its doublewrite buffer only when it starts.`,
    );
  }
  return variableChange('innodb_doublewrite', value, vendor === 'mysql' ? 'DETECT_ONLY' : 'OFF');
}

/** A server that is already less careful than wished stays so. */
function variableChange(name: VariableName, before: string, during: string): readonly SettingChange[] {
  return before === during || before === '0' ? [] : [{ kind: 'variable', name, before, during }];
}

/** What it means that the setting is changed, for whoever decides about it. */
export function riskOf(change: SettingChange): string {
  if (change.kind === 'redo-log')
    return 'The redo log is off: should the server crash meanwhile, every database on it is lost, not only this load.';
  const now = `${change.name} = ${change.during}`;
  switch (change.name) {
    case 'innodb_doublewrite':
      return `Pages are written without a second copy (${now}): should the machine crash meanwhile, half-written pages of any table can’t be repaired.`;
    case 'innodb_flush_log_at_trx_commit':
      return `Commits reach the disk about once a second (${now}): should the machine crash meanwhile, the last second of every client’s commits is lost.`;
    case 'sync_binlog':
      return `The binary log is not synchronised at each commit (${now}): should the machine crash meanwhile, replicas may have what this server lost.`;
    default:
      return assertNever(change.name);
  }
}

/** A setting by its name. */
export function nameOf(change: SettingChange): string {
  return change.kind === 'redo-log' ? 'redo log' : change.name;
}

/** What the setting was before, as a person reads it. */
export function wasBefore(change: SettingChange): string {
  return change.kind === 'redo-log' ? 'ON' : change.before;
}

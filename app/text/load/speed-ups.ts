import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Failures of the settings by which a load is sped up, with their codes. */
export const speedUpFailures = failures({
  // changes
  redoLogAlwaysOn: {
    code: 'speed-up-refused',
    message: ({ version }: { readonly version: string }) =>
      `The redo log of ${version} can’t be switched off.`,
  },
  doublewriteFixed: {
    code: 'speed-up-refused',
    message: ({ version }: { readonly version: string }) =>
      `${version} can change its doublewrite buffer only when it starts.`,
  },

  // checks
  environmentUnknown: {
    code: 'speed-up-refused',
    message: ({ name }: { readonly name: string }) =>
      `Nobody has said yet what kind of server “${name}” is: nothing that risks data of the server is done there.`,
  },
  productionServer: {
    code: 'speed-up-refused',
    message: ({ name }: { readonly name: string }) =>
      `“${name}” is a production connection: nothing that risks data of the server is done there.`,
  },
  clusterMember: { code: 'speed-up-refused', message: 'The target is a member of a cluster.' },
  hasReplica: {
    code: 'speed-up-refused',
    message: ({ host }: { readonly host: string }) =>
      `The replica at ${host} reads from the target: after a crash it would have what the target lost.`,
  },
  hasWriter: {
    code: 'speed-up-refused',
    message: ({ connection }: { readonly connection: string }) =>
      `The connection ${connection} writes into the target too: its rows would be at risk as well.`,
    hint: 'Let it end first, or leave out --fast-unsafe.',
  },

  // settings
  notChanged: {
    code: 'statement-failed',
    message: ({ setting }: { readonly setting: string }) =>
      `${setting} was changed and reads back as before.`,
  },
  notPutBack: {
    code: 'settings-not-restored',
    message: ({ setting }: { readonly setting: string }) =>
      `${setting} was put back and reads back as the load had it.`,
  },

  // records, restore
  changedByOtherLoad: {
    code: 'load-running',
    message: 'Another load has changed settings of this server.',
    hint: 'Let it end; where it was killed, run sluice restore-server-settings.',
  },
  loadStillRuns: {
    code: 'load-running',
    message: ({ target }: { readonly target: string }) =>
      `The load into ${target} puts its settings back itself.`,
  },
  otherServer: {
    code: 'settings-not-restored',
    message: ({ target }: { readonly target: string }) =>
      `Another server than the one that was changed answers at ${target}.`,
    hint: 'Say where it is now: sluice restore-server-settings --target; or, if it is gone for good, --forget.',
  },
  notRestored: {
    code: 'settings-not-restored',
    message: (values: {
      readonly target: string;
      readonly settings: readonly string[];
      readonly reason: string;
    }) =>
      `Settings of ${values.target} are still as the load had them (${values.settings.join(', ')}): ${values.reason}`,
  },
});

/** Other sentences about these settings: risks, log lines, states. */
export const speedUpText = spoken({
  redoLog: 'redo log',
  /** Content of the file that records changed settings. */
  changed: ({ setting, before }: { readonly setting: string; readonly before: string }) =>
    `${setting}, which was ${before}`,
  leftAsIs: ({ setting, before }: { readonly setting: string; readonly before: string }) =>
    `${setting} was ${before}: it is no longer as the load had it and stays as it is.`,
  putBack: ({ setting, before }: { readonly setting: string; readonly before: string }) =>
    `${setting} is ${before} again.`,
  ofKilledLoad: (restored: string) => `Of an earlier load that was killed: ${restored}`,
  withRemedy: ({ message, hint }: { readonly message: string; readonly hint: string }) =>
    `${message} ${hint}`,
  risks: {
    redoLog:
      'The redo log is off: should the server crash meanwhile, every database on it is lost, not only this load.',
    doublewrite: (assignment: string) =>
      `Pages are written without a second copy (${assignment}): should the machine crash meanwhile, half-written pages of any table can’t be repaired.`,
    flushLogAtCommit: (assignment: string) =>
      `Commits reach the disk about once a second (${assignment}): should the machine crash meanwhile, the last second of every client’s commits is lost.`,
    syncBinlog: (assignment: string) =>
      `The binary log is not synchronised at each commit (${assignment}): should the machine crash meanwhile, replicas may have what this server lost.`,
  },
});

import { formatBytes } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import type { ServerSide } from '../../contract/runs/run';
import { failures } from '../failures';

/** Failures of the run registry and of the history. */
export const runsFailures = failures({
  noRun: { code: 'channel-refused', message: 'There is no such run.' },
  unknownRun: { code: 'unknown-run', message: 'The history does not know this run.' },
  resultNotKept: { code: 'unknown-run', message: 'The result of this run is not kept.' },
  noDumpFolder: { code: 'usage', message: 'This run has no dump folder.' },
  dumpReplaced: {
    code: 'dump-replaced',
    message: ({ folder }: { readonly folder: string }) =>
      `The dump of this run is gone: ${folder} holds a later one.`,
  },
  setupOfOtherVersion: {
    code: 'usage',
    message: 'This set-up was saved by another version of Sluice.',
    hint: 'Set the run up anew.',
  },
  migrationNotRepeated: {
    code: 'usage',
    message: 'A migration is not repeated without a look at its settings.',
  },
  loadNotRepeated: { code: 'usage', message: 'A load is not repeated without a look at its settings.' },
  rollbackNotRepeated: { code: 'usage', message: 'A load can be rolled back only once.' },
  fewerLanes: {
    code: 'fewer-lanes',
    message: ({
      lanes,
      threads,
      message,
    }: {
      /** 0 where more were tried again from time to time. */
      readonly lanes: number;
      readonly threads: number;
      readonly message: string;
    }) =>
      lanes === 0
        ? `The server refused some of the ${threads} lanes, which were tried again from time to time: ${message}`
        : `${lanes} of ${threads} lanes worked, because the server refused more connections: ${message}`,
  },
  unsavedConnection: {
    code: 'unknown-profile',
    message: ({ server }: { readonly server: string }) => `${server} is not a saved connection.`,
    hint: 'Save it as a connection, then set the run up with that.',
  },
});

/** Other sentences of runs: log lines, and reasons for which a table's pages were not read. */
export const runsText = spoken({
  standardInput: 'Standard input',
  proofOf: (dump: string) => `Proof of ${dump}`,
  historyNotWritten: (reason: string) => `Could not write the run history: ${reason}`,
  noMoreLanes: (lanes: number, message: string) =>
    `The run can’t grow beyond ${lanes} lanes, because the server refused more connections: ${message}`,
  healthUnreadable: (side: ServerSide, reason: string) =>
    side === 'source'
      ? `Could not read the health of the source: ${reason}`
      : `Could not read the health of the target: ${reason}`,
  tunnelReopens: (server: string, reason: string) =>
    `The SSH tunnel to ${server} broke and is opened again: ${reason}`,
  tunnelReopened: (server: string) => `The SSH tunnel to ${server} is open again.`,
  tunnelNotReopened: (server: string, reason: string) =>
    `The SSH tunnel to ${server} could not be opened again: ${reason}`,
  /** A failure's message, which says that a server was lost, with the reason. */
  lostThroughTunnel: (message: string, server: string, reason: string) =>
    `${message.replace(/\.$/, '')}. The SSH tunnel to ${server} broke in this run: ${reason}`,
  notObserved: 'Not read',
  loadedFirst: 'The load was done before their pages were read; “sluice inspect” reads them',
  tooSmall: (least: number) =>
    `Smaller than ${formatBytes(least)}: too few pages for their order to mean anything`,
  notLargest: (most: number) => `Only the ${most} largest tables are read`,
});

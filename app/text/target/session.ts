import { failures } from '../failures';
import { spoken } from '../../contract/language/spoken';

/** Process that runs a load, as its journal records it. */
interface RunningProcess {
  readonly pid: number;
  readonly host: string;
  /** Moment in UTC, to the second. */
  readonly since: string;
}

/** A run that loads a schema, over a connection of the server; null where the process is unknown. */
interface LoadingRun {
  readonly schema: string;
  readonly run: RunningProcess | null;
  readonly holder: string;
}

/** Failures of the sessions of a load, and of statements that they run. */
export const sessionFailures = failures({
  // claim, holder
  connectionsRemain: {
    code: 'load-running',
    message: ({ connections }: { readonly connections: readonly string[] }) =>
      `The connections ${connections.join(',')} of an earlier run do not end.`,
  },
  loadRuns: {
    code: 'load-running',
    message: ({ run, holder }: { readonly run: RunningProcess | null; readonly holder: string }) => {
      const who = run === null ? '' : ` by the process ${run.pid} on ${run.host}, since ${run.since}Z,`;
      return `The load is being run${who} over the server’s connection ${holder}.`;
    },
    hint: ({ holder }: { readonly holder: string }) =>
      `Let it end; where nobody is behind it any more, run KILL ${holder} on the target.`,
  },
  schemaIsLoaded: {
    code: 'load-running',
    message: ({ schema, run, holder }: LoadingRun) => {
      const who = run === null ? '' : `, by the process ${run.pid} on ${run.host} since ${run.since}Z`;
      return `Another load into “${schema}” is running${who}, over the server’s connection ${holder}.`;
    },
    hint: ({ holder }: LoadingRun) =>
      `Let it end, or load under another name; where nobody is behind it any more, run KILL ${holder} on the target.`,
  },

  // replication
  noPrivilegeToLeaveBinlog: {
    code: 'privilege-missing',
    message: ({ privilege }: { readonly privilege: string }) =>
      `To load past the binary log the account needs ${privilege}.`,
    hint: ({ privilege }: { readonly privilege: string }) =>
      `GRANT ${privilege} ON *.* TO the account, or load with the binary log on.`,
  },
  isReplica: {
    code: 'target-read-only',
    message: ({ source }: { readonly source: string | null }) =>
      `The target is a replica of ${source ?? 'another server'}.`,
    hint: 'Load into its source; or make it a server of its own first (RESET REPLICA ALL).',
  },

  // run-statement
  lacksCharacters: {
    code: 'unsupported-object',
    message: ({ characterSet }: { readonly characterSet: string }) =>
      `The object’s text has characters that its character set ${characterSet} lacks, so it can’t be created unchanged.`,
    hint: 'Leave the object out, and create it by hand.',
  },
});

/** Log lines of the sessions of a load. */
export const sessionText = spoken({
  noMoreSessions: (reason: string) => `No further session creates tables: ${reason}`,
  retried: (values: { readonly retry: number; readonly most: number; readonly reason: string }) =>
    `Tried again (${values.retry} of ${values.most}): ${values.reason}`,
  silent: 'The control connection has gone silent: it is given up.',
});

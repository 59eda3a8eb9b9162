import { counted } from '../contract/language/counted';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';

type Vendor = 'mysql' | 'mariadb';

/** A sentence, and the end of the server's log under it. */
const withLog = (sentence: string, log: string) => `${sentence}\n${log}`.trimEnd();

interface FailedStart {
  /** Version of the server's program. */
  readonly version: string;
  /** End of the server's log. */
  readonly log: string;
}

/** Failures of the practice servers, with their codes. */
export const sandboxFailures = failures({
  noServer: {
    code: 'server-missing',
    message: ({ vendor }: { readonly vendor: Vendor }) => `There is no ${vendor} server on this machine.`,
  },
  dataFolderNotCreated: {
    code: 'server-start-failed',
    message: ({ version, exitCode, log }: FailedStart & { readonly exitCode: number }) =>
      withLog(`${version} could not create its data folder (exit code ${exitCode}).`, log),
  },
  otherOwner: {
    code: 'server-start-failed',
    message: ({ folder }: { readonly folder: string }) => `The folder ${folder} belongs to another user.`,
  },
  notRun: {
    code: 'server-start-failed',
    message: ({ program, reason }: { readonly program: string; readonly reason: string }) =>
      `${program} cannot be run: ${reason}.`,
  },
  usedButClosed: {
    code: 'server-start-failed',
    message: ({
      pid,
      folder,
      log,
    }: Pick<FailedStart, 'log'> & { readonly pid: number; readonly folder: string }) =>
      withLog(`Process ${pid} uses ${folder} but lets nobody in.`, log),
  },
  signInRefused: {
    code: 'server-start-failed',
    message: ({ version, log }: FailedStart) => withLog(`${version} does not let us in.`, log),
  },
  endedAtStart: {
    code: 'server-start-failed',
    message: ({ version, log }: FailedStart) => withLog(`${version} ended while it started.`, log),
  },
  shopNotCreated: {
    code: 'server-start-failed',
    message: ({ reason }: { readonly reason: string }) => `The shop schema could not be created: ${reason}`,
  },
});

interface StoredRows {
  readonly table: string;
  readonly stored: number;
  readonly total: number;
  readonly warnings: number;
  /** The server's own summary of the statement. */
  readonly info: string;
}

/** Other sentences of the practice servers: what they do, and where their programs come from. */
export const sandboxText = spoken({
  starting: 'Starting the server',
  filling: (table: string, rows: number) =>
    `Making the shop schema: ${rows.toLocaleString('en-US')} ${table.replace(/_/g, ' ')}`,
  rowsNotStored: ({ table, stored, total, warnings, info }: StoredRows) =>
    `Table ${table}: ${stored} of ${total} rows stored, ${counted(warnings, 'warning', 'warnings')} (${info})`,
  howToInstall: 'Run npm run setup to get one',
  namedBy: (variable: string) => `named by ${variable}`,
  yourOwn: (path: string) => `your own ${path}`,
});

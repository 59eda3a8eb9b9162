import { counted } from '../contract/language/counted';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';

/** Sentences of a dump: its folder, its files, and the report of its rows. */

/** The process that writes a dump. */
interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly since?: string | undefined;
}

interface OwnedFolder extends Owner {
  readonly folder: string;
}

function processOf({ pid, host, since }: Owner): string {
  return `process ${pid} on ${host}${since === undefined ? '' : `, since ${since}`}`;
}

function rowsWritten(rows: number): string {
  return `${counted(rows, 'row', 'rows')} written`;
}

/** Failures of a dump, with their codes. */
export const dumpFailures = failures({
  // The output folder.
  folderNotMade: {
    code: 'folder-not-writable',
    message: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
      `The folder ${folder} can’t be created: ${reason}.`,
  },
  folderNotUsable: {
    code: 'folder-not-writable',
    message: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
      `${folder} can’t be used: ${reason}.`,
  },
  folderNotEmpty: {
    code: 'folder-not-empty',
    message: ({ folder, found }: { readonly folder: string; readonly found: string }) =>
      `${folder} is not empty (it holds ${found}).`,
  },
  folderHoldsDump: {
    code: 'folder-not-empty',
    message: ({ folder }: { readonly folder: string }) => `${folder} holds a dump already.`,
  },
  folderHoldsUnfinishedDump: {
    code: 'folder-not-empty',
    message: ({ folder, ...owner }: OwnedFolder) =>
      `${folder} holds a dump that was never finished: ${processOf(owner)}, has ended.`,
    hint: 'Remove the folder, or choose another one.',
  },
  folderJustTaken: {
    code: 'folder-in-use',
    message: ({ folder }: { readonly folder: string }) => `${folder} has just been taken by another dump.`,
  },
  folderOfRunningDump: {
    code: 'folder-in-use',
    message: ({ folder, ...owner }: OwnedFolder) =>
      `${folder} belongs to a running dump: ${processOf(owner)}.`,
  },
  folderOfUnseenDump: {
    code: 'folder-in-use',
    message: ({ folder, ...owner }: OwnedFolder) =>
      `${folder} belongs to a dump that may still be running: ${processOf(owner)}.`,
  },

  // Its files, read back before it is declared done.
  dataSetsMissing: {
    code: 'internal',
    message: ({ expected, recorded }: { readonly expected: number; readonly recorded: number }) =>
      `${expected} tables or partitions were to be dumped, ${recorded} were.`,
  },
  fileChanged: {
    code: 'dump-damaged',
    message: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
      `${file} changed while the dump was written. ${reason}`,
    hint: 'Find out what else writes into the folder, then run the dump again.',
  },
  fileSizeChanged: {
    code: 'dump-damaged',
    message: ({
      file,
      found,
      written,
    }: {
      readonly file: string;
      readonly found: number;
      readonly written: number;
    }) => `${file} changed while the dump was written. It has ${found} bytes; ${written} were written.`,
    hint: 'Find out what else writes into the folder, then run the dump again.',
  },
  fileUnreadable: {
    code: 'dump-damaged',
    message: ({ file, reason }: { readonly file: string; readonly reason: string }) =>
      `${file} changed while the dump was written. It can’t be read: ${reason}.`,
    hint: 'Find out what else writes into the folder, then run the dump again.',
  },
});

/** Other sentences of a dump: log lines, details of checks, and a remedy of its own. */
export const dumpText = spoken({
  writersHeldBack: (ms: number) => `Writers of tables without transactions were held back for ${ms} ms.`,
  /** Remedy of a lost connection. */
  snapshotLost:
    'A dump’s snapshot can’t be opened again: check the server and its error log, then start a new dump.',
  rowsNotCounted: (rows: number) =>
    `${rowsWritten(rows)} by half-open ranges of an integer key; not counted again`,
  rowsCounted: (rows: number) => `${rowsWritten(rows)}, and counted in the same snapshot`,
});

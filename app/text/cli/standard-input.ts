import { formatBytes } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

/** Failures of taking a dump from standard input. */
export const standardInputFailures = failures({
  terminal: {
    code: 'usage',
    message: 'The dump is to come from standard input, which is a terminal here.',
    hint: 'Write it as: zcat backup.sql.gz | sluice load --dump - …',
  },
  empty: {
    code: 'not-a-dump',
    message: 'Standard input is empty.',
    hint: 'The program before the pipe may have failed: look at its messages.',
  },
  noRoom: {
    code: 'disk-full',
    message: ({ folder, bytes }: { readonly folder: string; readonly bytes: number }) =>
      `There is no room for a copy of standard input in ${folder}: its first ${formatBytes(bytes)}, compressed, almost fill the disk.`,
    hint: 'Name a folder on a larger disk by --spool, or save the dump as a file: that is read where it lies.',
  },
  notWritable: {
    code: 'folder-not-writable',
    message: ({ folder, reason }: { readonly folder: string; readonly reason: string }) =>
      `Standard input can’t be copied into ${folder}: ${reason}.`,
    hint: 'Name another folder by --spool.',
  },
  notFollowed: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) =>
      `${option} needs a dump that stays: --dump - is read once.`,
    hint: 'Save the dump as a file, and name that.',
  },
  tableMissing: {
    code: 'usage',
    message: ({ option }: { readonly option: string }) =>
      `${option} is about CSV, TSV or JSON Lines, and nothing says of which table standard input holds the rows.`,
    hint: 'Name the table too: --input-table TABLE, or SCHEMA.TABLE.',
  },
  spoolUnused: {
    code: 'usage',
    message: '--spool is for --dump -: a file is read where it lies.',
  },
});

export const standardInputText = spoken({
  copying: ({ folder, free }: { readonly folder: string; readonly free: number }) =>
    `Standard input is copied into ${folder}, compressed, while it is read: ${formatBytes(free)} are free there.`,
  spooled: ({ path, bytes, storedBytes }: Copied & { readonly path: string }) =>
    `Standard input (${formatBytes(bytes)}) was copied to ${path} (${formatBytes(storedBytes)}), which is removed when this ends.`,
  inPlace: ({ bytes }: { readonly bytes: number }) =>
    `Standard input is a file (${formatBytes(bytes)}), which is read where it lies.`,
  inMemory: ({ bytes, storedBytes }: Copied) =>
    `Standard input (${formatBytes(bytes)}) is kept in memory (${formatBytes(storedBytes)}): no copy of it is on the disk.`,
});

interface Copied {
  readonly bytes: number;
  /** Those of the copy. */
  readonly storedBytes: number;
}

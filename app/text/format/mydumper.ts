import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { failures } from '../failures';

/** Failures of reading a dump of mydumper. */
export const mydumperFailures = failures({
  unfinished: {
    code: 'dump-incomplete',
    message: ({ path }: { readonly path: string }) =>
      `${path} is a dump of mydumper that was never finished: its metadata are still partial.`,
    hint: 'Dump again.',
  },
  cut: {
    code: 'dump-incomplete',
    message: ({ path }: { readonly path: string }) =>
      `${path} does not say when the dump ended, which mydumper writes last: the file is cut, or the dump was never finished.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  nothingCreated: {
    code: 'dump-damaged',
    message: ({ file }: { readonly file: string }) =>
      `${file} should create a schema or a table, and creates none.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  rowsMissing: {
    code: 'dump-damaged',
    message: ({
      table,
      found,
      recorded,
    }: {
      readonly table: string;
      readonly found: number;
      readonly recorded: number;
    }) =>
      `The files of ${table} hold ${formatCount(found)} rows; mydumper recorded ${formatCount(recorded)} of them.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  unknownFile: {
    code: 'dump-unsupported',
    message: ({ file }: { readonly file: string }) =>
      `The dump holds ${file}, which no version of mydumper that Sluice knows writes.`,
    hint: 'Take it out of the folder, or load the dump with myloader.',
  },
  unnamedRows: {
    code: 'dump-damaged',
    message: ({ file }: { readonly file: string }) =>
      `The dump holds rows in ${file}, and none of its LOAD DATA statements reads them.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
  rowsOfNoTable: {
    code: 'dump-unsupported',
    message: ({ rows, table }: { readonly rows: string; readonly table: string }) =>
      `${rows} holds rows of ${table}, which the dump does not create: only a table that is there tells how they are read.`,
    hint: 'Create the table first, and load the rows then, or dump again without --no-schemas.',
  },
  rowsFileMissing: {
    code: 'dump-incomplete',
    message: ({ file, rows }: { readonly file: string; readonly rows: string }) =>
      `${file} has the rows in ${rows}, which is not in the folder.`,
    hint: 'Get the whole folder from where it comes from, or dump again.',
  },
});

/** Words of what a dump of mydumper holds. */
export const mydumperText = spoken({
  checksumsLeft: ({ file }: { readonly file: string }) =>
    `${file} records checksums of definitions, which Sluice does not compare: mydumper computes them in another way in almost every version.`,
  ofServer: (file: string) =>
    `${file} holds tablespaces and groups of log files, which are the server’s own and are left out.`,
});

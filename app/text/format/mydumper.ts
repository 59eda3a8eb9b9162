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
      `The dump holds ${file}: Sluice reads the files of mydumper that hold statements.`,
    hint: 'Dump again with the format INSERT, which is mydumper’s default, or load it with myloader.',
  },
});

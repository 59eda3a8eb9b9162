import { failures } from '../failures';

interface OfPath {
  readonly path: string;
}

interface Unreachable extends OfPath {
  readonly reason: string;
}

/** Failures of opening a dump’s folder, of following it and of writing into it. */
export const folderFailures = failures({
  gone: {
    code: 'not-a-dump',
    message: ({ path }: OfPath) => `There is no dump at ${path}.`,
    hint: 'Check the path. If the dump was moved, put it back; if its disk is away, mount it again.',
  },
  noManifest: {
    code: 'not-a-dump',
    message: ({ path, manifest }: OfPath & { readonly manifest: string }) => `${path} holds no ${manifest}.`,
  },
  isFile: {
    code: 'not-a-dump',
    message: ({ path }: OfPath) =>
      `${path} is a file, and neither an SQL script nor CSV, TSV, JSON Lines or XML: Sluice knows no other dump that is one.`,
  },
  isNoFile: {
    code: 'not-a-dump',
    message: ({ path }: OfPath) => `${path} is no file and no folder, but a pipe or a device.`,
    hint: 'Give the dump by standard input instead: --dump -.',
  },
  unfinished: {
    code: 'dump-incomplete',
    message: ({ path, missing }: OfPath & { readonly missing: MissingRows | null }) =>
      `${path} holds a dump that was never finished.${describeMissingRows(missing)}`,
    hint: 'Make the dump again; one that Sluice or MySQL Shell is still writing is loaded with --follow.',
  },
  unreadable: {
    code: 'not-a-dump',
    message: ({ path, reason }: Unreachable) => `${path} can’t be read: ${reason}.`,
  },
  dumpRemoved: {
    code: 'dump-incomplete',
    message: ({ path }: OfPath) =>
      `The dump in ${path} was given up before it was finished: it is no longer there.`,
    hint: 'See why the dump ended, run it again and load that.',
  },
  noSpace: { code: 'disk-full', message: ({ path }: OfPath) => `There is no space left to write ${path}.` },
  notWritable: {
    code: 'folder-not-writable',
    message: ({ path, reason }: Unreachable) => `${path} can’t be written: ${reason}.`,
  },
  notWritten: {
    code: 'file-failed',
    message: ({ path, reason }: Unreachable) => `${path}: ${reason}.`,
  },
});

/** Tables of a dump that was never finished. */
export interface MissingRows {
  readonly all: number;
  /** Number of tables whose rows are not all there. */
  readonly missing: number;
  /** The first of them, as `schema.table`. */
  readonly named: readonly string[];
}

/** Continues a sentence on a dump that was never finished with the rows that it lacks; empty where nothing records them. */
export function describeMissingRows(rows: MissingRows | null): string {
  if (rows === null) return '';
  const { all, missing, named } = rows;
  if (missing === 0) return ' The rows of all its tables are there; what comes after them is not.';
  const more = missing > named.length ? ` and ${missing - named.length} more` : '';
  return ` ${all - missing} of its ${all} tables are whole; not there: ${named.join(', ')}${more}.`;
}

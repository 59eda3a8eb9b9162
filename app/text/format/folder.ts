import { spoken } from '../../contract/language/spoken';
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
    message: ({ path }: { readonly path: string }) => `The dump folder ${path} no longer exists.`,
    hint: 'Put the folder back, mount its disk again, or choose another dump.',
  },
  noManifest: {
    code: 'not-a-dump',
    message: ({ path, manifest }: OfPath & { readonly manifest: string }) => `${path} holds no ${manifest}.`,
  },
  unreadable: {
    code: 'not-a-dump',
    message: ({ path, reason }: Unreachable) => `${path} can’t be read: ${reason}.`,
  },
  dumpRemoved: {
    code: 'dump-incomplete',
    message: ({ path }: OfPath) =>
      `The dump in ${path} was given up before it was finished: it is no longer there.`,
    hint: 'See why the dump ended, make it again and load that.',
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
interface MissingTables {
  readonly all: number;
  /** Number of tables whose rows are not all there. */
  readonly missing: number;
  /** The first of them, as `schema.table`. */
  readonly named: readonly string[];
}

const english = {
  /** Continue a sentence about a dump that was never finished. */
  allRowsThere: ' The rows of all its tables are there; what comes after them is not.',
  rowsMissing: ({ all, missing, named }: MissingTables) => {
    const more = missing > named.length ? ` and ${missing - named.length} more` : '';
    return ` ${all - missing} of its ${all} tables are whole; not there: ${named.join(', ')}${more}.`;
  },
} as const;

/** Other sentences about a dump’s folder. */
export const folderText = spoken(english);

import { formatCount } from '../../contract/quantities';
import { spoken } from '../../contract/language/spoken';
import { failures } from '../failures';

interface OfFile {
  readonly file: string;
}

interface Unreadable extends OfFile {
  readonly reason: string;
}

/** A figure of the done marker that differs from what was recorded with the data. */
export type MarkedFigure =
  | { readonly kind: 'bytes-of-all' }
  | { readonly kind: 'rows-of-table' }
  | { readonly kind: 'bytes-of-table' }
  | { readonly kind: 'bytes-of-file'; readonly file: string };

function figureName(figure: MarkedFigure): string {
  switch (figure.kind) {
    case 'bytes-of-all':
      return 'bytes of all tables';
    case 'rows-of-table':
      return 'rows of the table';
    case 'bytes-of-table':
      return 'bytes of the table';
    case 'bytes-of-file':
      return `bytes of ${figure.file}`;
  }
}

const missingFigures = {
  'all-tables': 'the bytes of all tables',
  table: 'rows and bytes of the table',
} as const;

/** Damage to the files of a dump; a load of it is refused. */
export const damageFailures = failures({
  // Documents and scripts.
  fileUnreadable: {
    code: 'dump-damaged',
    message: ({ file, reason }: Unreadable) => `${file} can’t be read: ${reason}.`,
  },
  documentInvalid: {
    code: 'dump-damaged',
    message: ({ file, reason }: Unreadable) => `${file} is not what a dump holds: ${reason}.`,
  },
  digestDiffers: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `${file} is not as it was written: its checksum differs.`,
  },
  fileMissing: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `The file ${file} is missing.`,
  },
  fileOfTwo: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) =>
      `${file} is a script of two objects of the dump by their names: its tool wrote one over the other.`,
    hint: 'Rename one of the two at the source and dump again, or dump the source with Sluice, which names such files apart.',
  },
  nameOutsideFolder: {
    code: 'dump-damaged',
    message: ({ file, name }: OfFile & { readonly name: string }) =>
      `${file} names ${JSON.stringify(name)}, which is no file of the dump.`,
  },
  decodedColumnUnknown: {
    code: 'dump-damaged',
    message: ({ file, column }: OfFile & { readonly column: string }) =>
      `${file} decodes the column “${column}”, which it does not list.`,
  },
  // Data files and the facts recorded of them.
  factsMissing: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `The facts recorded of the table’s data are missing from ${file}.`,
  },
  dataFileUnclaimed: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `The data file ${file} belongs to no table of the dump.`,
  },
  namedDataFileMissing: {
    code: 'dump-damaged',
    message: ({ file, marker }: OfFile & { readonly marker: string }) =>
      `The data file ${file}, which ${marker} names, is missing.`,
  },
  dataFileMissing: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `The data file ${file} is missing.`,
  },
  dataFileSizeDiffers: {
    code: 'dump-damaged',
    message: ({ file, bytes, written }: OfFile & { readonly bytes: number; readonly written: number }) =>
      `The data file ${file} has ${bytes} bytes; ${written} were written.`,
  },
  chunkMissing: {
    code: 'dump-damaged',
    message: ({ last }: { readonly last: string }) => `A chunk is missing: ${last} should close the table.`,
  },
  // The done marker.
  digestOfFactsMissing: {
    code: 'dump-damaged',
    message: ({ file }: OfFile) => `${file} doesn’t record the checksum of the facts.`,
  },
  figuresMissing: {
    code: 'dump-damaged',
    message: ({ file, of }: OfFile & { readonly of: keyof typeof missingFigures }) =>
      `${file} does not say ${missingFigures[of]}.`,
  },
  chunkNotMarked: {
    code: 'dump-damaged',
    message: ({ marker, file }: OfFile & { readonly marker: string }) => `${marker} does not name ${file}.`,
  },
  figureDiffers: {
    code: 'dump-damaged',
    message: ({
      marker,
      marked,
      figure,
      recorded,
    }: {
      readonly marker: string;
      readonly marked: number;
      readonly figure: MarkedFigure;
      readonly recorded: number | null;
    }) =>
      `${marker} says ${marked} ${figureName(figure)}; ${recorded ?? 'none'} were recorded when they were written.`,
  },
});

/** Other sentences on damage. */
export const damageText = spoken({
  notAFile: 'it is a folder, a pipe or a device, and no file',
  withMore: ({ damage, more }: { readonly damage: string; readonly more: number }) =>
    `${damage}${more === 0 ? '' : ` ${formatCount(more)} more such ${more === 1 ? 'finding' : 'findings'}.`}`,
});

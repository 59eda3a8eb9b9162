import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatCount } from '../../contract/quantities';
import { failures } from '../failures';

interface OfRows {
  readonly rows: number;
  readonly first: string;
}

/** Failures and warnings of rows that do not fit, and of the file in which they are set aside. */
export const rejectsFailures = failures({
  misfits: {
    code: 'dump-damaged',
    message: ({ file, rows, first }: OfRows & { readonly file: string }) =>
      `${counted(rows, 'row', 'rows')} of ${file} ${rows === 1 ? 'has' : 'have'} a value that the column can’t take as it is: ${first}.`,
    hint: 'Mend the values, or the definition. --reject-file sets such rows aside, and loads the others.',
  },
  tooMany: {
    code: 'dump-damaged',
    message: ({ rows, limit, first }: OfRows & { readonly limit: number }) =>
      `${counted(rows, 'row does', 'rows do')} not fit, and ${formatCount(limit)} at most are set aside: ${first}.`,
    hint: 'The separator, the quotes or the header may be others than those that are found: sluice inspect-dump shows them. Or raise --reject-limit.',
  },
  setAside: {
    code: 'rows-set-aside',
    message: ({ rows, path, first }: OfRows & { readonly path: string }) =>
      `${counted(rows, 'row that does', 'rows that do')} not fit ${rows === 1 ? 'is' : 'are'} not loaded but set aside in ${path}: ${first}.`,
  },
  taken: {
    code: 'usage',
    message: ({ path }: { readonly path: string }) =>
      `--reject-file: ${path} exists, and holds something else than the rows that are set aside here.`,
    hint: 'Name a new file, or remove that one.',
  },
  inDump: {
    code: 'usage',
    message: ({ path }: { readonly path: string }) =>
      `--reject-file: ${path} would lie in the folder of the dump, and become a part of it.`,
    hint: 'Name a file elsewhere.',
  },
});

const MISFITS = {
  null: 'is NULL, which it does not take',
  number: 'is no number',
  range: 'is out of the column’s range',
  rounded: 'would be rounded',
  moment: 'is no such date or time',
  length: 'is too long',
  member: 'is none of the column’s values',
  hex: 'is no row of hexadecimal digits',
  charset: 'has a character that the column’s character set lacks',
  utf8: 'is no UTF-8',
} as const;

const LONGEST_VALUE = 40;

/** A value with what speaks against it. */
export interface SpokenMisfit {
  readonly column: string;
  readonly misfit: keyof typeof MISFITS;
  readonly value: string;
}

/** Words of rows that do not fit. */
export const rejectsText = spoken({
  odd: (values: number, columns: number) =>
    `${counted(values, 'value', 'values')}, not ${formatCount(columns)}`,
  misfit: ({ column, misfit, value }: SpokenMisfit) => {
    const shown = value.length > LONGEST_VALUE ? `${value.slice(0, LONGEST_VALUE)}…` : value;
    return misfit === 'null' ? `${column} ${MISFITS.null}` : `${column}: "${shown}" ${MISFITS[misfit]}`;
  },
  at: (line: number, reason: string) => `line ${formatCount(line)} (${reason})`,
  inColumn: (line: number, column: number) => `line ${formatCount(line)}, value ${formatCount(column)}`,
  rejected: (file: string, line: number, reason: string) => `${file} line ${formatCount(line)} (${reason})`,
  cut: 'cut here',
});

import type { InputChoices } from '../../contract/commands/input';
import type { SluiceError } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import { isLikeValue } from './dialect';

/** First row of a file of a table, and whether it looks like a header by itself. */
export interface FirstRow {
  readonly file: string;
  /** Null where the file has no whole row. */
  readonly values: readonly string[] | null;
  readonly looksLikeHeader: boolean;
}

/** Files of a table whose first rows name the columns. */
export interface FoundHeaders {
  /** By file. */
  readonly areHeaders: readonly boolean[];
  readonly warnings: readonly SluiceError[];
}

/**
 * Finds out in which files of a table the first row names its columns: in each, in one or in none. Fails where two name other
 * columns, or the same in another order. Pure.
 *
 * @param isDefined true where a definition tells it of each file
 */
export function foundHeaders(
  rows: readonly FirstRow[],
  { header }: Pick<InputChoices, 'header'>,
  isDefined: boolean,
): FoundHeaders {
  const none = { areHeaders: rows.map(() => false), warnings: [] };
  if (header === false) return none;
  const named = header === true ? firstNames(rows) : leadingNames(rows, isDefined);
  if (named === null) return { ...none, warnings: isDefined ? [] : doubts(rows, null) };
  const areHeaders = rows.map(({ values }) => values !== null && isSame(values, named.values));
  const isOpen = (_: FirstRow, at: number): boolean => areHeaders[at] !== true;
  const open = rows.filter(isOpen);
  const others = open.filter(({ looksLikeHeader }) => looksLikeHeader);
  const other =
    open.find((row) => hasNameInPlace(row, named.values)) ??
    others.find((row) => isDefined || sharesName(row, named.values));
  if (other !== undefined) throw delimitedFailures.otherHeader({ file: other.file, other: named.file });
  const isLater = header === undefined && !isDefined && areHeaders[0] !== true;
  return {
    areHeaders,
    warnings: [
      ...(isLater ? [delimitedFailures.headerOfLater({ file: named.file, names: named.values })] : []),
      ...doubts(others, named.file),
    ],
  };
}

interface Names {
  readonly file: string;
  readonly values: readonly string[];
}

function firstNames([first]: readonly FirstRow[]): Names | null {
  return first?.values == null ? null : { file: first.file, values: first.values };
}

/** The names of the columns; null where none of the files has them, or nothing tells names from values. */
function leadingNames(rows: readonly FirstRow[], isDefined: boolean): Names | null {
  const at = rows.findIndex(({ looksLikeHeader }) => looksLikeHeader);
  const found = rows[at];
  if (found?.values == null) return null;
  const names = { file: found.file, values: found.values };
  return isDefined || at === 0 || rows.every((row) => row === found || tellsApart(row, found.values ?? []))
    ? names
    : null;
}

/** Returns whether a row is one of names too, or has a value that no name looks like where names stand. */
function tellsApart({ values }: FirstRow, names: readonly string[]): boolean {
  if (values === null || isSame(values, names)) return true;
  return values.some((value, at) => isLikeValue(value) && !isLikeValue(names[at] ?? ''));
}

/** Whatever spaces and capitals there are. */
function isSame(values: readonly string[], names: readonly string[]): boolean {
  return (
    values.length === names.length && values.every((value, at) => plain(value) === plain(names[at] ?? ''))
  );
}

/** A value that is the name of its own column is none of a row. */
function hasNameInPlace({ values }: FirstRow, names: readonly string[]): boolean {
  return values?.some((value, at) => value.trim() !== '' && plain(value) === plain(names[at] ?? '')) === true;
}

function sharesName({ values }: FirstRow, names: readonly string[]): boolean {
  const known = new Set(names.map(plain));
  return values?.some((value) => known.has(plain(value))) === true;
}

function plain(name: string): string {
  return name.trim().toLowerCase();
}

/** First rows that are taken for values, and may be none. */
function doubts(rows: readonly FirstRow[], leading: string | null): readonly SluiceError[] {
  const unlike = rows.filter(({ looksLikeHeader }) => looksLikeHeader);
  const warnings = unlike.map(({ file, values }) =>
    delimitedFailures.headerOfPart({ file, names: values ?? [], other: leading }),
  );
  const [first, ...others] = rows;
  const isRepeated =
    leading === null &&
    unlike.length === 0 &&
    others.length > 0 &&
    others.every(({ values }) => values !== null && isSame(values, first?.values ?? []));
  if (first === undefined || !isRepeated) return warnings;
  return [
    ...warnings,
    delimitedFailures.headerRepeated({ file: first.file, names: first.values ?? [], files: rows.length }),
  ];
}

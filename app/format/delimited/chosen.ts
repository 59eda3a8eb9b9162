import type { InputChoices } from '../../contract/commands/input';
import type { SluiceError } from '../../contract/failure';
import type { EngineDelimitedContent } from '../../engine/scan/scans';
import { delimitedFailures } from '../../text/format/delimited';
import { writableColumns } from '../script/tables/period';
import type { TableText } from '../script/tables/table-text';
import { areDates, ownForm } from './types/date-form';
import { namesIn } from './names';

/** Choices made by hand win over what is found, and are refused with `usage` where the file contradicts them. */

/** Refuses a separator that parts nothing in a file whose values another one parts, as `found` says. */
export function assertParts(
  { name, found: other }: { readonly name: string; readonly found: string | null },
  { columns }: Pick<EngineDelimitedContent, 'columns'>,
  { separator }: InputChoices,
): void {
  if (separator === undefined || columns.length > 1) return;
  if (other !== null && other !== separator)
    throw delimitedFailures.otherSeparator({ option: '--input-separator', file: name, separator, other });
}

/** Refuses UTF-8 for a file that is none. */
export function assertCharset(
  { isUtf8, ...place }: { readonly file: string; readonly isUtf8: boolean; readonly first: string },
  charset: InputChoices['charset'],
): void {
  if (charset === 'utf8mb4' && !isUtf8)
    throw delimitedFailures.notUtf8({ option: '--input-charset', ...place });
}

/** Refuses the decimal comma where all values of a column are decimals with a point. */
export function assertDecimals(
  file: string,
  { columns, names }: Pick<EngineDelimitedContent, 'columns'> & { readonly names: readonly string[] },
  { decimal }: InputChoices,
): void {
  if (decimal !== 'comma') return;
  const at = columns.findIndex(
    ({ values, decimals, commaNumbers }) => values > 0 && decimals && !commaNumbers.all,
  );
  if (at >= 0)
    throw delimitedFailures.pointDecimals({
      option: '--input-decimal',
      file,
      column: names[at] ?? String(at + 1),
    });
}

/** Refuses an order of dates where all dates of a column have the other one. */
export function assertDates(
  file: string,
  { columns, names }: Pick<EngineDelimitedContent, 'columns'> & { readonly names: readonly string[] },
  { dates }: InputChoices,
): void {
  if (dates === undefined || dates === 'ymd') return;
  const other = dates === 'dmy' ? 'month-first' : 'day-first';
  const at = columns.findIndex(
    (facts) => areDates(facts) && !facts.writtenDates.dotted && ownForm(facts) === other,
  );
  if (at >= 0)
    throw delimitedFailures.otherDates({
      option: '--input-dates',
      file,
      column: names[at] ?? String(at + 1),
      isDayFirst: dates === 'dmy',
    });
}

/** Facts of a file about its columns. */
interface FoundColumns {
  /** Names in the first row; empty without a header. */
  readonly header: readonly string[];
  readonly columns: number;
  readonly definition: TableText | null;
}

/** Names of the columns, in the order of the values; empty where nothing names them. */
export function chosenNames(
  file: string,
  { header, columns, definition }: FoundColumns,
  { columns: chosen }: InputChoices,
): readonly string[] {
  const found = namesIn(header, definition === null ? [] : writableColumns(definition));
  const names = Array.isArray(chosen)
    ? listed(file, chosen, columns)
    : chosen === undefined
      ? found
      : renamed(file, found, chosen);
  if (definition !== null) {
    const known = new Set(writableColumns(definition).map(({ name }) => name.toLowerCase()));
    const unknown = names.find((name) => !known.has(name.toLowerCase()));
    if (unknown !== undefined)
      throw delimitedFailures.columnUnknown({ option: '--input-columns', file, column: unknown });
  }
  return names;
}

function listed(file: string, names: readonly string[], columns: number): readonly string[] {
  if (names.length !== columns)
    throw delimitedFailures.otherNumberOfColumns({
      option: '--input-columns',
      file,
      named: names.length,
      columns,
    });
  return names;
}

function renamed(
  file: string,
  header: readonly string[],
  map: Readonly<Record<string, string>>,
): readonly string[] {
  return renamedBy(map, { file, found: header }, (absent) =>
    header.length === 0
      ? delimitedFailures.noHeaderToRename({ option: '--input-columns', file })
      : delimitedFailures.columnAbsent({ option: '--input-columns', file, column: absent, names: header }),
  );
}

/** The names of a file, some with the new one that the map has for it. `absent` refuses a name that is not there. Pure. */
export function renamedBy(
  map: Readonly<Record<string, string>>,
  { file, found }: { readonly file: string; readonly found: readonly string[] },
  absent: (name: string) => SluiceError,
): readonly string[] {
  const named = new Map(Object.entries(map));
  const missing = [...named.keys()].find((name) => !found.includes(name));
  if (missing !== undefined) throw absent(missing);
  const names = found.map((name) => named.get(name) ?? name);
  const folded = names.map((name) => name.toLowerCase());
  const twice = [...named.values()].find(
    (name) => folded.filter((one) => one === name.toLowerCase()).length > 1,
  );
  if (twice !== undefined)
    throw delimitedFailures.columnTwice({ option: '--input-columns', file, column: twice });
  return names;
}

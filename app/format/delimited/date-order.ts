import type { InputChoices } from '../../contract/commands/input';
import type { EngineDateOrder } from '../../engine/chunk-files';
import type { EngineDelimitedColumnFacts } from '../../engine/scan/scans';

/** Order of the dates in one column: null where they are none, or stand as in ISO 8601; `doubtful` where nothing tells it. */
export type DateOrder = EngineDateOrder | 'doubtful' | null;

/** Facts by which it is told. */
export type DateFacts = Pick<EngineDelimitedColumnFacts, 'values' | 'dates' | 'moments' | 'writtenDates'>;

const CHOSEN = { ymd: null, dmy: 'day-first', mdy: 'month-first' } as const;
const WRITTEN = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}(?: .+)?$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[ T].+)?$/;
const NO_VALUE = /^(?:|NULL|\\N)$/;
const MOST_DAYS = 31;
const MOST_MONTHS = 12;

/**
 * Finds out whether the day or the month stands first in the dates of each column. A value such as 31/12/2025 tells it, of
 * its column and of others that leave it open; with points the day is first. A choice by hand is for all that are not as in
 * ISO 8601. Pure.
 */
export function dateOrders(
  columns: readonly DateFacts[],
  choice: InputChoices['dates'],
): readonly DateOrder[] {
  if (choice !== undefined) return columns.map((facts) => (isIso(facts) ? null : CHOSEN[choice]));
  const common = commonOrder(columns);
  return columns.map((facts) => {
    const own = ownOrder(facts);
    return own === 'doubtful' ? (common ?? own) : own;
  });
}

/** The order that the values of a column have, by themselves. Pure. */
export function ownOrder({ values, writtenDates }: DateFacts): DateOrder {
  const { dayFirst, monthFirst, dotted } = writtenDates;
  if (values === 0 || !(dayFirst || monthFirst)) return null;
  if (dayFirst && monthFirst) return dotted ? 'day-first' : 'doubtful';
  return dayFirst ? 'day-first' : 'month-first';
}

function isIso({ values, dates, moments }: DateFacts): boolean {
  return values > 0 && (dates || moments);
}

/** The order that all dates of a file have which tell it; null where they differ, or none tells it. */
function commonOrder(columns: readonly DateFacts[]): EngineDateOrder | null {
  const clear = new Set(columns.map(ownOrder).filter((order) => order !== null && order !== 'doubtful'));
  const [only] = clear;
  return clear.size === 1 ? (only ?? null) : null;
}

/** Facts about the first rows alone, before a scan knows those of all. Pure. */
export function likelyDateFacts(rows: readonly (readonly string[])[]): readonly DateFacts[] {
  const [first = []] = rows;
  return first.map((_, at) =>
    factsOf(rows.map((row) => row[at] ?? '').filter((value) => !NO_VALUE.test(value))),
  );
}

function factsOf(values: readonly string[]): DateFacts {
  const written = values.map((value) => WRITTEN.exec(value));
  const isEach = (holds: (first: number, second: number, separator: string) => boolean) =>
    written.every((match) => match !== null && holds(Number(match[1]), Number(match[3]), match[2] ?? ''));
  return {
    values: values.length,
    dates: values.every((value) => ISO.test(value)),
    moments: false,
    writtenDates: {
      dayFirst: isEach((day, month) => day <= MOST_DAYS && month <= MOST_MONTHS),
      monthFirst: isEach((month, day) => day <= MOST_DAYS && month <= MOST_MONTHS),
      dotted: isEach((_first, _second, separator) => separator === '.'),
      timed: written.every((match) => match?.[0].includes(' ') === true),
      untimed: written.every((match) => match?.[0].includes(' ') === false),
    },
  };
}

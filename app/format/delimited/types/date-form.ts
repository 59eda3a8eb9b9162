import type { InputChoices } from '../../../contract/commands/input';
import type { EngineDateForm } from '../../../engine/chunk-files';
import type { EngineDelimitedColumnFacts } from '../../../engine/scan/scans';

/** Form of the dates in one column: null where they are none, or are as servers take them; `doubtful` where nothing tells it. */
export type DateForm = EngineDateForm | 'doubtful' | null;

type DateOrder = Exclude<EngineDateForm, 'instant'>;

/** Facts by which it is told. */
export type DateFacts = Pick<
  EngineDelimitedColumnFacts,
  'values' | 'dates' | 'moments' | 'instants' | 'writtenDates'
>;

const CHOSEN = { ymd: null, dmy: 'day-first', mdy: 'month-first' } as const;
const WRITTEN = /^(\d{1,2})([./-])(\d{1,2})\2\d{4}(?: .+)?$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:[Zz]|[+-]\d{2}:\d{2})$/;
const ISO = /^\d{4}-\d{2}-\d{2}(?:[ T].+)?$/;
const NO_VALUE = /^(?:|NULL|\\N)$/;
const MOST_DAYS = 31;
const MOST_MONTHS = 12;

/**
 * Finds out whether the day or the month stands first in the dates of each column, and which have their offset from UTC. A
 * value such as 31/12/2025 tells the order, of its column and of others that leave it open; with points the day is first. A
 * choice by hand is for all that are not as in ISO 8601. Pure.
 */
export function dateForms(columns: readonly DateFacts[], choice: InputChoices['dates']): readonly DateForm[] {
  if (choice !== undefined) return columns.map((facts) => chosenForm(facts, choice));
  const common = commonOrder(columns);
  return columns.map((facts) => {
    const own = ownForm(facts);
    return own === 'doubtful' ? (common ?? own) : own;
  });
}

/** The form that the values of a column have, by themselves. Pure. */
export function ownForm({ instants, writtenDates }: DateFacts): DateForm {
  if (instants > 0) return 'instant';
  const { values, dayFirst, monthFirst, dotted } = writtenDates;
  if (values === 0 || !(dayFirst || monthFirst)) return null;
  if (dayFirst && monthFirst) return dotted ? 'day-first' : 'doubtful';
  return dayFirst ? 'day-first' : 'month-first';
}

function chosenForm(
  { values, dates, moments, instants }: DateFacts,
  choice: NonNullable<InputChoices['dates']>,
): DateForm {
  if (instants > 0) return 'instant';
  return values > 0 && (dates || moments) ? null : CHOSEN[choice];
}

/** Returns whether all values of a column are dates with the day or the month first. Pure. */
export function areDates({ values, writtenDates }: DateFacts): boolean {
  return values > 0 && writtenDates.values === values;
}

/** The order that all columns of dates have which tell it; null where they differ, or none tells it. */
function commonOrder(columns: readonly DateFacts[]): DateOrder | null {
  const clear = new Set(
    columns
      .filter(areDates)
      .map(ownForm)
      .filter((form) => form === 'day-first' || form === 'month-first'),
  );
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

interface WrittenDate {
  readonly isByDay: boolean;
  readonly isByMonth: boolean;
  readonly isDotted: boolean;
  readonly isTimed: boolean;
}

/** Null for what is no date in either order. */
function writtenDate(value: string): WrittenDate | null {
  const [text, first, separator, second] = WRITTEN.exec(value) ?? [];
  if (text === undefined) return null;
  const isDay = (day: number, month: number) => day <= MOST_DAYS && month <= MOST_MONTHS;
  const isByDay = isDay(Number(first), Number(second));
  const isByMonth = isDay(Number(second), Number(first));
  return isByDay || isByMonth
    ? { isByDay, isByMonth, isDotted: separator === '.', isTimed: text.includes(' ') }
    : null;
}

function factsOf(values: readonly string[]): DateFacts {
  const written = values.flatMap((value) => writtenDate(value) ?? []);
  return {
    values: values.length,
    dates: values.every((value) => ISO.test(value) && !INSTANT.test(value)),
    moments: false,
    instants: values.filter((value) => INSTANT.test(value)).length,
    writtenDates: {
      values: written.length,
      dayFirst: written.every(({ isByDay }) => isByDay),
      monthFirst: written.every(({ isByMonth }) => isByMonth),
      dotted: written.every(({ isDotted }) => isDotted),
      timed: written.every(({ isTimed }) => isTimed),
      untimed: written.every(({ isTimed }) => !isTimed),
    },
  };
}

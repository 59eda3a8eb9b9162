import type { InputChoices } from '../../contract/commands/input';
import type { EngineDateForm } from '../../engine/chunk-files';
import type { EngineDelimitedColumnFacts } from '../../engine/scan/scans';

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
export function ownForm({ values, instants, writtenDates }: DateFacts): DateForm {
  if (instants > 0) return 'instant';
  const { dayFirst, monthFirst, dotted } = writtenDates;
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

/** The order that all dates of a file have which tell it; null where they differ, or none tells it. */
function commonOrder(columns: readonly DateFacts[]): DateOrder | null {
  const clear = new Set(
    columns.map(ownForm).filter((form) => form === 'day-first' || form === 'month-first'),
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

function factsOf(values: readonly string[]): DateFacts {
  const written = values.map((value) => WRITTEN.exec(value));
  const isEach = (holds: (first: number, second: number, separator: string) => boolean) =>
    written.every((match) => match !== null && holds(Number(match[1]), Number(match[3]), match[2] ?? ''));
  return {
    values: values.length,
    dates: values.every((value) => ISO.test(value) && !INSTANT.test(value)),
    moments: false,
    instants: values.filter((value) => INSTANT.test(value)).length,
    writtenDates: {
      dayFirst: isEach((day, month) => day <= MOST_DAYS && month <= MOST_MONTHS),
      monthFirst: isEach((month, day) => day <= MOST_DAYS && month <= MOST_MONTHS),
      dotted: isEach((_first, _second, separator) => separator === '.'),
      timed: written.every((match) => match?.[0].includes(' ') === true),
      untimed: written.every((match) => match?.[0].includes(' ') === false),
    },
  };
}

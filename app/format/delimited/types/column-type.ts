import type { EngineDelimitedColumnFacts, EngineWrittenNumbers } from '../../../engine/scan/scans';
import type { EngineDelimitedColumn, EngineNumberForm } from '../../../engine/chunk-files';
import { areDates, type DateForm } from './date-form';
import { numbersIn, type NumberForm } from './number-form';

/** The type that a column is given, by all of its values. */
export interface InferredType {
  /** As in CREATE TABLE: `DECIMAL(12,2)`. */
  readonly type: string;
  readonly column: EngineDelimitedColumn;
  /** True where no value is NULL. */
  readonly isNotNull: boolean;
}

const INT = [-(2n ** 31n), 2n ** 31n - 1n] as const;
const BIGINT_MOST = 2n ** 63n - 1n;
/** Every number of so many digits fits. */
const INT_DIGITS = 9;
const BIGINT_DIGITS = 18;
/** Both manuals, "Fixed-Point Types". */
const MOST_DIGITS = 65;
const MOST_FRACTION = 30;
/** Both manuals, "Fractional Seconds in Time Values". */
const MOST_MOMENT_DIGITS = 6;
const TEXT_LENGTHS = [32, 64, 128, 255, 512, 1000] as const;
const TEXT_BYTES = [
  [2 ** 16, 'TEXT'],
  [2 ** 24, 'MEDIUMTEXT'],
] as const;

/** Signs and forms in which values may stand. */
export interface ValueSigns {
  /** Form of its numbers. */
  readonly numberForm: NumberForm;
  /** Form of its dates. */
  readonly dateForm: DateForm;
}

/** Those of a format with points and dates of ISO 8601 alone. */
export const ISO_SIGNS: ValueSigns = { numberForm: null, dateForm: null };

/** Infers it. Pure. */
export function inferredType(facts: EngineDelimitedColumnFacts, signs: ValueSigns): InferredType {
  const known = facts.values === 0 ? null : valueType(facts, signs);
  const { nulls, nullWords, empties } = facts;
  // Without a row nothing says that there will be no NULL.
  const hasAny = facts.values + empties + nullWords > 0;
  if (known === null) return { type: textType(facts), column: 'text', isNotNull: nulls === 0 && hasAny };
  return { ...known, isNotNull: nulls + nullWords + empties === 0 };
}

/** Null where the values are texts. */
function valueType(
  facts: EngineDelimitedColumnFacts,
  { numberForm, dateForm }: ValueSigns,
): Pick<InferredType, 'type' | 'column'> | null {
  if (facts.booleans) return { type: 'TINYINT(1)', column: 'boolean' };
  if (facts.integers) return { type: integerType(facts), column: 'value' };
  if (numberForm !== null) return writtenNumberType(facts, numberForm);
  const decimal = decimalType(facts.pointNumbers);
  if (facts.decimals && decimal !== null) return { type: decimal, column: 'value' };
  // A decimal of more digits than a server has would be rounded.
  if (facts.floats && !facts.decimals) return { type: 'DOUBLE', column: 'value' };
  if (facts.dates) return { type: 'DATE', column: 'value' };
  if (facts.moments) return { type: momentType(facts), column: 'value' };
  if (facts.momentDigits > MOST_MOMENT_DIGITS) return null;
  if (dateForm === 'instant' && facts.instants === facts.values)
    return { type: momentType(facts), column: dateForm };
  return dateForm === 'day-first' || dateForm === 'month-first' ? writtenDateType(facts, dateForm) : null;
}

/** Null where some are none, or some have a time and others have not. */
function writtenDateType(
  facts: EngineDelimitedColumnFacts,
  column: 'day-first' | 'month-first',
): Pick<InferredType, 'type' | 'column'> | null {
  const { dayFirst, monthFirst, timed, untimed } = facts.writtenDates;
  if (!areDates(facts) || !(column === 'day-first' ? dayFirst : monthFirst)) return null;
  if (untimed) return { type: 'DATE', column };
  return timed ? { type: momentType(facts), column } : null;
}

function momentType({ momentDigits }: EngineDelimitedColumnFacts): string {
  return momentDigits === 0 ? 'DATETIME' : `DATETIME(${momentDigits})`;
}

function integerType({ least, most }: EngineDelimitedColumnFacts): string {
  const [low, high] = [BigInt(least), BigInt(most)];
  if (low >= INT[0] && high <= INT[1]) return 'INT';
  if (high <= BIGINT_MOST) return 'BIGINT';
  return low >= 0n ? 'BIGINT UNSIGNED' : 'DECIMAL(20,0)';
}

/** Null where no server has so many digits. */
function writtenNumberType(
  facts: EngineDelimitedColumnFacts,
  column: EngineNumberForm,
): Pick<InferredType, 'type' | 'column'> | null {
  const numbers = numbersIn(column, facts);
  const { wholeDigits, fractionDigits } = numbers;
  const isLong = wholeDigits > INT_DIGITS;
  const type =
    fractionDigits > 0 || wholeDigits > BIGINT_DIGITS ? decimalType(numbers) : isLong ? 'BIGINT' : 'INT';
  return type === null ? null : { type, column };
}

function decimalType({ wholeDigits, fractionDigits }: EngineWrittenNumbers): string | null {
  const digits = wholeDigits + fractionDigits;
  if (digits > MOST_DIGITS || fractionDigits > MOST_FRACTION) return null;
  return `DECIMAL(${digits},${fractionDigits})`;
}

function textType({ longestCharacters, longestBytes }: EngineDelimitedColumnFacts): string {
  const length = TEXT_LENGTHS.find((most) => longestCharacters <= most);
  if (length !== undefined) return `VARCHAR(${length})`;
  // In utf8mb4 a character of another set may take up to three bytes.
  const bytes = longestBytes * 3;
  return TEXT_BYTES.find(([most]) => bytes < most)?.[1] ?? 'LONGTEXT';
}

/** Facts that are true of values only: what is none of them is a text. */
export const NO_VALUE = {
  integers: false,
  decimals: false,
  floats: false,
  booleans: false,
  dates: false,
  moments: false,
  instants: 0,
};

import type { InputChoices } from '../../../contract/commands/input';
import type { EngineDelimitedColumn, EngineNumberForm } from '../../../engine/chunk-files';
import type { EngineDelimitedColumnFacts, EngineWrittenNumbers } from '../../../engine/scan/scans';

/** Form of the numbers in one column; null where they are none, or are as servers take them. */
export type NumberForm = EngineNumberForm | null;

/** Facts by which it is told. */
export type NumberFacts = Pick<
  EngineDelimitedColumnFacts,
  'values' | 'integers' | 'decimals' | 'pointNumbers' | 'commaNumbers'
> & {
  /** The column of a table that is there takes integers alone. */
  readonly isForIntegers?: boolean;
};

export type DecimalSign = NonNullable<InputChoices['decimal']>;

/** The decimal sign that a file is said to have, and the separator, which tells something of it. */
export interface NumberSigns {
  readonly choice: InputChoices['decimal'];
  readonly separator: string;
}

/** Form of numbers with that sign. */
export const NUMBER_FORMS = { point: 'point-decimal', comma: 'comma-decimal' } as const;

/**
 * Finds out how the numbers of each column are written. Values such as 12,5 tell the sign of their column. Those such as
 * 1.234,50 tell it of columns that leave it open too, as 1.234 does; else such values are decimals. In a file with commas
 * between values, a comma is a decimal one only where thousands are apart, and is between thousands only in a column that
 * has a decimal point behind it: `101,102` may be a list. A choice by hand is for all but such lists. Pure.
 */
export function numberForms(columns: readonly NumberFacts[], signs: NumberSigns): readonly NumberForm[] {
  const { choice, separator } = signs;
  const told = choice ?? toldSign(columns, separator);
  return columns.map((facts) => {
    if (facts.values === 0 || facts.integers) return null;
    const sign = choice ?? ownSign(facts, separator);
    if (sign !== null) return formWith(sign, facts, { told, separator });
    return isOpen(facts) ? openForm(facts, { told, separator }) : null;
  });
}

/**
 * Returns for each column whether its numbers are taken for decimals and may be thousands: 1.234 where another column has a
 * decimal comma, or, in a file with semicolons, none a decimal point; 1,234 where another has a decimal point. Pure.
 */
export function doubtedNumbers(columns: readonly NumberFacts[], signs: NumberSigns): readonly boolean[] {
  const { choice, separator } = signs;
  if (choice !== undefined) return columns.map(() => false);
  const forms = numberForms(columns, signs);
  const has = (sign: DecimalSign) => tells(columns, sign, separator);
  const isDoubted = { point: has('comma') || (separator === ';' && !has('point')), comma: has('point') };
  return columns.map((facts, at) => {
    if (facts.values === 0 || facts.integers || !isOpen(facts)) return false;
    const sign = facts.decimals ? 'point' : 'comma';
    const isDecimal = forms[at] === (sign === 'point' ? null : NUMBER_FORMS.comma);
    return isDecimal && mayBeThousands(facts, sign) && isDoubted[sign];
  });
}

/** The sign that values such as 1.234,50 tell; null where none does, or another column has the other sign. Pure. */
export function toldSign(columns: readonly NumberFacts[], separator: string): DecimalSign | null {
  const has = (sign: DecimalSign) => tells(columns, sign, separator);
  const isTold = (sign: DecimalSign) => columns.some((facts) => numbersWith(sign, facts).told);
  if (isTold('point') && !has('comma')) return 'point';
  return isTold('comma') && !has('point') ? 'comma' : null;
}

function tells(columns: readonly NumberFacts[], sign: DecimalSign, separator: string): boolean {
  return columns.some((facts) => numbersWith(sign, facts).told || ownSign(facts, separator) === sign);
}

/** The numbers of a column with that sign. */
function numbersWith(sign: DecimalSign, facts: NumberFacts): EngineWrittenNumbers {
  return sign === 'point' ? facts.pointNumbers : facts.commaNumbers;
}

/** The numbers of a column in that form. Pure. */
export function numbersIn(form: EngineNumberForm, facts: NumberFacts): EngineWrittenNumbers {
  return numbersWith(form === NUMBER_FORMS.point ? 'point' : 'comma', facts);
}

/** Returns whether thousands are apart in numbers of a column. Pure. */
export function isGrouped(column: EngineDelimitedColumn, facts: NumberFacts | undefined): boolean {
  if (facts === undefined || (column !== NUMBER_FORMS.comma && column !== NUMBER_FORMS.point)) return false;
  return numbersIn(column, facts).grouped;
}

/** The sign that the file tells, and the separator of its values. */
interface FileSigns {
  readonly told: DecimalSign | null;
  readonly separator: string;
}

/** Null where they need no change, or may be something else than numbers. */
function formWith(sign: DecimalSign, facts: NumberFacts, { told, separator }: FileSigns): NumberForm {
  const numbers = numbersWith(sign, facts);
  if (!numbers.all) return null;
  if (!numbers.grouped) return sign === 'comma' ? NUMBER_FORMS.comma : null;
  if (facts.isForIntegers === true) return NUMBER_FORMS[sign];
  const mayBeLists = sign === 'point' && separator === ',' && !numbers.spaced;
  if (numbers.told || (numbers.fractionDigits > 0 && !mayBeLists)) return NUMBER_FORMS[sign];
  const isSure = told === sign && !numbers.spaced && !mayBeLists;
  return isSure && mayBeThousands(facts, other(sign)) ? NUMBER_FORMS[sign] : null;
}

/** The sign of a column whose values are numbers with this sign alone; null for none. */
function ownSign(facts: NumberFacts, separator: string): DecimalSign | null {
  const { pointNumbers: point, commaNumbers: comma } = facts;
  if (facts.values === 0 || point.all === comma.all) return null;
  if (point.all) return 'point';
  return separator !== ',' || comma.grouped ? 'comma' : null;
}

/** True where the values are numbers with either sign, and not the same ones. */
function isOpen({ pointNumbers: point, commaNumbers: comma }: NumberFacts): boolean {
  const hasSign = point.fractionDigits > 0 || comma.fractionDigits > 0;
  return point.all && comma.all && hasSign && !point.spaced && !comma.spaced;
}

/** Form of numbers such as 1.234, or such as 1,234; null where both are there. */
function openForm(facts: NumberFacts, { told, separator }: FileSigns): NumberForm {
  if (facts.pointNumbers.grouped && facts.commaNumbers.grouped) return null;
  const sign = facts.decimals ? 'point' : 'comma';
  if (sign === 'comma' && separator === ',') return null;
  if (told === other(sign) && mayBeThousands(facts, sign)) return NUMBER_FORMS[other(sign)];
  return sign === 'comma' ? NUMBER_FORMS.comma : null;
}

/** False where numbers of a column have more than three digits together, or all have several groups, as versions and codes have. */
function mayBeThousands(facts: NumberFacts, sign: DecimalSign): boolean {
  const { joined, coded } = numbersWith(other(sign), facts);
  return !joined && !coded;
}

function other(sign: DecimalSign): DecimalSign {
  return sign === 'point' ? 'comma' : 'point';
}

import type { InputChoices } from '../../contract/commands/input';
import type { EngineDelimitedColumn, EngineNumberForm } from '../../engine/chunk-files';
import type { EngineDelimitedColumnFacts, EngineWrittenNumbers } from '../../engine/scan/scans';

/**
 * Form of the numbers in one column: null where they are none, or are as servers take them; `doubtful` where nothing tells
 * whether a point or comma stands before a fraction or between thousands.
 */
export type NumberForm = EngineNumberForm | 'doubtful' | null;

/** Facts by which it is told. */
export type NumberFacts = Pick<
  EngineDelimitedColumnFacts,
  'values' | 'integers' | 'decimals' | 'pointNumbers' | 'commaNumbers'
>;

type DecimalSign = NonNullable<InputChoices['decimal']>;

/** The decimal sign that a file is said to have, and what tells it otherwise. */
export interface NumberSigns {
  readonly choice: InputChoices['decimal'];
  readonly separator: string;
}

const FORMS = { point: 'point-decimal', comma: 'comma-decimal' } as const;

/**
 * Finds out how the numbers of each column are written. A value such as 12,5 or 1.234,50 tells the sign, of its column and of
 * others that leave it open, as 1.234 does. A comma that may part values is a decimal one only beside points between
 * thousands, and one between thousands only before a decimal point: `101,102` may be a list. A choice by hand is for all. Pure.
 */
export function numberForms(columns: readonly NumberFacts[], signs: NumberSigns): readonly NumberForm[] {
  const common = commonSign(columns, signs);
  return columns.map((facts) => {
    if (facts.values === 0 || facts.integers) return null;
    if (signs.choice !== undefined) return formWith(signs.choice, facts, true);
    const own = ownSign(facts, signs);
    if (own !== null) return formWith(own, facts, own === 'comma' && common === 'comma');
    return isOpen(facts) ? openForm(facts, common, signs) : null;
  });
}

/** The numbers of a column with that sign. Pure. */
export function numbersWith(sign: DecimalSign, facts: NumberFacts): EngineWrittenNumbers {
  return sign === 'point' ? facts.pointNumbers : facts.commaNumbers;
}

/** Returns whether thousands are apart in numbers of a column. Pure. */
export function isGrouped(column: EngineDelimitedColumn, facts: NumberFacts | undefined): boolean {
  if (facts === undefined || (column !== FORMS.comma && column !== FORMS.point)) return false;
  return numbersWith(column === FORMS.comma ? 'comma' : 'point', facts).grouped;
}

/** Null where they need no change, or may be something else than numbers. @param isSure groups are thousands without a fraction too */
function formWith(sign: DecimalSign, facts: NumberFacts, isSure: boolean): NumberForm {
  const { all, grouped, spaced, fractionDigits } = numbersWith(sign, facts);
  if (!all) return null;
  if (!grouped) return sign === 'comma' ? FORMS.comma : null;
  return fractionDigits > 0 || (isSure && !spaced) ? FORMS[sign] : null;
}

/** The sign of a column whose values are numbers with this sign alone; null for none. */
function ownSign(facts: NumberFacts, { separator }: Pick<NumberSigns, 'separator'>): DecimalSign | null {
  const { pointNumbers: point, commaNumbers: comma } = facts;
  if (facts.values === 0 || point.all === comma.all) return null;
  if (point.all) return 'point';
  return separator !== ',' || comma.grouped ? 'comma' : null;
}

/** The sign that all columns have which tell it by a fraction; null where they differ, or none tells it. */
function commonSign(columns: readonly NumberFacts[], signs: NumberSigns): DecimalSign | null {
  const told = columns.flatMap((facts) => {
    const own = ownSign(facts, signs);
    return own === null || numbersWith(own, facts).fractionDigits === 0 ? [] : [own];
  });
  const [only = null] = told;
  return told.every((sign) => sign === only) ? only : null;
}

/** True where the values are numbers with either sign. */
function isOpen({ pointNumbers: point, commaNumbers: comma }: NumberFacts): boolean {
  return point.all && comma.all && !point.spaced && !comma.spaced;
}

/** Form of numbers such as 1.234, or such as 1,234. */
function openForm(facts: NumberFacts, common: DecimalSign | null, { separator }: NumberSigns): NumberForm {
  const isMixed = facts.pointNumbers.grouped && facts.commaNumbers.grouped;
  if (isMixed) return 'doubtful';
  if (facts.decimals) {
    if (common === 'comma') return FORMS.comma;
    return common === null && separator === ';' ? 'doubtful' : null;
  }
  if (separator === ',') return null;
  return common === 'point' ? 'doubtful' : FORMS.comma;
}

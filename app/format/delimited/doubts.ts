import type { Failure } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import type { TableText } from '../script/tables/table-text';
import { areDates, type DateFacts, type DateForm } from './date-form';
import { takesDates, takesNumbers } from './definition';
import type { NumberForm } from './number-form';
import type { MadeTable } from './table';

/** A file whose columns may be read in two ways. */
interface FoundForms<Form> {
  readonly file: string;
  readonly made: MadeTable;
  /** Null where the columns are inferred. */
  readonly target: TableText | null;
  readonly forms: readonly Form[];
}

/** Warns of columns of dates that stay texts, or are not taken, as nothing tells the order. Pure. */
export function doubtfulDates(
  found: FoundForms<DateForm> & { readonly facts: readonly DateFacts[] },
): readonly Failure[] {
  const { file, facts, target } = found;
  const names = doubtful(found, (name, at) => {
    const own = facts[at];
    return target === null ? own !== undefined && areDates(own) : takesDates(target, name);
  });
  return names.length === 0 ? [] : [delimitedFailures.datesDoubted({ file, names }).failure];
}

/** Warns of columns of numbers whose decimal sign nothing tells. Pure. */
export function doubtfulNumbers(found: FoundForms<NumberForm>): readonly Failure[] {
  const { file, target } = found;
  const names = doubtful(found, (name) => target === null || takesNumbers(target, name));
  return names.length === 0 ? [] : [delimitedFailures.numbersDoubted({ file, names }).failure];
}

function doubtful(
  { made: { names }, forms }: Pick<FoundForms<DateForm | NumberForm>, 'made' | 'forms'>,
  isMeant: (name: string, at: number) => boolean,
): readonly string[] {
  return names.filter((name, at) => forms[at] === 'doubtful' && isMeant(name, at));
}

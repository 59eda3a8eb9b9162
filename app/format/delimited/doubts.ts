import type { Failure } from '../../contract/failure';
import { delimitedFailures } from '../../text/format/delimited';
import type { TableText } from '../script/tables/table-text';
import { areDates, type DateFacts, type DateForm } from './types/date-form';
import { takesDates, takesNumbers } from './definition';
import type { MadeTable } from './table';

/** A file whose columns may be read in two ways. */
interface FoundColumns {
  readonly file: string;
  readonly made: MadeTable;
  /** Null where the columns are inferred. */
  readonly target: TableText | null;
}

interface FoundDates extends FoundColumns {
  readonly facts: readonly DateFacts[];
  readonly forms: readonly DateForm[];
}

/** Warns of columns of dates that stay texts, or are not taken, as nothing tells the order. Pure. */
export function doubtfulDates({ file, made, target, facts, forms }: FoundDates): readonly Failure[] {
  const isMeant = (name: string, at: number) => {
    const own = facts[at];
    return target === null ? own !== undefined && areDates(own) : takesDates(target, name);
  };
  const names = made.names.filter((name, at) => forms[at] === 'doubtful' && isMeant(name, at));
  return names.length === 0 ? [] : [delimitedFailures.datesDoubted({ file, names }).failure];
}

/** Warns of columns of numbers that are taken for decimals and may be thousands. Pure. */
export function doubtfulNumbers({
  file,
  made,
  target,
  isDoubted,
}: FoundColumns & { readonly isDoubted: readonly boolean[] }): readonly Failure[] {
  const isMeant = (name: string) => target === null || takesNumbers(target, name);
  const names = made.names.filter((name, at) => isDoubted[at] === true && isMeant(name));
  return names.length === 0 ? [] : [delimitedFailures.numbersDoubted({ file, names }).failure];
}

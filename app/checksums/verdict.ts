import { assertNever } from '../contract/exhaustive';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check } from '../contract/runs/result';
import type { ComparedTable, DifferingRange, ChecksumFinding } from './compare';
import { digitsOf } from './totals';

/** Most chunks of a table that are named one by one. */
const MOST_NAMED = 8;

/** Result of comparing one table's checksums. */
export interface ChecksumVerdict {
  readonly check: Check;
  /** Differences: the table, or each chunk. */
  readonly failures: readonly Failure[];
  /** Requested comparisons that were not possible. */
  readonly warnings: readonly Failure[];
}

/** Turns a finding into a verdict. `where` names the place that was compared with the dump, such as “the target”. */
export function checksumVerdict(
  finding: ChecksumFinding,
  table: ComparedTable,
  where: string,
): ChecksumVerdict {
  const place = { table: `${table.schema}.${table.name}` };
  switch (finding.kind) {
    case 'equal': {
      const detail = `Every row read again in the dump and in ${where}: sum ${digitsOf(finding.sum)} on both sides`;
      return { check: { kind: 'digest', state: 'ok', detail }, failures: [], warnings: [] };
    }
    case 'different': {
      const failures = failuresOf(finding, where).map(({ message, chunk }) => {
        return new SluiceError('rows-differ', message, { ...place, ...(chunk !== undefined && { chunk }) })
          .failure;
      });
      const check = { kind: 'digest', state: 'failed', detail: failures[0]?.message ?? '' } as const;
      return { check, failures, warnings: [] };
    }
    case 'not-comparable': {
      const warning = new SluiceError('rows-not-compared', finding.reason, place).failure;
      const check = { kind: 'digest', state: 'not-checked', detail: finding.reason } as const;
      return { check, failures: [], warnings: [warning] };
    }
    default:
      return assertNever(finding);
  }
}

interface NamedFailure {
  readonly message: string;
  readonly chunk?: string;
}

function failuresOf(
  { dumped, found, ranges }: Extract<ChecksumFinding, { kind: 'different' }>,
  where: string,
): readonly NamedFailure[] {
  if (ranges.length === 0) {
    const message = `The rows of ${where} are not those of the dump: ${counts(found.rows, dumped.rows, where)}.`;
    return [{ message }];
  }
  const named = ranges.slice(0, MOST_NAMED).map((range): NamedFailure => {
    const { chunk, found: part } = range;
    const message = `The rows ${keysOf(range)} are not those of ${chunk.file}: ${counts(part.rows, chunk.rows, where)}.`;
    return { message, chunk: chunk.file };
  });
  const more = ranges.length - named.length;
  return more === 0 ? named : [...named, { message: `${more} more chunks of the table differ as well.` }];
}

function counts(found: number, dumped: number | null, where: string): string {
  if (found === dumped) return `${formatRows(found)} on both sides, with other values`;
  return `${formatRows(found)} in ${where}, ${dumped === null ? 'an unrecorded number' : formatRows(dumped)} in the dump`;
}

function formatRows(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

function keysOf({ from, before }: DifferingRange): string {
  if (from === null) return before === null ? 'of the table' : `before the key (${before.join(', ')})`;
  const start = `from the key (${from.join(', ')}) on`;
  return before === null ? start : `${start}, before (${before.join(', ')})`;
}

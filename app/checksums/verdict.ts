import { assertNever } from '../contract/exhaustive';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check } from '../contract/run';
import type { ComparedTable, DifferentStretch, SumFinding } from './compare';
import { digitsOf } from './totals';

/** Most chunks of a table that are named one by one. */
const MOST_NAMED = 8;

/** Result of comparing one table's checksums. */
export interface SumVerdict {
  readonly check: Check;
  /** Differences: the table, or each chunk. */
  readonly failures: readonly Failure[];
  /** Requested comparisons that were not possible. */
  readonly warnings: readonly Failure[];
}

/** Turns a finding into a verdict. `where` names the place that was compared with the dump, such as “the target”. */
export function sumVerdict(finding: SumFinding, table: ComparedTable, where: string): SumVerdict {
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

interface Said {
  readonly message: string;
  readonly chunk?: string;
}

function failuresOf(
  { dumped, found, stretches }: Extract<SumFinding, { kind: 'different' }>,
  where: string,
): readonly Said[] {
  if (stretches.length === 0) {
    const message = `The rows of ${where} are not those of the dump: ${counts(found.rows, dumped.rows, where)}.`;
    return [{ message }];
  }
  const named = stretches.slice(0, MOST_NAMED).map((stretch): Said => {
    const { chunk, found: part } = stretch;
    const message = `The rows ${keysOf(stretch)} are not those of ${chunk.file}: ${counts(part.rows, chunk.rows, where)}.`;
    return { message, chunk: chunk.file };
  });
  const more = stretches.length - named.length;
  return more === 0 ? named : [...named, { message: `${more} more chunks of the table differ as well.` }];
}

function counts(found: number, dumped: number | null, where: string): string {
  if (found === dumped) return `${said(found)} on both sides, with other values`;
  return `${said(found)} in ${where}, ${dumped === null ? 'an unrecorded number' : said(dumped)} in the dump`;
}

function said(rows: number): string {
  return `${rows.toLocaleString('en')} ${rows === 1 ? 'row' : 'rows'}`;
}

function keysOf({ from, before }: DifferentStretch): string {
  if (from === null) return before === null ? 'of the table' : `before the key (${before.join(', ')})`;
  const start = `from the key (${from.join(', ')}) on`;
  return before === null ? start : `${start}, before (${before.join(', ')})`;
}

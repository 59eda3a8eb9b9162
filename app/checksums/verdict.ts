import { assertNever } from '../contract/exhaustive';
import { SluiceError, type Failure } from '../contract/failure';
import type { Check } from '../contract/runs/result';
import { checksumFailures, checksumText, type ComparedPlace } from '../text/checksums';
import type { ComparedTable, ChecksumFinding } from './compare';
import { digitsOf } from './totals';

/** Most chunks of a table that are named one by one. */
const MOST_NAMED = 8;

/** Result of comparing one table's checksums. */
export interface ChecksumVerdict {
  readonly check: Check;
  /** Checksum of rows that are equal, in digits; absent where they differ or were not compared. */
  readonly checksum?: string;
  /** Differences: the table, or each chunk. */
  readonly failures: readonly Failure[];
  /** Requested comparisons that were not possible. */
  readonly warnings: readonly Failure[];
}

/** Turns a finding into a verdict on the rows of one place. */
export function checksumVerdict(
  finding: ChecksumFinding,
  table: ComparedTable,
  place: ComparedPlace,
): ChecksumVerdict {
  const name = `${table.schema}.${table.name}`;
  switch (finding.kind) {
    case 'equal': {
      const checksum = digitsOf(finding.checksum);
      const detail = checksumText.rowsEqual({ place, checksum });
      return { check: { kind: 'checksum', state: 'ok', detail }, checksum, failures: [], warnings: [] };
    }
    case 'different': {
      const failures = failuresOf(finding, name, place).map(({ failure }) => failure);
      const check = { kind: 'checksum', state: 'failed', detail: failures[0]?.message ?? '' } as const;
      return { check, failures, warnings: [] };
    }
    case 'not-comparable': {
      const warning = new SluiceError('rows-not-compared', finding.reason, { table: name }).failure;
      const check = { kind: 'checksum', state: 'not-checked', detail: finding.reason } as const;
      return { check, failures: [], warnings: [warning] };
    }
    default:
      return assertNever(finding);
  }
}

function failuresOf(
  { dumped, found, ranges }: Extract<ChecksumFinding, { kind: 'different' }>,
  table: string,
  place: ComparedPlace,
): readonly SluiceError[] {
  if (ranges.length === 0)
    return [checksumFailures.rowsDiffer({ place, found: found.rows, dumped: dumped.rows }, { table })];
  const named = ranges.slice(0, MOST_NAMED).map(({ chunk, from, before, found: part }) => {
    const { file, rows } = chunk;
    const values = { place, file, from, before, found: part.rows, dumped: rows };
    return checksumFailures.chunkDiffers(values, { table, chunk: file });
  });
  const more = ranges.length - named.length;
  return more === 0 ? named : [...named, checksumFailures.moreChunksDiffer({ more }, { table })];
}

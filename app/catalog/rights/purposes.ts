import { assertNever } from '../../contract/exhaustive';
import type { AccountPurpose } from '../../contract/rights';
import { readAccountStatements, type Asking } from './account';
import type { JobWish } from './job-needs';

/** A job as it is without any option: what a screen or a command starts when nothing is chosen. */
const PLAIN = {
  schemas: [],
  content: 'everything',
  consistency: 'lock-tables',
  accounts: false,
  given: [],
  binlog: 'on',
  gtid: false,
  fastUnsafe: [],
  keepsDefiners: true,
  tier: 'auto',
  flushes: true,
  locksRows: false,
} as const satisfies Omit<JobWish, 'job'>;

/** The statements that make `sluice_JOB@%` for a purpose, on these schemas (none: all); changes nothing on the server. */
export async function readPurposeStatements(
  asking: Asking,
  purpose: AccountPurpose,
  schemas: readonly string[],
): Promise<readonly string[]> {
  const ask = (job: JobWish['job'], side?: 'source' | 'target') =>
    readAccountStatements(
      asking,
      { ...PLAIN, job, schemas },
      { account: `sluice_${job}@%`, ...(side !== undefined && { side }) },
    );
  switch (purpose) {
    case 'migrate-source':
      return await ask('migrate', 'source');
    case 'migrate-target':
      return await ask('migrate', 'target');
    case 'dump':
    case 'load':
    case 'verify':
    case 'inspect':
      return await ask(purpose);
    default:
      return assertNever(purpose);
  }
}

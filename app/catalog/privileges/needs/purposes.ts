import type { AccountPurpose, PrivilegesJob } from '../../../contract/connections/privileges';
import { readAccountStatements, type QueryTarget } from '../account';
import type { JobWish } from './job-needs';

/** Options of `sluice grants` by default. */
const PLAIN = {
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
} as const satisfies Omit<JobWish, 'job' | 'schemas'>;

const JOBS: Readonly<
  Record<AccountPurpose, { readonly job: PrivilegesJob; readonly side?: 'source' | 'target' }>
> = {
  dump: { job: 'dump' },
  load: { job: 'load' },
  'migrate-source': { job: 'migrate', side: 'source' },
  'migrate-target': { job: 'migrate', side: 'target' },
  verify: { job: 'verify' },
  inspect: { job: 'inspect' },
};

/**
 * Returns the statements that create `sluice_JOB@%` for a purpose, on these schemas (all if empty); changes nothing on
 * the server.
 */
export async function readPurposeStatements(
  target: QueryTarget,
  purpose: AccountPurpose,
  schemas: readonly string[],
): Promise<readonly string[]> {
  const { job, ...side } = JOBS[purpose];
  const account = `sluice_${job}@%`;
  return await readAccountStatements(target, { ...PLAIN, job, schemas }, { account, ...side });
}

import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import { resultLineSchema } from '../../../app/contract/output/run-lines';
import type { DumpResult, VerifyResult } from '../../../app/contract/runs/result';
import { jobResult } from '../../../app/jobs/job-result';

const warning = new SluiceError('not-readable', 'not all').failure;
const error = new SluiceError('broken-view', 'broken').failure;
const ANY = {
  state: 'done',
  ...{ ok: true, tables: 1, rows: 2, bytes: 3, seconds: 4, threads: 1, memoryPeakBytes: 0 },
  ...{ verdicts: [], checks: [], warnings: [], errors: [], retries: 0, files: 5, storedBytes: 6 },
} as const;
const DUMP: DumpResult = {
  ...{ kind: 'dump', ...ANY, state: 'done-with-warnings', warnings: [warning] },
  ...{ lockWaitMs: null, lockHeldMs: null, consistency: null },
};
const PROOF: VerifyResult = { kind: 'verify', ...ANY, seconds: 40, certificate: '/dumps/a.certificate.json' };

describe('jobResult', () => {
  it('is the dump’s, with the proof’s in it', () => {
    expect(jobResult(DUMP, PROOF)).toEqual({ ...DUMP, proof: PROOF });
  });

  it('fails with its proof, though the dump was made', () => {
    const failed: VerifyResult = { ...PROOF, ok: false, state: 'failed', errors: [error], begun: false };
    expect(jobResult(DUMP, failed)).toEqual({
      ...DUMP,
      ...{ ok: false, state: 'failed', errors: [error], proof: failed },
    });
  });

  it('has the warnings of both', () => {
    const risky: VerifyResult = { ...PROOF, state: 'done-with-warnings', warnings: [error] };
    const whole = jobResult({ ...DUMP, state: 'done' }, risky);
    expect([whole.state, whole.warnings]).toEqual(['done-with-warnings', [warning, error]]);
  });

  it('has the notices of both', () => {
    const whole = jobResult({ ...DUMP, notices: ['one'] }, { ...PROOF, notices: ['two'] });
    expect(whole.notices).toEqual(['one', 'two']);
  });

  it('is a line that the schema describes', () => {
    const line = { type: 'result', ...jobResult(DUMP, PROOF) };
    expect(resultLineSchema.parse(line)).toEqual(line);
  });
});

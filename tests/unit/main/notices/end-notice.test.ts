import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../../app/contract/failure';
import type { RunHeader } from '../../../../app/contract/runs/run';
import type { RunState } from '../../../../app/contract/runs/state';
import type { RunResult } from '../../../../app/contract/runs/result';
import { endNotice } from '../../../../app/main/notices/end-notice';

const header: RunHeader = { runId: 'r1', kind: 'dump', title: 'shop → /backups', startedAt: 0, threads: 4 };

function result(state: RunState, errors: RunResult['errors'] = []): RunResult {
  return { state, errors } as RunResult;
}

describe('endNotice', () => {
  it('says what ended, and how', () => {
    expect(endNotice(header, result('done'))).toEqual({ title: 'Dump done', body: 'shop → /backups' });
    expect(endNotice({ ...header, kind: 'load' }, result('done-with-warnings'))?.title).toBe(
      'Load done with warnings',
    );
    expect(endNotice({ ...header, kind: 'migrate' }, result('incomplete'))?.title).toBe(
      'Migration incomplete',
    );
  });

  it('gives the first reason of a failure', () => {
    const { failure } = new SluiceError('connect-lost', 'The server went away.');
    expect(endNotice(header, result('failed', [failure]))).toEqual({
      title: 'Dump failed',
      body: 'shop → /backups\nThe server went away.',
    });
  });

  it('is silent of a run that its user cancelled', () => {
    expect(endNotice(header, result('cancelled'))).toBeNull();
  });
});

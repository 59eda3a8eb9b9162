import { describe, expect, it } from 'vitest';
import { DUMP_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import { SluiceError } from '../../../app/contract/failure';
import type { HistoryEntry } from '../../../app/contract/runs/history';
import type { DumpResult, VerifyResult } from '../../../app/contract/runs/result';
import type { RunHeader } from '../../../app/contract/runs/run';
import { jobOf } from '../../../app/jobs/job-list';
import type { SavedJob } from '../../../app/jobs/saved-jobs';
import { begunRecord, endedRecord, entryOf } from '../../../app/runs/history/records';

const FOLDER = '/a/mount/that/is/gone/shop-2026-11-20';
const REFERENCE = { id: '0123456789abcdef', name: 'Nightly' };
const SETUP: SavedJob['setup'] = {
  kind: 'dump',
  server: { name: 'db1', profileId: 'p1' },
  folder: FOLDER,
  options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
};
const JOB: SavedJob = { ...REFERENCE, setup: SETUP, keep: null };
const ANY = {
  ...{ ok: true, tables: 1, rows: 2, bytes: 3, seconds: 4, threads: 1, memoryPeakBytes: 0 },
  ...{ verdicts: [], checks: [], warnings: [], errors: [], retries: 0, files: 5, storedBytes: 6 },
};
const DUMP: DumpResult = {
  ...{ kind: 'dump', ...ANY, state: 'done' },
  ...{ lockWaitMs: null, lockHeldMs: null, consistency: null },
};
const PARTIAL: DumpResult = {
  ...{ ...DUMP, state: 'done-with-warnings' },
  warnings: [new SluiceError('not-readable', 'not all').failure],
};
const PROOF: VerifyResult = { kind: 'verify', ...ANY, state: 'done' };

function entry(startedAt: number, result: DumpResult | VerifyResult): HistoryEntry {
  const header: RunHeader = {
    ...{ runId: startedAt.toString(16).padStart(16, '0'), kind: result.kind },
    ...{ title: '', startedAt, threads: 1 },
  };
  const begun = begunRecord({ header, setup: SETUP, job: REFERENCE }, 'command', { pid: 1, began: '' });
  return entryOf({ begun, ended: endedRecord(header.runId, result) }, false);
}

const isPartial = (...newestFirst: readonly HistoryEntry[]) => jobOf(JOB, newestFirst).last?.isPartial;

describe('jobOf', () => {
  it('says by the history alone whether the last dump is partial: its folder may be on a mount that hangs', () => {
    expect(isPartial(entry(1, PARTIAL))).toBe(true);
    expect(isPartial(entry(2, DUMP), entry(1, PARTIAL))).toBe(false);
  });

  it('says of a proof of the last dump whether that is partial', () => {
    expect(isPartial(entry(2, PROOF), entry(1, PARTIAL))).toBe(true);
    expect(isPartial(entry(3, PROOF), entry(2, DUMP), entry(1, PARTIAL))).toBe(false);
  });

  it('has no last run before the first', () => {
    expect(jobOf(JOB, []).last).toBeNull();
  });
});

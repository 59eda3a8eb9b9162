import { describe, expect, it } from 'vitest';
import type { HealthCounters } from '../../../app/catalog/server/health';
import { healthOf } from '../../../app/runs/server-watch';

const BEGIN: HealthCounters = {
  threadsRunning: 3,
  lockWaits: 1,
  dirtyPages: 50,
  allPages: 200,
  pageRequests: 1000,
  pageReads: 100,
};

describe('health of a server', () => {
  it('says nothing of the reads before it was looked at', () => {
    expect(healthOf(null, BEGIN)).toEqual({
      threadsRunning: 3,
      lockWaits: 1,
      dirtyShare: 0.25,
      missShare: null,
    });
  });

  it('counts the reads between two looks', () => {
    const now = { ...BEGIN, pageRequests: 1100, pageReads: 125 };
    expect(healthOf(BEGIN, now).missShare).toBe(0.25);
  });

  it('says nothing of reads when there were none, or when the counters began anew', () => {
    expect(healthOf(BEGIN, BEGIN).missShare).toBeNull();
    expect(healthOf(BEGIN, { ...BEGIN, pageRequests: 5, pageReads: 5 }).missShare).toBeNull();
  });

  it('takes a server without a buffer pool as one without dirty pages', () => {
    expect(healthOf(null, { ...BEGIN, dirtyPages: 0, allPages: 0 }).dirtyShare).toBe(0);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import type { LoadSelection } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import type { Moment } from '../harness/faulty-network';
import { CrashTarget } from './crash-target';

const SOURCE = 'killed_source';
const COPY = 'killed_copy';

/** Half a chunk of a table without transactions can't be rolled back: such a table is loaded by itself. */
const PLAIN = { kind: 'table', schema: SOURCE, name: 'plain' } as const;
const ONLY_PLAIN: LoadSelection = { include: [PLAIN], exclude: [], content: 'everything' };
const ALL_BUT_PLAIN: LoadSelection = {
  include: [{ kind: 'schema', schema: '%' }],
  exclude: [PLAIN],
  content: 'everything',
};

describe.each(testVendors)('a target server that is killed in the middle of a load, %s', (vendor) => {
  let target: CrashTarget;

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: COPY });
  });

  afterAll(() => target.end());

  beforeEach(async () => {
    target.server.network.mend();
    await target.clear();
  });

  /** Kills the server while a statement is on its way to it. */
  async function killAt(moment: Moment, times: number): Promise<void> {
    await target.server.network.at(moment, 'hold', times);
    await target.kill();
  }

  function expectDone({ errors, state }: RunResult): void {
    expect({ errors, state }).toEqual({ errors: [], state: 'done' });
  }

  it.each(
    shareOf(
      [
        ['rows', 9],
        ['commit', 5],
        ['index', 1],
      ] as const,
      vendor === 'mariadb',
    ),
  )('at %s (%i) and is back: the same run goes on, to equal data', async (moment, times) => {
    const loading = target.load({ reconnectMs: 600_000, selection: ALL_BUT_PLAIN });
    await killAt(moment, times);
    await target.comeBack();
    const result = await loading;
    expectDone(result);
    expect(result.retries).toBeGreaterThan(0);
    expectDone(await target.load({ selection: ONLY_PLAIN }));
    await target.expectWhole();
  });

  it.each(
    shareOf(
      [
        ['rows', 3],
        ['count', 2],
      ] as const,
      vendor === 'mariadb',
    ),
  )('at %s (%i) for good: --resume goes on when it is back', async (moment, times) => {
    const loading = target.load();
    await killAt(moment, times);
    const { state, errors, unfinished } = await loading;
    expect(state).toBe('incomplete');
    expect(['connect-lost', 'connect-refused']).toContain(errors[0]?.code);
    expect(unfinished?.resume).toContain('--resume');
    await target.comeBack();
    expect(await target.isUnfinished()).toBe(true);
    expectDone(await target.load({ resume: true }));
    await target.expectWhole();
  });

  it('in the rows of a table without transactions: the run says so, and --resume loads that table anew', async () => {
    expectDone(await target.load({ selection: ALL_BUT_PLAIN }));
    const loading = target.load({ selection: ONLY_PLAIN, reconnectMs: 600_000 });
    await killAt('rows', 2);
    await target.comeBack();
    // Nobody knows how much of the chunk is there: it is not tried again, although the server is back.
    const { state, errors, unfinished } = await loading;
    expect(state).toBe('incomplete');
    expect(errors).toMatchObject([{ code: 'connect-lost', table: `${target.copy}.plain` }]);
    expect(unfinished?.resume).toContain('--resume');
    expectDone(await target.load({ selection: ONLY_PLAIN, resume: true }));
    await target.expectWhole();
  });
});

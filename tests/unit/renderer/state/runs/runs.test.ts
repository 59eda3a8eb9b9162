import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunChanges, RunHeader, RunUpdate, RunView } from '../../../../../app/contract/runs/run';
import type { RunResult } from '../../../../../app/contract/runs/result';
import type * as runsModule from '../../../../../renderer/state/runs/runs';
import { NO_TOTALS } from '../../../../../renderer/state/runs/run-model';

const header: RunHeader = { runId: 'r', kind: 'dump', title: 'a → b', startedAt: 0, threads: 1 };

const update = (revision: number, more: Partial<RunChanges> = {}): RunUpdate => ({
  runId: 'r',
  revision,
  state: 'running',
  stage: 'data',
  elapsedMs: revision * 100,
  totals: NO_TOTALS,
  lanes: [],
  tables: [],
  segments: [],
  log: [{ at: revision, level: 'info', text: `record ${String(revision)}` }],
  historyList: null,
  silences: [],
  health: [],
  result: null,
  ...more,
});

const RESULT: RunResult = {
  ...{ kind: 'dump', ok: true, state: 'done', tables: 0, rows: 0, bytes: 0, seconds: 1, threads: 1 },
  ...{ memoryPeakBytes: 0, verdicts: [], checks: [], warnings: [], errors: [], retries: 0 },
  ...{ files: 0, storedBytes: 0, lockWaitMs: null, lockHeldMs: null, consistency: null },
};

const view = (revision: number): RunView => ({
  ...update(revision),
  header,
  log: Array.from({ length: revision }, (_, index) => ({
    at: index + 1,
    level: 'info' as const,
    text: `record ${String(index + 1)}`,
  })),
});

describe('a run that starts', () => {
  beforeEach(() => {
    vi.resetModules();
  });

  /** The window's state with a bridge of which the test decides when it answers. */
  async function withAnswer() {
    let answer: (value: RunView) => void = () => undefined;
    const answered = new Promise<RunView>((resolve) => {
      answer = resolve;
    });
    vi.doMock('../../../../../renderer/state/remote/bridge', () => ({ request: () => answered }));
    const runs = await import('../../../../../renderer/state/runs/runs');
    return { ...runs, answer };
  }

  it('loses nothing when updates overtake the first view', async () => {
    const { openRun, takeUpdate, useRuns, answer } = await withAnswer();
    const opened = openRun(() => Promise.resolve(header));
    await Promise.resolve();
    takeUpdate(update(2));
    takeUpdate({ ...update(3), state: 'done', result: RESULT, isReadingPages: false });
    await Promise.resolve();
    answer(view(1));
    await opened;
    const run = useRuns.getState().byId.r;
    expect(run?.log.map(({ at }) => at)).toEqual([1, 2, 3]);
    expect(run?.state).toBe('done');
  });

  it('keeps its tab closed when its pages have been read', async () => {
    const { openRun, takeUpdate, closeRun, useRuns, answer } = await withAnswer();
    answer(view(1));
    await openRun(() => Promise.resolve(header));
    takeUpdate({ ...update(2), state: 'done', result: RESULT, isReadingPages: true });
    closeRun('r');
    takeUpdate({ ...update(3), state: 'done', result: RESULT, isReadingPages: false });
    expect(useRuns.getState()).toMatchObject({ order: [], byId: { r: { isReadingPages: false } } });
  });

  it('is not put in front of a user who has gone elsewhere', async () => {
    const { openRun, answer } = await withAnswer();
    const { show, useNavigation } = await import('../../../../../renderer/state/app/navigation');
    show('dump');
    const opened = openRun(async () => {
      show('connections');
      await Promise.resolve();
      return header;
    });
    answer(view(1));
    await opened;
    expect(useNavigation.getState()).toMatchObject({ screen: 'connections', runId: null });
  });
});

describe('the buttons of a run', () => {
  it.each([
    ['pauses', 'runs/pause', ({ pauseRun }: Runs) => pauseRun, {}],
    ['goes on', 'runs/resume', ({ resumeRun }: Runs) => resumeRun, {}],
    ['cancels', 'runs/cancel', ({ cancelRun }: Runs) => cancelRun, {}],
    [
      'sets the lanes',
      'runs/set-threads',
      ({ setRunThreads }: Runs) =>
        (runId: string) => {
          setRunThreads(runId, 3);
        },
      { threads: 3 },
    ],
  ] as const)('ask for what they say: one %s', async (_what, channel, buttonOf, more) => {
    vi.resetModules();
    const request = vi.fn(() => Promise.resolve(null));
    vi.doMock('../../../../../renderer/state/remote/bridge', () => ({ request }));
    buttonOf(await import('../../../../../renderer/state/runs/runs'))('r');
    expect(request.mock.calls).toEqual([[channel, { runId: 'r', ...more }]]);
  });
});

type Runs = typeof runsModule;

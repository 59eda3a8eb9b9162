import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from '../../../../../renderer/state/remote/bridge';

/** A main process that answers when it is told to. */
function main() {
  const answers: (() => void)[] = [];
  const asked: string[] = [];
  vi.stubGlobal('window', {
    sluice: {
      request: (name: string) => {
        asked.push(name);
        return new Promise((resolve) => {
          answers.push(() => resolve({ kind: 'done', value: { runId: String(asked.length) } }));
        });
      },
    },
  });
  return {
    asked,
    answerAll: () => {
      for (const answer of answers.splice(0)) answer();
    },
  };
}

describe('a run that is asked for twice', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is one run while the first request is under way, and another afterwards', async () => {
    const { asked, answerAll } = main();
    const [first, second] = [request('jobs/run', { jobId: 'a' }), request('jobs/run', { jobId: 'a' })];
    const other = request('jobs/run', { jobId: 'b' });
    expect(asked).toHaveLength(2);
    answerAll();
    expect(await second).toBe(await first);
    expect(await other).not.toBe(await first);
    const again = request('jobs/run', { jobId: 'a' });
    expect(asked).toHaveLength(3);
    answerAll();
    await again;
  });

  it('is not what is only looked up', () => {
    const { asked } = main();
    void request('jobs/list', null);
    void request('jobs/list', null);
    expect(asked).toHaveLength(2);
  });
});

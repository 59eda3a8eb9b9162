import { describe, expect, it, vi } from 'vitest';
import type { EngineEvent, EngineFailure } from '../../../app/engine/events';
import { EngineWaiter } from '../../../app/engine/wait';
import { said } from '../harness/engine';
import { failingWith } from '../harness/failure';

const FAILURE: EngineFailure = {
  code: 'connect-lost',
  message: said('Gone.'),
  hint: null,
  errno: 2013,
  retryable: true,
};
const DONE: EngineEvent = { kind: 'finished', state: 'done', failures: [] };
const CANCELLED: EngineEvent = { kind: 'finished', state: 'cancelled', failures: [] };
const FAILED: EngineEvent = { kind: 'finished', state: 'failed', failures: [FAILURE] };
const OPEN: EngineEvent = { kind: 'sessions-open' };

function waiting() {
  const waiter = new EngineWaiter();
  const next = vi.fn();
  const sink = waiter.sink(next);
  const send = (...events: readonly EngineEvent[]) => {
    sink({ events, progress: null });
  };
  return { waiter, next, send };
}

describe('EngineWaiter', () => {
  it('resolves whether the milestone comes before or after somebody waits for it', async () => {
    const { waiter, send } = waiting();
    const early = waiter.until('sessions-open');
    send(OPEN);
    await early;
    await waiter.until('sessions-open');
  });

  it('keeps a caller waiting while other things happen', async () => {
    const { waiter, send } = waiting();
    const reached = vi.fn();
    const wait = waiter.until('snapshots-taken').then(reached);
    send(OPEN);
    await Promise.resolve();
    expect(reached).not.toHaveBeenCalled();
    send({ kind: 'snapshots-taken', ms: 3 });
    await wait;
    expect(reached).toHaveBeenCalledOnce();
  });

  it('fails every wait with the job’s first failure when the job ends without the milestone', async () => {
    const { waiter, send } = waiting();
    const waits = [waiter.until('sessions-open'), waiter.until('snapshots-taken')];
    send(FAILED);
    for (const wait of [...waits, waiter.until('snapshots-taken')]) {
      await expect(wait).rejects.toThrow(failingWith('connect-lost', { errno: 2013, retryable: true }));
    }
  });

  it('keeps a milestone that was reached in the same batch as the end', async () => {
    const { waiter, send } = waiting();
    const wait = waiter.until('sessions-open');
    send(OPEN, FAILED);
    await expect(wait).resolves.toBeUndefined();
  });

  it.each([
    [DONE, null],
    [FAILED, 'connect-lost'],
    [CANCELLED, 'cancelled'],
    [{ kind: 'finished', state: 'failed', failures: [] } satisfies EngineEvent, 'internal'],
  ] as const)('ends as the job does: %j', async (end, code) => {
    const { waiter, send } = waiting();
    const before = waiter.finished();
    send(end);
    for (const wait of [before, waiter.finished()]) {
      if (code === null) await expect(wait).resolves.toBeUndefined();
      else await expect(wait).rejects.toThrow(failingWith(code));
    }
  });

  it('gives a failure of the engine the remedy of its code', async () => {
    const { waiter, send } = waiting();
    send(FAILED);
    await expect(waiter.finished()).rejects.toThrow(
      failingWith('connect-lost', { hint: expect.stringMatching(/^Check the server/) as unknown }),
    );
  });

  it('passes every batch on before a waiting caller resumes', async () => {
    const { waiter, next, send } = waiting();
    const order: string[] = [];
    next.mockImplementation(() => order.push('batch'));
    const wait = waiter.until('sessions-open').then(() => order.push('waiter'));
    send(OPEN);
    await wait;
    expect(order).toEqual(['batch', 'waiter']);
  });
});

import { describe, expect, it } from 'vitest';
import type { Cancellation } from '../../../app/engine/cancellation';
import { Planning } from '../../../app/main/planning';

/** Work that ends when it is cancelled, with an answer that is none. */
const untilCancelled = (cancellation: Cancellation) =>
  new Promise<string>((resolve) => {
    cancellation.onCancel(() => {
      resolve('half of it');
    });
  });

describe('Planning', () => {
  it('gives what the work gives', async () => {
    expect(await new Planning().run(() => Promise.resolve('plan'))).toBe('plan');
  });

  it('passes a failure on', async () => {
    const failing = new Planning().run(() => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  });

  it('takes no answer from work that was cancelled', async () => {
    const planning = new Planning();
    const outcome = planning.run(untilCancelled);
    planning.cancel();
    await expect(outcome).rejects.toMatchObject({ failure: { code: 'cancelled' } });
  });

  it('ends what is being planned when something else is to be', async () => {
    const planning = new Planning();
    const first = planning.run(untilCancelled);
    const second = planning.run(() => Promise.resolve('plan'));
    await expect(first).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect(await second).toBe('plan');
  });
});

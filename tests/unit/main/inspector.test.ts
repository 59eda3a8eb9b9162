import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import type { Addon } from '../../../app/engine/addon';
import { Inspector } from '../../../app/main/inspector';

/** No file is read here: whoever asks the engine for anything fails the test by its TypeError. */
const NO_ENGINE = {} as Addon;

describe('Inspector', () => {
  it('gives what the work gives, and hands a reader to it that wishes for pictures', async () => {
    const inspector = new Inspector(NO_ENGINE);
    const wishes = await inspector.run((reader) => Promise.resolve(reader.wishes));
    expect(wishes?.maxCells).toBeGreaterThan(0);
  });

  it('passes a failure on', async () => {
    const failing = new Inspector(NO_ENGINE).run(() => Promise.reject(new SluiceError('file-failed', 'no')));
    await expect(failing).rejects.toMatchObject({ failure: { code: 'file-failed' } });
  });

  it('cancels the work, whatever that then fails with, and waits until it has ended', async () => {
    const inspector = new Inspector(NO_ENGINE);
    let ended = false;
    const running = inspector.run(
      ({ cancellation }) =>
        new Promise((_resolve, reject) => {
          cancellation.onCancel(() =>
            setTimeout(() => {
              ended = true;
              reject(new Error('the session is gone'));
            }, 5),
          );
        }),
    );
    const outcome = running.catch((error: unknown) => error);
    await inspector.cancelAll();
    expect(ended).toBe(true);
    expect(await outcome).toMatchObject({ failure: { code: 'cancelled' } });
  });
});

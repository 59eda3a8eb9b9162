import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import type { MigrateResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import type { Moment } from '../harness/faulty-network';
import { CrashPair } from './crash-pair';

/** Longer than any test: what ends a migration then is something else. */
const FOR_EVER_MS = 3_600_000;
/** Interval of checks of a silent connection. */
const IMPATIENT_MS = 300;

/** Waits for a moment of a run, and fails at once where the run ends without it. */
async function reached(moment: Promise<void>, running: Promise<MigrateResult>): Promise<void> {
  const early = await Promise.race([moment, running]);
  if (early !== undefined)
    throw new Error(`The run ended before its moment: ${JSON.stringify(early.errors)}`);
}

describe.each(testVendors)('a server that goes away in the middle of a migration, %s', (vendor) => {
  let pair: CrashPair;

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
  });

  afterAll(() => pair.end());

  beforeEach(async () => {
    pair.source.network.mend();
    pair.target.network.mend();
    await pair.clear();
  });

  it.each(
    shareOf<readonly [Moment, number]>(
      [
        ['rows', 4],
        ['commit', 5],
        ['index', 1],
      ],
      vendor === 'mariadb',
    ),
  )(
    'the target, killed at %s (%i), is back: the same run goes on, without and with a key',
    async (moment, n) => {
      // Half a chunk of a table without transactions can't be rolled back within the run: see crash.test.ts.
      await pair.source.use((connection) => connection.query(`DROP TABLE ${pair.schema}.plain`));
      const held = pair.target.network.at(moment, 'hold', n);
      const running = pair.migrate({ reconnectMs: FOR_EVER_MS });
      await reached(held, running);
      await pair.target.goDown();
      await pair.target.comeBack();
      const result = await running;
      pair.expectDone(result);
      expect(result.retries).toBeGreaterThan(0);
      await pair.expectWhole();
    },
  );

  it('the target is gone for good: exit code 4, and the named command resumes', async () => {
    const held = pair.target.network.at('commit', 'hold', 4);
    const command = pair.migrateElsewhere(['--retry-for', '0']);
    await held;
    await pair.target.goDown();
    const { exitCode, result } = await command.ended;
    expect({ exitCode, state: result.state }).toEqual({ exitCode: 4, state: 'incomplete' });
    expect(['connect-lost', 'connect-refused']).toContain(result.errors[0]?.code);
    await pair.target.comeBack();
    await pair.resumeSource();
    const resumed = await pair.follow(result.unfinished?.resume ?? '');
    // Tables that are loaded again are named in warnings.
    expect({ exitCode: resumed.exitCode, errors: resumed.result.errors }).toEqual({
      exitCode: 3,
      errors: [],
    });
    await pair.expectWhole();
  });

  it('the source dies while its rows are read: exit code 4, the snapshot is named as lost, --resume takes a new one', async () => {
    const held = pair.source.network.at('read', 'hold', 6);
    const command = pair.migrateElsewhere([]);
    await held;
    await pair.source.goDown();
    const { exitCode, result } = await command.ended;
    expect({ exitCode, state: result.state }).toEqual({ exitCode: 4, state: 'incomplete' });
    expect(result.errors[0]).toMatchObject({
      code: 'source-lost',
      message: expect.stringContaining('its snapshot with it') as unknown,
      hint: expect.stringContaining('--resume, which takes a new one') as unknown,
    });
    await pair.source.comeBack();
    await pair.resumeSource();
    const resumed = await pair.follow(result.unfinished?.resume ?? '');
    // Tables that are loaded again are named in warnings.
    expect({ exitCode: resumed.exitCode, errors: resumed.result.errors }).toEqual({
      exitCode: 3,
      errors: [],
    });
    await pair.expectWhole();
  });

  it('the source dies at the snapshot: nothing was made on the target, and nothing is left there', async () => {
    const held = pair.source.network.at('snapshot', 'hold');
    const running = pair.migrate();
    await reached(held, running);
    await pair.source.goDown();
    const { state, errors, unfinished } = await running;
    expect({ state, unfinished }).toEqual({ state: 'failed', unfinished: null });
    expect(errors[0]?.code).toBe('connect-lost');
    expect(await pair.isUntouched()).toBe(true);
    await pair.source.comeBack();
  });

  it.each(
    shareOf<readonly ['source' | 'target', Moment, number]>(
      [
        ['source', 'read', 4],
        ['target', 'commit', 3],
      ],
      vendor === 'mariadb',
    ),
  )(
    'the network to the %s swallows everything, from %s (%i) on: no lane waits for ever',
    async (side, moment, n) => {
      const silent = pair[side].network.at(moment, 'hold', n);
      const { runId, ended } = pair.start({ silenceMs: IMPATIENT_MS });
      await silent;
      pair[side].network.silence();
      const { state, errors } = await ended;
      expect(state).toBe('incomplete');
      expect(errors[0]?.code).toMatch(side === 'source' ? /^source-lost$/ : /^connect-(?:lost|refused)$/);
      expect(pair.logOf(runId)).toMatch(new RegExp(`The ${side}: Connection .* has gone silent`));
      await pair[side].goDown();
      await pair[side].comeBack();
      pair.expectDone(await pair.migrate({ resume: true }));
      await pair.expectWhole();
    },
  );

  it('both networks are slow: the rows are the same', async () => {
    for (const side of ['source', 'target'] as const) pair[side].network.delayMs = 2;
    pair.expectDone(await pair.migrate());
    await pair.expectWhole();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import type { LoadSelection } from '../../../app/contract/runs/options';
import type { RunResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import type { Moment } from '../harness/faulty-network';
import type { OwnServer } from '../harness/own-server';
import { CrashTarget } from '../load/crash-target';
import { CrashPair, SIDES } from '../migrate/crash-pair';

const SOURCE = 'restarted_source';
/** Half a chunk of a table without transactions can't be rolled back: such a table is loaded by itself. */
const PLAIN = { kind: 'table', schema: SOURCE, name: 'plain' } as const;
const ONLY_PLAIN: LoadSelection = { include: [PLAIN], exclude: [], content: 'everything' };
const ALL_BUT_PLAIN: LoadSelection = {
  include: [{ kind: 'schema', schema: '%' }],
  exclude: [PLAIN],
  content: 'everything',
};

const MOMENTS = [
  ['rows', 9],
  ['commit', 5],
  ['index', 1],
] as const;

/** Shuts the server down at the moment; it answers whatever has arrived, and then nobody. */
async function shutDownAt(
  server: OwnServer,
  [moment, times]: readonly [Moment, number],
  running: Promise<RunResult>,
): Promise<void> {
  const early = await Promise.race([server.network.at(moment, 'wait', times), running]);
  if (early !== undefined)
    throw new Error(`The run ended before its moment: ${JSON.stringify(early.errors)}`);
  const stopping = server.shutDown();
  server.network.release();
  await stopping;
}

/**
 * A server that ends in peace answers differently from one that is killed, which has its own tests
 * (load/server-killed.test.ts, migrate/killed-servers.test.ts); for a dump see faults/server-shutdown.test.ts.
 */
describe.each(testVendors)('a target that is restarted in the middle of a load, %s', (vendor) => {
  let target: CrashTarget;

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: 'restarted_copy' });
  });
  beforeEach(() => target.clear());
  afterAll(() => target.end());

  it.each(shareOf(MOMENTS, vendor === 'mariadb'))(
    'at %s (%i): a run that waits goes on when it is back, and ends equal',
    async (moment, times) => {
      const loading = target.load({ reconnectMs: 600_000, selection: ALL_BUT_PLAIN });
      await shutDownAt(target.server, [moment, times], loading);
      await target.comeBack();
      const result = await loading;
      expect(result).toMatchObject({ ok: true, errors: [] });
      expect(await target.load({ selection: ONLY_PLAIN })).toMatchObject({ ok: true, errors: [] });
      await target.expectWhole();
    },
  );

  it.each(shareOf(MOMENTS, vendor === 'mariadb'))(
    'at %s (%i): one that does not wait says so, and --resume ends equal',
    async (moment, times) => {
      const loading = target.load();
      await shutDownAt(target.server, [moment, times], loading);
      const { state, errors, unfinished } = await loading;
      expect(state).toBe('incomplete');
      expect(errors[0]?.code).toMatch(/^connect-(?:lost|refused)$/);
      expect(errors[0]?.hint).toBeDefined();
      expect(unfinished?.resume).toContain('--resume');
      await target.comeBack();
      expect(await target.load({ resume: true })).toMatchObject({ ok: true, errors: [] });
      await target.expectWhole();
    },
  );
});

describe.each(testVendors)('a server that is restarted in the middle of a migration, %s', (vendor) => {
  let pair: CrashPair;

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
  });
  beforeEach(() => pair.clear());
  afterAll(() => pair.end());

  it.each(
    shareOf<readonly [Moment, number]>(
      [
        ['rows', 3],
        ['index', 1],
      ],
      vendor === 'mariadb',
    ),
  )('the target, at %s (%i): it says so, and --resume ends equal', async (moment, times) => {
    const running = pair.migrate();
    await shutDownAt(pair.target, [moment, times], running);
    const { state, errors, unfinished } = await running;
    expect(state).toBe('incomplete');
    expect(errors[0]?.code).toMatch(/^connect-(?:lost|refused)$/);
    expect(unfinished?.resume).toContain('--resume');
    await pair.target.comeBack();
    pair.expectDone(await pair.migrate({ resume: true }));
    await pair.expectWhole();
  });

  it('the source, while its rows are read: its snapshot is lost, and --resume takes another', async () => {
    const running = pair.migrate({ reconnectMs: 600_000 });
    await shutDownAt(pair.source, ['read', 4], running);
    await pair.source.comeBack();
    const { state, errors, unfinished } = await running;
    expect(state).toBe('incomplete');
    expect(errors[0]?.code).toBe('source-lost');
    expect(errors[0]?.message).toContain('its snapshot with it');
    expect(errors[0]?.hint).toContain('--resume, which takes a new one');
    expect(unfinished?.resume).toContain('--resume');
    pair.expectDone(await pair.migrate({ resume: true }));
    await pair.expectWhole();
  });

  it('both, one after the other: the second resume ends equal', async () => {
    for (const side of SIDES) {
      const running = pair.migrate({ resume: side === 'target' });
      await shutDownAt(pair[side], side === 'source' ? ['read', 4] : ['rows', 2], running);
      expect((await running).state).toBe('incomplete');
      await pair[side].comeBack();
    }
    pair.expectDone(await pair.migrate({ resume: true }));
    await pair.expectWhole();
  });
});

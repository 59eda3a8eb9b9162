import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareOf } from '../../fixtures/extent';
import type { Failure } from '../../../app/contract/failure';
import type { RunResult } from '../../../app/contract/runs/result';
import { testVendors } from '../../servers/test-server';
import type { FaultyNetwork, Moment } from '../harness/faulty-network';
import { CrashTarget } from '../load/crash-target';
import { CrashPair } from '../migrate/crash-pair';
import { Demotion } from './demotion';

/** Demotes a server while a statement is on its way to it. */
async function demotedAt(
  network: FaultyNetwork,
  demotion: Demotion,
  [moment, times]: readonly [Moment, number],
  running: Promise<RunResult>,
): Promise<void> {
  const early = await Promise.race([network.at(moment, 'wait', times), running]);
  if (early !== undefined)
    throw new Error(`The run ended before its moment: ${JSON.stringify(early.errors)}`);
  await demotion.demote();
  network.release();
}

function expectReadOnly(failure: Failure | undefined): void {
  expect(failure).toMatchObject({ code: 'target-read-only', errno: 1290 });
  expect(failure?.message).toMatch(/--(?:super-)?read-only/);
  expect(failure?.statement).toBeDefined();
  expect(failure?.hint).toMatch(/read_only.*--resume/);
}

describe.each(testVendors)('a target that is demoted in the middle of a load, %s', (vendor) => {
  let target: CrashTarget;
  let demotion: Demotion;

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: 'demoted_source', copy: 'demoted_copy' });
    demotion = await Demotion.of(target.server, vendor);
  });
  beforeEach(() => target.clear());
  afterEach(() => demotion.promote());
  afterAll(async () => {
    await demotion.end();
    await target.end();
  });

  const scratchSchemas = () =>
    target.onServer(async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>("SHOW DATABASES LIKE 'sluice\\_check\\_%'");
      return rows.map((row) => String(Object.values(row)[0]));
    });

  it.each(
    shareOf(
      [
        ['rows', 9],
        ['commit', 5],
        ['index', 1],
        ['foreign-key', 1],
      ] as const,
      vendor === 'mariadb',
    ),
  )('at %s (%i): it says so, and --resume goes on when it takes writes', async (moment, times) => {
    const loading = target.load();
    await demotedAt(target.server.network, demotion, [moment, times], loading);
    const { state, targetState, errors, unfinished } = await loading;
    expect({ state, targetState }).toEqual({ state: 'incomplete', targetState: 'left' });
    expectReadOnly(errors[0]);
    if (moment !== 'foreign-key') expect(errors[0]?.table).toContain(`${target.copy}.`);
    expect(unfinished?.resume).toContain('--resume');

    const tooEarly = await target.load({ resume: true });
    expect(tooEarly.errors).toMatchObject([{ code: 'target-read-only' }]);
    expect(tooEarly.errors[0]?.hint).toContain('SET GLOBAL read_only = OFF');
    expect(tooEarly.targetState).not.toBe('rolled-back');

    await demotion.promote();
    expect(await target.load({ resume: true })).toMatchObject({ state: 'done', errors: [] });
    await target.expectWhole();
  });

  it('while definitions are tried: it blames no definition, names what is left, and the next load drops that', async () => {
    const loading = target.load();
    await demotedAt(target.server.network, demotion, ['table', 1], loading);
    const { state, targetState, errors } = await loading;
    expect({ state, targetState }).toEqual({ state: 'failed', targetState: 'untouched' });
    expectReadOnly(errors[0]);
    const [scratch] = await scratchSchemas();
    expect(errors[0]?.message).toContain(`The scratch schema “${scratch ?? ''}” could not be dropped`);

    await demotion.promote();
    expect(await target.load()).toMatchObject({ state: 'done', errors: [] });
    await target.expectWhole();
    expect(await scratchSchemas()).toEqual([]);
  });

  it('before the load: it is refused, and nothing is made', async () => {
    await demotion.demote();
    const refused = await target.load();
    expect(refused).toMatchObject({ state: 'failed', targetState: 'untouched' });
    expect(refused.errors).toMatchObject([{ code: 'target-read-only' }]);
    expect(refused.errors[0]?.hint).toContain('SET GLOBAL read_only = OFF');
  });
});

describe.each(testVendors)('a server that is demoted in the middle of a migration, %s', (vendor) => {
  let pair: CrashPair;
  let source: Demotion;
  let target: Demotion;

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
    source = await Demotion.of(pair.source, vendor);
    target = await Demotion.of(pair.target, vendor);
  });
  beforeEach(() => pair.clear());
  afterEach(async () => {
    await source.promote();
    await target.promote();
  });
  afterAll(async () => {
    await source.end();
    await target.end();
    await pair.end();
  });

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
    await demotedAt(pair.target.network, target, [moment, times], running);
    const { state, errors, unfinished } = await running;
    expect(state).toBe('incomplete');
    expectReadOnly(errors[0]);
    expect(unfinished?.resume).toContain('--resume');
    await target.promote();
    pair.expectDone(await pair.migrate({ resume: true }));
    await pair.expectWhole();
  });

  it('the source: it is only read, and the migration ends equal', async () => {
    const running = pair.migrate();
    await demotedAt(pair.source.network, source, ['read', 4], running);
    pair.expectDone(await running);
    await source.promote();
    await pair.expectWhole();
  });
});

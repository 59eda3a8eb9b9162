import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JOURNAL_TABLE } from '../../app/target/journal/journal-table';
import { Dice } from '../fixtures/dice';
import type { Moment } from '../integration/harness/faulty-network';
import { CrashTarget } from '../integration/load/crash-target';
import { testVendors } from '../servers/test-server';
import { seedsOf } from './rounds';

/** Each is one load that is killed up to three times. */
const SEEDS = seedsOf({ slice: 2, full: 150 }, 0);
const MOST_CRASHES = 3;
/** A load of this schema takes about as long: most random moments are within it. */
const LONGEST_LIFE_MS = 2500;

const SOURCE = 'torture_source';
const COPY = 'torture_copy';
/** Kill points in the engine (native/engine/target): after LOAD before COMMIT, after COMMIT, around an ALTER, mid-verify. */
const EVENTS = [
  'after-load',
  'before-commit',
  'after-commit',
  'before-index',
  'after-index',
  'before-count',
] as const;
const MOMENTS = [
  'table',
  'rows',
  'commit',
  'index',
  'foreign-key',
  'count',
] as const satisfies readonly Moment[];
const CRASHES = ['sluice-at-event', 'server-at-event', 'sluice-at-time', 'server-at-time'] as const;

describe.each(testVendors)('loads that are killed again and again, Sluice or its server, %s', (vendor) => {
  let target: CrashTarget;

  beforeAll(async () => {
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: COPY });
  });

  afterAll(() => target.end());

  /** A failed round's server is no ground for the next one. */
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await target.end();
    target = await CrashTarget.make(vendor, { source: SOURCE, copy: COPY });
  });

  it.each(SEEDS)('round %i ends with equal data', async (round) => {
    const dice = new Dice(round);
    const story: string[] = [];
    // Each round begins with another kind, so that even two rounds have both victims.
    let kind = CRASHES[round % CRASHES.length] ?? dice.pick(CRASHES);
    await target.clear();
    for (let crashes = dice.between(1, MOST_CRASHES); crashes > 0; crashes -= 1) {
      story.push(await crash(dice, kind, await target.isUnfinished()));
      kind = dice.pick(CRASHES);
      await proveIfDone(story);
    }
    const { errors, warnings, ok } = await target.load({ resume: await target.isUnfinished() });
    // A server that was killed while it built an index may have lost it: then it was built again.
    const odd = warnings.filter(({ code }) => code !== 'index-rebuilt');
    expect({ story, errors, odd, ok }).toEqual({ story, errors: [], odd: [], ok: true });
    await expectWhole(story);
  });

  async function expectWhole(story: readonly string[]): Promise<void> {
    await target.expectWhole().catch((error: unknown) => {
      throw new Error(`After ${story.join(', ')}: ${String(error)}`, { cause: error });
    });
  }

  /** A kill may come too late: then all must be there, and the next load begins from nothing. */
  async function proveIfDone(story: string[]): Promise<void> {
    const tables = await target.onServer(async (connection) => {
      const [rows] = await connection.query(
        'SELECT 1 FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME <> ?',
        [target.copy, JOURNAL_TABLE],
      );
      return rows as readonly unknown[];
    });
    if (tables.length === 0 || (await target.isUnfinished())) return;
    story.push('done');
    await expectWhole(story);
    await target.clear();
  }

  async function crash(dice: Dice, kind: (typeof CRASHES)[number], resume: boolean): Promise<string> {
    switch (kind) {
      case 'sluice-at-event': {
        const event = `${dice.pick(EVENTS)}:${dice.between(1, 12)}`;
        await target.loadElsewhere(resumed(resume), { SLUICE_CRASH: event }).ended;
        return event;
      }
      case 'sluice-at-time': {
        const ms = dice.between(0, LONGEST_LIFE_MS);
        const command = target.loadElsewhere(resumed(resume));
        await Promise.race([sleep(ms), command.ended]);
        command.process.kill('SIGKILL');
        await command.ended;
        return `Sluice after ${ms} ms`;
      }
      case 'server-at-event': {
        const moment = dice.pick(MOMENTS);
        const times = dice.between(1, moment === 'rows' || moment === 'commit' ? 12 : 2);
        await killServer(resume, target.server.network.at(moment, 'hold', times));
        return `server at ${moment}:${times}`;
      }
      case 'server-at-time': {
        const ms = dice.between(0, LONGEST_LIFE_MS);
        await killServer(resume, sleep(ms));
        return `server after ${ms} ms`;
      }
    }
  }

  async function killServer(resume: boolean, when: Promise<void>): Promise<void> {
    const loading = target.load({ resume });
    await Promise.race([when, loading]);
    await target.kill();
    await loading;
    await target.comeBack();
  }
});

function resumed(resume: boolean): readonly string[] {
  return resume ? ['--resume'] : [];
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../app/contract/runs/result';
import { Dice } from '../fixtures/dice';
import type { Moment } from '../integration/harness/faulty-network';
import { CrashPair, LONG_KEYS, type Side } from '../integration/migrate/crash-pair';
import { testVendors } from '../servers/test-server';
import { seedsOf } from './rounds';

/** Each is one migration that is broken up to three times. */
const SEEDS = seedsOf({ slice: 3, full: 150 }, 0);
const MOST_CRASHES = 3;
/** A migration of this schema takes about as long: most random moments are within it. */
const LONGEST_LIFE_MS = 3000;

/** Kill points in the engine's writing half (native/engine/target). */
const EVENTS = ['after-load', 'before-commit', 'after-commit', 'before-index', 'before-count'] as const;
const MOMENTS = {
  source: ['snapshot', 'read'],
  target: ['table', 'rows', 'commit', 'index', 'foreign-key', 'count', 'read'],
} as const satisfies Readonly<Record<Side, readonly Moment[]>>;
/** Those that come often enough to be waited for more than once. */
const OFTEN: ReadonlySet<Moment> = new Set<Moment>(['read', 'rows', 'commit']);
/** Most of that many transactions are of the longest table, which is begun first, and is not through by then. */
const MIDDLE = [4, 9] as const;
const CRASHES = [
  'sluice-within-table',
  'source-at-event',
  'target-at-time',
  'sluice-at-event',
  'source-at-time',
  'target-at-event',
  'sluice-at-time',
  'source-network',
  'target-network',
] as const;

describe.each(testVendors)('migrations whose servers, networks or own process end, %s', (vendor) => {
  let pair: CrashPair;
  /** Number of runs that resumed within a table that an earlier one had begun. */
  let wentOn = 0;
  let rounds = 0;

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
  });

  afterAll(() => pair.end());

  /** A failed round's servers are no ground for the next one. */
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await pair.end();
    pair = await CrashPair.make(vendor);
  });

  it.each(SEEDS)('round %i ends with what the source holds', async (round) => {
    rounds += 1;
    const dice = new Dice(round);
    const key = LONG_KEYS[round % LONG_KEYS.length] ?? 'integer';
    const story: string[] = [`long by ${key}`];
    await pair.clearWithLong(key);
    // Each round begins with another kind, so that even three have Sluice and both servers as victims.
    let kind = CRASHES[round % CRASHES.length] ?? dice.pick(CRASHES);
    for (let crashes = dice.between(1, MOST_CRASHES); crashes > 0; crashes -= 1) {
      story.push(await crash(dice, kind));
      kind = dice.pick(CRASHES);
      // One that had come to its end is proved, and the next one begins from nothing.
      if (await pair.isDone()) {
        await expectWhole([...story, 'done']);
        await pair.clearWithLong(key);
      }
      if (dice.below(2) === 0) {
        await pair.resumeSource();
        story.push('users went on');
      }
    }
    const { errors, ok } = await migrate(await pair.isUnfinished());
    expect({ story, errors, ok }).toEqual({ story, errors: [], ok: true });
    await expectWhole(story);
  });

  it('have gone on within tables that were begun', () => {
    process.stdout.write(`${vendor}: ${wentOn} runs of ${rounds} rounds went on within a table.\n`);
    expect(wentOn).toBeGreaterThan(0);
  });

  async function migrate(resume: boolean): Promise<RunResult> {
    const { runId, ended } = pair.start({ resume });
    const result = await ended;
    if (pair.logOf(runId).includes('Resumed: ')) wentOn += 1;
    return result;
  }

  async function expectWhole(story: readonly string[]): Promise<void> {
    await pair.expectWhole().catch((error: unknown) => {
      throw new Error(`After ${story.join(', ')}: ${String(error)}`, { cause: error });
    });
  }

  async function crash(dice: Dice, kind: (typeof CRASHES)[number]): Promise<string> {
    switch (kind) {
      case 'sluice-within-table':
        return await endSluice(`after-commit:${dice.between(...MIDDLE)}`);
      case 'sluice-at-event':
        return await endSluice(`${dice.pick(EVENTS)}:${dice.between(1, 12)}`);
      case 'sluice-at-time':
        return await endSluice(dice.between(0, LONGEST_LIFE_MS));
      case 'source-at-event':
      case 'target-at-event': {
        const side = kind === 'source-at-event' ? 'source' : 'target';
        const moment: Moment = dice.pick<Moment>(MOMENTS[side]);
        return await killServer(side, { moment, times: dice.between(1, OFTEN.has(moment) ? 12 : 2) });
      }
      case 'source-at-time':
        return await killServer('source', dice.between(0, LONGEST_LIFE_MS));
      case 'target-at-time':
        return await killServer('target', dice.between(0, LONGEST_LIFE_MS));
      case 'source-network':
        return await cutNetwork('source', dice);
      case 'target-network':
        return await cutNetwork('target', dice);
    }
  }

  /** At an event of the engine, or after so many milliseconds. */
  async function endSluice(when: string | number): Promise<string> {
    const more = (await pair.isUnfinished()) ? ['--resume'] : [];
    const isEvent = typeof when === 'string';
    const command = pair.migrateElsewhere(more, isEvent ? { SLUICE_CRASH: when } : {});
    if (!isEvent) {
      await Promise.race([sleep(when), command.ended]);
      command.process.kill('SIGKILL');
    }
    const { output } = await command.ended;
    if (output.includes('Resumed: ')) wentOn += 1;
    return `Sluice at ${when}`;
  }

  async function killServer(
    side: Side,
    when: number | { readonly moment: Moment; readonly times: number },
  ): Promise<string> {
    const server = pair[side];
    const running = migrate(await pair.isUnfinished());
    const { at, text } =
      typeof when === 'number'
        ? { at: sleep(when), text: `${when} ms` }
        : { at: server.network.at(when.moment, 'hold', when.times), text: `${when.moment}:${when.times}` };
    await Promise.race([at, running]);
    await server.goDown();
    await running;
    await server.comeBack();
    return `${side} at ${text}`;
  }

  /** Everything on the way is slow, and the connections break at some instant; later ones are let in. */
  async function cutNetwork(side: Side, dice: Dice): Promise<string> {
    const { network } = pair[side];
    const ms = dice.between(0, LONGEST_LIFE_MS);
    network.delayMs = dice.below(3);
    const running = migrate(await pair.isUnfinished());
    await Promise.race([sleep(ms), running]);
    network.cut();
    network.mend();
    await running;
    return `network of the ${side} cut after ${ms} ms`;
  }
});

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

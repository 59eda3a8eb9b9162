import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Dice } from '../fixtures/dice';
import type { Moment } from '../integration/harness/faulty-network';
import { CrashPair, type Side } from '../integration/migrate/crash-pair';
import { testVendors } from '../servers/test-server';

/** Each round is one migration that is broken up to three times; its seed is its number. */
const ROUNDS = process.env.SLUICE_TORTURE === 'slice' ? 2 : 150;
const MOST_CRASHES = 3;
/** A migration of this schema takes about as long: most random moments are within it. */
const LONGEST_LIFE_MS = 3000;

/** Kill points in the engine's writing half (native/engine/load). */
const EVENTS = ['after-load', 'before-commit', 'after-commit', 'before-index', 'before-count'] as const;
const MOMENTS = {
  source: ['snapshot', 'read'],
  target: ['table', 'rows', 'commit', 'index', 'foreign-key', 'count', 'read'],
} as const satisfies Readonly<Record<Side, readonly Moment[]>>;
/** Those that come often enough to be waited for more than once. */
const OFTEN: ReadonlySet<Moment> = new Set<Moment>(['read', 'rows', 'commit']);
const CRASHES = [
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

  beforeAll(async () => {
    pair = await CrashPair.make(vendor);
  });

  afterAll(() => pair.end());

  /** What a failed round has left of its servers is no ground for the next one. */
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return;
    await pair.end();
    pair = await CrashPair.make(vendor);
  });

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    'round %i ends with what the source holds',
    async (round) => {
      const dice = new Dice(round);
      const story: string[] = [];
      await pair.clear();
      // Each round begins with another kind, so that even two rounds have both servers as victims.
      let kind = CRASHES[round % CRASHES.length] ?? dice.pick(CRASHES);
      for (let crashes = dice.between(1, MOST_CRASHES); crashes > 0; crashes -= 1) {
        story.push(await crash(dice, kind));
        kind = dice.pick(CRASHES);
        // One that had come to its end is proved, and the next one begins from nothing.
        if (await pair.isDone()) {
          await expectWhole([...story, 'done']);
          await pair.clear();
        }
        if (dice.below(2) === 0) {
          await pair.goOnAtSource();
          story.push('users went on');
        }
      }
      const { errors, ok } = await pair.migrate({ resume: await pair.isUnfinished() });
      expect({ story, errors, ok }).toEqual({ story, errors: [], ok: true });
      await expectWhole(story);
    },
  );

  async function expectWhole(story: readonly string[]): Promise<void> {
    await pair.expectWhole().catch((error: unknown) => {
      throw new Error(`After ${story.join(', ')}: ${String(error)}`, { cause: error });
    });
  }

  async function crash(dice: Dice, kind: (typeof CRASHES)[number]): Promise<string> {
    switch (kind) {
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
    await command.ended;
    return `Sluice at ${when}`;
  }

  async function killServer(
    side: Side,
    when: number | { readonly moment: Moment; readonly times: number },
  ): Promise<string> {
    const server = pair[side];
    const running = pair.migrate({ resume: await pair.isUnfinished() });
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
    const running = pair.migrate({ resume: await pair.isUnfinished() });
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

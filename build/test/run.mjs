import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { say, seconds } from '../setup/step.mjs';
import { Lane } from './lane.mjs';
import { sweepLaneFolders } from './lane-folder.mjs';
import { schedule } from './schedule.mjs';
import { broken, sentence, tallyOf } from './tally.mjs';
import { TIERS } from './tiers.mjs';

/** More were never tried; each has two servers and up to two windows. */
const MOST_LANES = 4;

/**
 * Runs the tiers side by side. What fails and may have a second try gets it when all else is done, with nothing beside
 * it: its second word counts, and what passed only then is named as unsteady. It is a defect of the test, or a race of
 * the product, to be found.
 * @param patterns parts of the names of the files to be run; none for all
 * @returns what was run: each piece with its tier, tests, milliseconds, and the tests that failed only at first
 */
export async function runTiers(tiers, { isWhole, patterns }) {
  const files = await testFiles(patterns);
  const pieces = piecesOf(tiers, { files, isWhole });
  sweepLaneFolders();
  const showsWindows = tiers.some((tier) => TIERS[tier].showsWindows);
  const lanes = Array.from({ length: laneCount() }, (_, index) => new Lane(index + 1, { showsWindows }));
  try {
    await schedule(
      pieces.map((piece) => ({ ...piece, run: (lane) => record(piece, piece.run, lane) })),
      lanes,
    );
    for (const piece of pieces) await tryAgain(piece, lanes[0]);
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()));
  }
  return pieces;
}

/** A lane keeps about one processor busy: its servers work while its tests wait, and the other way round. */
export function laneCount() {
  return Number(process.env.SLUICE_TEST_LANES) || Math.min(availableParallelism(), MOST_LANES);
}

/** Two tiers may need the same build. */
function piecesOf(tiers, context) {
  const all = tiers.flatMap((tier) => TIERS[tier].pieces(context).map((piece) => ({ tier, ...piece })));
  return [...new Map(all.map((piece) => [piece.name, piece])).values()];
}

async function record(piece, run, lane) {
  const begin = performance.now();
  const { tests, said } = await runSafely(piece, run, lane);
  piece.tests = tests;
  piece.ms = performance.now() - begin;
  const hasFailed = tests.some(({ state }) => state === 'failed');
  if (hasFailed && said.trim() !== '') say(`\n${said.trimEnd()}\n`);
  const mark = hasFailed ? '✗' : '✓';
  say(
    `  ${mark} ${piece.name}: ${tests.length > 0 ? sentence(tallyOf(tests)) : 'done'} in ${seconds(begin)}`,
  );
}

/** A piece that could not even be run counts as one failure: the others still have their say. */
async function runSafely(piece, run, lane) {
  try {
    return await run(lane);
  } catch (error) {
    return { tests: [broken(`${piece.name}, which could not be run`)], said: error.message };
  }
}

async function tryAgain(piece, lane) {
  const failed = piece.tests.filter(({ state }) => state === 'failed').map(({ name }) => name);
  const run = failed.length > 0 ? piece.again?.(piece.tests) : null;
  if (!run) return;
  say(`\n  Run again, alone: ${piece.name}`);
  const before = piece.ms;
  await record(piece, run, lane);
  piece.ms += before;
  const second = tallyOf(piece.tests).failures;
  piece.unsteady = failed.filter((name) => !second.includes(name));
}

/** The files of each project of vitest.config.mjs, as it lists them itself; Vitest is there only after set-up. */
async function testFiles(patterns) {
  const { createVitest } = await import('vitest/node');
  const vitest = await createVitest('test', { watch: false });
  const specifications = await vitest.globTestSpecifications();
  await vitest.close();

  return (project) =>
    specifications
      .filter((each) => each.project.name === project)
      .map(({ moduleId }) => relative(vitest.config.root, moduleId))
      .filter((file) => patterns.length === 0 || patterns.some((pattern) => file.includes(pattern)));
}

import { say, seconds } from '../setup/step.mjs';
import { keepLogs, tellFailure } from './failures.mjs';
import { endAtSignals } from './interrupt.mjs';
import { Lane } from './lane.mjs';
import { laneCount } from './lane-count.mjs';
import { sweepLaneFolders } from './lane-folder.mjs';
import { folderOfLanes } from './memory-folder.mjs';
import { nativeTestSources, choiceFor } from './native-tests.mjs';
import { treeSeconds } from './processor-time.mjs';
import { schedule } from './schedule.mjs';
import { broken, sentence, tallyOf, verdictOfTwo } from './tally.mjs';
import { findTestFiles } from './test-files.mjs';
import { SETS, TIERS } from './tiers.mjs';

/**
 * The pieces of work of a choice (choice.mjs), each with its tier. Two tiers may need the same build: it is there once.
 */
export async function piecesOf({ tiers, patterns, isWhole, torture }) {
  const files = await findTestFiles(patterns, tiers);
  const isChosen = patterns.length > 0;
  const nativeOnly = isChosen ? choiceFor(patterns, nativeTestSources()) : {};
  const roundsOnly = (suite) =>
    isChosen ? choiceFor(patterns, nativeTestSources(), suite) : { matching: suite };
  return cut(tiers, { files, isWhole, torture, nativeOnly, roundsOnly, isChosen });
}

/** Cuts tiers into pieces. Lint and the fuzzers are of no file: they are left out where files were chosen. */
export function cut(tiers, context) {
  const wanted = tiers.filter((tier) => !context.isChosen || SETS.chosen.includes(tier));
  const all = wanted.flatMap((tier) => TIERS[tier].pieces(context).map((piece) => ({ tier, ...piece })));
  return [...new Map(all.map((piece) => [piece.name, piece])).values()];
}

/**
 * Runs pieces side by side. What failed gets a second try when all else is done, with nothing beside it: it tells what
 * is unsteady, a defect of the test or a race of the product, which is a failure like any other.
 * @param startServers see Lane
 * @returns each piece with its tests, milliseconds, seconds of processor time (`cpu`) and, where it failed, the folder
 * of its logs
 */
export async function runPieces(pieces, { startServers } = {}) {
  sweepLaneFolders();
  const showsWindows = pieces.some(({ tier }) => TIERS[tier].showsWindows);
  const count = laneCount();
  const options = { showsWindows, startServers, temporary: folderOfLanes(count) };
  const lanes = Array.from({ length: count }, (_, index) => new Lane(index + 1, options));
  const ofLanes = () => lanes.reduce((total, lane) => total + lane.usedSeconds(), 0);
  // Pieces that run in no lane run one at a time.
  const ofOthers = () => (treeSeconds([process.pid]) ?? 0) - ofLanes();
  const signals = endAtSignals(lanes);
  try {
    await schedule(
      pieces.map((piece) => ({
        ...piece,
        run: async (lane) => {
          const used = () => (piece.place === 'lane' ? lane.usedSeconds() : ofOthers());
          const before = used();
          await tryFirst(piece, lane, signals);
          piece.cpu = used() - before;
        },
      })),
      lanes,
    );
    for (const piece of pieces) await trySecond(piece, lanes[0], signals);
  } finally {
    await Promise.all(lanes.map((lane) => lane.end()));
    signals.release();
  }
  return pieces;
}

async function tryFirst(piece, lane, signals) {
  await signals.hold();
  const begin = performance.now();
  piece.tests = await attempt(piece, { run: piece.run, which: 'first', lane, signals });
  piece.ms = performance.now() - begin;
  tellEnd(piece, begin);
}

async function trySecond(piece, lane, signals) {
  if (piece.again === undefined || !hasFailed(piece.tests)) return;
  say(`\n  Run again, alone, to tell what is unsteady: ${piece.name}`);
  const begin = performance.now();
  const second = await attempt(piece, { run: piece.again, which: 'second', lane, signals });
  piece.tests = verdictOfTwo(piece.tests, second);
  piece.ms += performance.now() - begin;
  tellEnd(piece, begin);
}

/** A piece that could not even be run counts as one failure: the others still have their say. */
async function attempt(piece, { run, which, lane, signals }) {
  const { tests, logs } = await run(lane).catch(async (error) => {
    await signals.hold();
    const name = `${piece.name}, which could not be run`;
    tellFailure({ name, message: error.message });
    return { tests: [broken(name)], logs: [{ title: 'error', text: error.stack }, ...(error.logs ?? [])] };
  });
  // An unsteady piece keeps both logs, also of the try in which it passed.
  if (hasFailed(tests) || which === 'second') piece.logs = keepLogs(piece.name, which, logs);
  return tests;
}

function tellEnd({ name, tests, logs }, begin) {
  const counts = tests.length > 0 ? sentence(tallyOf(tests)) : 'done';
  const mark = hasFailed(tests) ? '✗' : '✓';
  say(`  ${mark} ${name}: ${counts} in ${seconds(begin)}${logs === undefined ? '' : `; logs in ${logs}`}`);
}

const hasFailed = (tests) => tests.some(({ state }) => state === 'failed');

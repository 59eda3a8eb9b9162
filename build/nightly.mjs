/**
 * `npm run test:nightly -- --hours N`: the whole matrix once, all servers and pairs, and the torture tests again and again with other seeds, for about so long; a turn that
 * has begun is ended. `--seed S` begins with that seed, and without hours takes its turn alone.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { readArguments } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';
import { runMain, setUp } from './setup.mjs';
import { piecesOf, runPieces } from './test/run.mjs';
import { ensureMatrixServers, serversOf, unpackerOf } from './test/matrix-tier.mjs';
import { failureLines, isGreen, NOTHING, sentence, sum, tallyOf } from './test/tally.mjs';

const USAGE = 'Usage: npm run test:nightly -- --hours N | --seed S [--hours N]';
const MS_PER_HOUR = 3_600_000;
/** A test's failure says which of the three it draws by. */
const ONE_ROUND = `One round again: SLUICE_SEED=… and SLUICE_ROUNDS=1, SLUICE_PATH=… (of fast-check) or SLUICE_ROUND=… (of the
hostile day), before npm test -- --suite torture FILE`;
/** A seed is a positive int32: fast-check and the engine's tests take it alike. */
const MOST_SEED = 2 ** 31;

await runMain(async () => {
  const { hours, seed } = choose();
  rmSync(inRoot('dist', 'test-results'), { recursive: true, force: true });
  mkdirSync(inRoot('dist', 'test-results'), { recursive: true });
  const servers = hours > 0 ? serversOf(false) : [];
  await setUp({ purpose: 'test', more: () => ensureMatrixServers(servers, unpackerOf(false)) });
  const end = performance.now() + hours * MS_PER_HOUR;
  const matrix = hours > 0 ? await wholeMatrix() : NOTHING;
  const tallies = [];
  do tallies.push(await turn(seed + tallies.length));
  while (performance.now() < end);
  const total = sum([matrix, ...tallies]);
  for (const line of failureLines(total)) console.log(line);
  if (total.failed > 0) say(ONE_ROUND);
  if (!isGreen(total)) process.exitCode = 1;
  console.log(`seeds ${seed} to ${seed + tallies.length - 1}: ${sentence(total)}`);
});

async function wholeMatrix() {
  const pieces = await piecesOf({ tiers: ['matrix'], patterns: [], isWhole: false });
  await runPieces(pieces);
  return tallyOf(pieces.flatMap(({ tests }) => tests));
}

async function turn(seed) {
  say(`\nSeed ${seed}; again: npm run test:nightly -- --seed ${seed}`);
  const pieces = await piecesOf({
    tiers: ['torture'],
    patterns: [],
    isWhole: false,
    torture: { SLUICE_TORTURE: 'turn', SLUICE_SEED: String(seed) },
  });
  await runPieces(pieces);
  const tally = tallyOf(pieces.flatMap(({ tests }) => tests));
  const withSeed = (names) => names.map((name) => `${name} (seed ${seed})`);
  return { ...tally, failures: withSeed(tally.failures), unsteady: withSeed(tally.unsteady) };
}

function choose() {
  const { hours, seed } = readArguments(USAGE, {
    hours: { type: 'string' },
    seed: { type: 'string' },
  }).values;
  const chosen = { hours: Number(hours ?? 0), seed: Number(seed ?? Date.now() % MOST_SEED) };
  const isSeed = Number.isInteger(chosen.seed) && chosen.seed >= 0 && chosen.seed < MOST_SEED;
  if ((hours ?? seed) === undefined || !isSeed || !(chosen.hours >= 0)) throw new SetupError(USAGE);
  return chosen;
}

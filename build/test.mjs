/**
 * `npm test`: sets up and runs every tier, side by side in lanes (test/lane-count.mjs); `node build/test.mjs TIER…`
 * or `--suite TIER,…` runs those named, and `all` those of CI. Any other word is a part of the
 * names of the files or of the tests that are to be run. Each tier's counts are kept in dist/test-results;
 * the last line printed is their sum, alone. `total` prints the sum of what was run before. `--profile` keeps how long
 * each file took, for the order of later runs, and writes a table of wall time and processor time by tier and file.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runMain, setUp, setUpPackages } from './setup.mjs';
import { answerHelp } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';
import { choiceOf, UsageError, USAGE } from './test/choice.mjs';
import { keepDurations } from './test/durations.mjs';
import { clearFailures } from './test/failures.mjs';
import { profile, report, startClock } from './test/report.mjs';
import { laneCount } from './test/lane-count.mjs';
import { ensureMatrixServers, serversOf, unpackerOf } from './test/matrix-tier.mjs';
import { piecesOf, runPieces } from './test/run.mjs';
import { broken, failureLines, isGreen, sentence, sum, tallyOf } from './test/tally.mjs';
import { SETS, TIERS } from './test/tiers.mjs';

const results = inRoot('dist', 'test-results');
const resultOf = (tier) => `${results}/${tier}.json`;

await runMain(async () => {
  const choice = choose();
  // Read by tests/fixtures/extent.ts.
  if (choice.isShare) process.env.SLUICE_EXTENT ??= 'share';
  if (choice.kind === 'total')
    return printTotal(Object.keys(TIERS).filter((tier) => existsSync(resultOf(tier))));
  if (choice.isAll) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  clearFailures();
  await setUpPackages();
  const pieces = await piecesOf(choice);
  const isChosen = choice.patterns.length > 0;
  const tiers = isChosen ? tiersOf(pieces) : choice.tiers;
  await setUpFor(tiers, choice);
  say(`\nRunning ${tiers.join(', ')} in ${laneCount()} lanes. Logs are in ${results}.`);
  const clock = startClock();
  await runPieces(pieces);
  const measured = clock();
  const judged = tiers.map((name) => judge(name, pieces, isChosen)).filter(({ tally }) => tally !== null);
  for (const { name, tally } of judged) writeFileSync(resultOf(name), JSON.stringify(tally));
  say(report(judged, { ...measured, lanes: laneCount() }));
  if (choice.isShare)
    say('Long lists of cases were shared out between the servers; .ci/run tries each on both.');
  if (choice.isProfile) keepProfile(pieces);
  if (judged.length === 0) say(`No test is named like ${choice.patterns.join(' or ')}.`);
  printTotal(judged.map(({ name }) => name));
});

function keepProfile(pieces) {
  keepDurations(Object.fromEntries(pieces.map(({ name, ms }) => [name, ms / 1000])));
  const file = `${results}/profile.txt`;
  writeFileSync(file, profile(pieces));
  say(`Wall time and processor time of each file are in ${file}.`);
}

function choose() {
  answerHelp(USAGE);
  try {
    return choiceOf(process.argv.slice(2), { sets: SETS, known: Object.keys(TIERS) });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new SetupError(`${error.message}\n${USAGE}`);
  }
}

/** Unit tests must run on a machine that has no more than Node. */
async function setUpFor(tiers, { isWhole }) {
  const purposes = new Set(tiers.map((tier) => TIERS[tier].purpose ?? 'test'));
  purposes.delete('packages');
  if (purposes.size === 0) return;
  const servers = tiers.includes('matrix') ? serversOf(isWhole) : [];
  await setUp({ purpose: 'test', more: () => ensureMatrixServers(servers, unpackerOf(isWhole)) });
  purposes.delete('test');
  for (const purpose of purposes) await setUp({ purpose });
}

function tiersOf(pieces) {
  return [...new Set(pieces.map(({ tier }) => tier))];
}

/** A tier in which nothing ran proves nothing; where tests are looked for by name, not every tier has one. */
function judge(name, all, isChosen) {
  const pieces = all.filter((piece) => piece.tier === name);
  const tests = pieces.flatMap((piece) => piece.tests);
  if (isChosen && tests.length === 0) return { name, pieces, tally: null };
  const hasRun = tests.some(({ state }) => state !== 'skipped');
  const tally = tallyOf(hasRun ? tests : [...tests, broken(`${name}, in which no test ran`)]);
  return { name, pieces, tally, sentence: sentence(tally) };
}

/** The last lines say which tests failed: of a long run, little else may be kept. */
function printTotal(tiers) {
  const total = sum(tiers.map((name) => JSON.parse(readFileSync(resultOf(name), 'utf8'))));
  for (const line of failureLines(total)) console.log(line);
  if (!isGreen(total)) process.exitCode = 1;
  console.log(sentence(total));
}

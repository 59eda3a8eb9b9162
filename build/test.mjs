/**
 * `npm test`: sets up and runs every tier, side by side in as many lanes as there are cores; `node build/test.mjs TIER…`
 * runs those named, and `all` those of `npm test` and the sanitizers. Any other word is a part of the names of the test
 * files that are to be run. Each tier's counts are kept in dist/test-results;
 * the last line printed is their sum, alone. `total` prints the sum of what was run before. `--profile` keeps how long
 * each file took, for the order of later runs.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { runMain, setUp, setUpPackages } from './setup.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';
import { keepDurations } from './test/durations.mjs';
import { report, startClock } from './test/report.mjs';
import { laneCount, runTiers } from './test/run.mjs';
import { broken, sentence, sum, tallyOf } from './test/tally.mjs';
import { SETS, TIERS } from './test/tiers.mjs';

const results = inRoot('dist', 'test-results');
const resultOf = (tier) => `${results}/${tier}.json`;

const isProfile = process.argv.includes('--profile');
const named = process.argv.slice(2).filter((word) => word !== '--profile');
const isTier = (name) => ['total', 'all'].includes(name) || name in TIERS;
const patterns = named.filter((name) => !isTier(name));

await runMain(async () => {
  if (named[0] === 'total')
    return printTotal(Object.keys(TIERS).filter((tier) => existsSync(resultOf(tier))));
  const set = chosenSet();
  const tiers = set ?? [...new Set(named.filter(isTier))];
  if (named.length === 0 || set === SETS.all) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  await setUpFor(tiers);
  say(`\nRunning ${tiers.join(', ')} in ${laneCount()} lanes. Logs are in ${results}.`);
  const clock = startClock();
  const pieces = await runTiers(tiers, { isWhole: set !== null, patterns });
  const measured = clock();
  const tried =
    patterns.length > 0 ? tiers.filter((tier) => pieces.some((piece) => piece.tier === tier)) : tiers;
  const judged = tried.map((name) =>
    judge(
      name,
      pieces.filter((piece) => piece.tier === name),
    ),
  );
  for (const { name, tally } of judged) writeFileSync(resultOf(name), JSON.stringify(tally));
  if (isProfile) keepDurations(Object.fromEntries(pieces.map(({ name, ms }) => [name, ms / 1000])));
  say(report(judged, { ...measured, lanes: laneCount() }));
  if (judged.length === 0)
    say(
      `No test file is named like ${patterns.join(' or ')}. Tiers: ${Object.keys(TIERS).join(', ')}, all, total.`,
    );
  printTotal(tried);
});

/** Unit tests must run on a machine that has no more than Node. */
async function setUpFor(tiers) {
  const purposes = new Set(tiers.map((tier) => TIERS[tier].purpose ?? 'test'));
  purposes.delete('packages');
  if (purposes.size === 0) return await setUpPackages();
  for (const purpose of new Set(['test', ...purposes])) await setUp({ purpose });
}

/** Null where the tiers are named one by one. */
function chosenSet() {
  if (named.includes('all')) return SETS.all;
  if (named.some(isTier)) return null;
  return patterns.length > 0 ? SETS.files : SETS.default;
}

/** A tier in which nothing ran proves nothing. */
function judge(name, pieces) {
  const tests = pieces.flatMap((piece) => piece.tests);
  const hasRun = tests.some(({ state }) => state !== 'skipped');
  const counts = tallyOf(hasRun ? tests : [...tests, broken(`${name}, in which no test ran`)]);
  const tally = { ...counts, unsteady: pieces.flatMap(({ unsteady = [] }) => unsteady) };
  return { name, pieces, tally, sentence: sentence(tally) };
}

/** The last lines say which tests failed: of a long run, little else may be kept. */
function printTotal(tiers) {
  const total = sum(tiers.map((name) => JSON.parse(readFileSync(resultOf(name), 'utf8'))));
  for (const name of total.unsteady) console.log(`unsteady, passed when run again: ${name}`);
  for (const name of total.failures) console.log(`failed: ${name}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
  console.log(sentence(total));
}

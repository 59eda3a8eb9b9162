/**
 * `npm test`: sets up and runs every tier; `node build/test.mjs TIER…` runs those named. Each tier's counts are kept in
 * dist/test-results; the last line printed is their sum, alone. `total` prints the sum of what was run before.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { withTestServers } from './servers.mjs';
import { runMain, setUp } from './setup.mjs';
import { inRoot } from './setup/places.mjs';
import { say, seconds } from './setup/step.mjs';
import { broken, sum } from './test/tally.mjs';
import { TIERS } from './test/tiers.mjs';

const BY_DEFAULT = ['lint', 'unit', 'native', 'integration', 'torture', 'e2e'];
const results = inRoot('dist', 'test-results');
const resultOf = (tier) => `${results}/${tier}.json`;

const named = process.argv.slice(2);
const unknown = named.find((name) => name !== 'total' && !(name in TIERS));
if (unknown !== undefined) {
  say(`There is no tier “${unknown}”. There are: ${Object.keys(TIERS).join(', ')}, total.`);
  process.exit(2);
}

await runMain(async () => {
  if (named[0] === 'total')
    return printTotal(Object.keys(TIERS).filter((tier) => existsSync(resultOf(tier))));
  const isWhole = named.length === 0;
  const tiers = isWhole ? BY_DEFAULT : named;
  if (isWhole) rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  for (const purpose of new Set(['test', ...tiers.map((tier) => TIERS[tier].purpose ?? 'test')]))
    await setUp({ purpose });
  for (const name of tiers.filter((tier) => !TIERS[tier].needsServers)) await runTier(name, { isWhole });
  const served = tiers.filter((tier) => TIERS[tier].needsServers);
  if (served.length > 0) {
    await withTestServers(async (variables) => {
      for (const name of served) await runTier(name, { isWhole, variables });
    });
  }
  printTotal(tiers);
});

async function runTier(name, context) {
  say(`\n── ${name}`);
  const begin = performance.now();
  const counts = judge(name, await runSafely(name, context));
  writeFileSync(resultOf(name), JSON.stringify(counts));
  say(`── ${name}: ${sentence(counts)} in ${seconds(begin)}`);
}

/** A tier that could not even be run counts as one failure: the other tiers still have their say. */
async function runSafely(name, context) {
  try {
    return await TIERS[name].run({
      env: process.env,
      ...context,
      env: { ...process.env, ...context.variables },
    });
  } catch (error) {
    say(error.message);
    return broken(`${name}, which could not be run`);
  }
}

/** A tier in which nothing ran proves nothing. */
function judge(name, tally) {
  return tally.passed + tally.failed > 0 ? tally : broken(`${name}, in which no test ran`);
}

/** The last lines say which tests failed: of a long run, little else may be kept. */
function printTotal(tiers) {
  const total = sum(tiers.map((name) => JSON.parse(readFileSync(resultOf(name), 'utf8'))));
  for (const name of total.unsteady) console.log(`unsteady, passed when run again: ${name}`);
  for (const name of total.failures) console.log(`failed: ${name}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
  console.log(sentence(total));
}

function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

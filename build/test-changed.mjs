/**
 * `npm run test:changed [-- --since REV]`: the tests that can reach what differs from main (or from REV), nearest first;
 * see tests/README.md for what that promises. `--list` only names them.
 */
import { mkdirSync } from 'node:fs';
import { runMain, setUp, setUpPackages } from './setup.mjs';
import { readArguments } from './setup/arguments.mjs';
import { inRoot } from './setup/places.mjs';
import { say } from './setup/step.mjs';
import { changesSince } from './test/changes.mjs';
import { clearFailures } from './test/failures.mjs';
import { runPieces } from './test/run.mjs';
import { failureLines, isGreen, sentence, tallyOf } from './test/tally.mjs';
import { findTestFiles } from './test/test-files.mjs';
import { takeWarmServers } from './test/warm-servers.mjs';

const USAGE = 'Usage: npm run test:changed [-- [--since REV] [--list]]';
const SHOWN = 5;

await runMain(async () => {
  const { since, list } = choose();
  await setUpPackages();
  const { base, files } = await changesSince(since);
  if (files.length === 0) return say(`Nothing differs from ${base.slice(0, 10)}.`);
  // Loads packages: only now it is certain that they are there.
  const { changedPieces } = await import('./test/changed-pieces.mjs');
  const plan = await changedPieces(files, await findTestFiles([], []));
  describe(plan, { base, files, shown: list ? Infinity : SHOWN });
  if (list) return;
  mkdirSync(inRoot('dist', 'test-results'), { recursive: true });
  clearFailures();
  await setUp({ purpose: 'test' });
  await runPieces(plan.pieces, { startServers: () => takeWarmServers() });
  const total = tallyOf(plan.pieces.flatMap(({ tests }) => tests));
  for (const line of failureLines(total)) console.log(line);
  if (!isGreen(total)) process.exitCode = 1;
  console.log(sentence(total));
});

function describe({ reached, unknown }, { base, files, shown }) {
  say(
    `${reached.length} test files can reach the ${files.length} that differ from ${base.slice(0, 10)}; nearest first:`,
  );
  for (const file of reached.slice(0, shown)) say(`  ${file}`);
  if (unknown.length > 0)
    say(`All count, for nobody can tell who uses ${unknown.slice(0, SHOWN).join(', ')}.`);
}

function choose() {
  const options = { since: { type: 'string' }, list: { type: 'boolean', default: false } };
  return readArguments(USAGE, options).values;
}

/**
 * `npm run test:mutate -- [--sample N] [--seed S] [--only typescript|native]`: breaks the sources that decide in N places
 * drawn by a seed, one at a time, and says which of them no test notices. Nightly: it takes some seconds a mutant.
 */
import { setPriority } from 'node:os';
import { ensureTools } from './mutate/tools.mjs';
import { scoreLines, survivorLines } from './mutate/report.mjs';
import { readArguments } from './setup/arguments.mjs';
import { SetupError } from './setup/command.mjs';
import { say, step } from './setup/step.mjs';
import { runMain, setUpPackages } from './setup.mjs';

const USAGE = 'Usage: npm run test:mutate -- [--sample N] [--seed S] [--only typescript|native]';
const KINDS = ['typescript', 'native'];
const NICENESS = 10;
const MOST_SEED = 2 ** 31;
const SAMPLE = 200;

await runMain(async () => {
  const { sample, seed, only } = choose();
  setPriority(NICENESS);
  await setUpPackages();
  await step('mutants', ensureTools);
  const again = `npm run test:mutate -- --sample ${sample} --seed ${seed}`;
  if (only !== 'native') {
    // Loaded late: set-up brings the packages that it needs.
    const { tryTypeScript } = await import('./mutate/typescript.mjs');
    report(
      `TypeScript, seed ${seed} (again: ${again} --only typescript)`,
      await tryTypeScript({ sample, seed }),
    );
  }
  if (only !== 'typescript') {
    const { tryNative } = await import('./mutate/native.mjs');
    report('Native, by hand-made changes', await tryNative());
  }
});

function report(title, results) {
  say('');
  console.log(title);
  for (const line of [...survivorLines(results), ...scoreLines(results)]) console.log(line);
}

function choose() {
  const text = { type: 'string' };
  const { sample, seed, only } = readArguments(USAGE, { sample: text, seed: text, only: text }).values;
  const chosen = { sample: Number(sample ?? SAMPLE), seed: Number(seed ?? Date.now() % MOST_SEED), only };
  const isSample = Number.isInteger(chosen.sample) && chosen.sample > 0;
  const isSeed = Number.isInteger(chosen.seed) && chosen.seed >= 0 && chosen.seed < MOST_SEED;
  if (!isSample || !isSeed || (only !== undefined && !KINDS.includes(only))) throw new SetupError(USAGE);
  return chosen;
}

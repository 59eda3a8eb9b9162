import { readFileSync, rmSync } from 'node:fs';
import { run } from '../setup/command.mjs';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { say, seconds } from '../setup/step.mjs';
import { NOTHING } from './tally.mjs';

/** Builds a preset of native/CMakePresets.json with its tests. */
export async function buildTests(preset) {
  const begin = performance.now();
  await buildNative(preset);
  say(`  ${preset} built in ${seconds(begin)}`);
}

/** What the sanitizers print: a race or a wrong access is found now and then, and is a defect when found once. */
const SANITIZER_REPORT = /(?:Address|Leak|Thread)Sanitizer|runtime error:/;
/** What GoogleTest prints of a look that saw something else. A test without it has crashed or hung. */
const WRONG_LOOK = /: Failure\n/;

/**
 * Runs the tests of a preset that was built; prints what the failed ones said. Where they only saw something else than
 * they looked for, they are run once more, alone: what a busy server delays can fail a test that is right. What passed
 * only then is named: it is a defect of the test, or a race of the product, to be found.
 * @param only options of ctest that choose some of them
 * @returns their tally
 */
export async function runCtest(preset, env, only = []) {
  const first = await resultsOf(preset, only, env);
  const failed = first.filter(({ hasFailed }) => hasFailed);
  if (failed.length === 0 || !failed.every(({ said }) => mayBeRunAgain(said))) return tallyOf(first);
  say(`\n  Run again, alone: ${failed.map(({ name }) => name).join(', ')}`);
  const second = await resultsOf(preset, ['--rerun-failed'], env);
  const tally = tallyOf([...first.filter(({ hasFailed }) => !hasFailed), ...second]);
  const unsteady = failed.map(({ name }) => name).filter((name) => !tally.failures.includes(name));
  return { ...tally, unsteady };
}

/** @param said what a failed test printed */
export function mayBeRunAgain(said) {
  return WRONG_LOOK.test(said) && !SANITIZER_REPORT.test(said);
}

async function resultsOf(preset, options, env) {
  const report = inRoot('dist', 'test-results', `ctest-${preset}.xml`);
  rmSync(report, { force: true });
  const argv = ['--preset', preset, ...options, '--output-junit', report];
  await run('ctest', argv, { cwd: inRoot('native'), env }).catch(() => {
    // A failed test is in the report; a ctest that could not start leaves none.
  });
  const results = testsOf(preset, readFileSync(report, 'utf8'));
  for (const { hasFailed, name, said } of results) if (hasFailed) say(`\n  ✗ ${name}\n${said}`);
  return results;
}

/** The test cases of a report of CTest's in JUnit's format. */
export function testsOf(preset, report) {
  return [...report.matchAll(/<testcase name="([^"]*)"[^>]*?status="([^"]*)"[^>]*>(.*?)<\/testcase>/gs)].map(
    ([, name, status, body]) => ({
      name: `${preset} › ${name}`,
      hasFailed: status === 'fail',
      wasSkipped: status !== 'fail' && status !== 'run',
      said: /<system-out>(.*?)<\/system-out>/s.exec(body)?.[1] ?? '',
    }),
  );
}

function tallyOf(tests) {
  const failures = tests.filter(({ hasFailed }) => hasFailed).map(({ name }) => name);
  const skipped = tests.filter(({ wasSkipped }) => wasSkipped).length;
  return {
    ...NOTHING,
    passed: tests.length - failures.length - skipped,
    failed: failures.length,
    skipped,
    failures,
  };
}

import { readFileSync, rmSync } from 'node:fs';
import { run } from '../setup/command.mjs';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';

/** Builds a preset of native/CMakePresets.json with its tests, with what the tests beside it leave of the processor. */
export async function buildTests(preset) {
  await buildNative(preset, null, { yields: true });
}

/** What the sanitizers print: a race or a wrong access is found now and then, and is a defect when found once. */
const SANITIZER_REPORT = /(?:Address|Leak|Thread)Sanitizer|runtime error:/;
/** What GoogleTest prints of a look that saw something else. A test without it has crashed or hung. */
const WRONG_LOOK = /: Failure\n/;

/**
 * Runs the tests of a preset that was built.
 * @param only options of ctest that choose some of them
 * @returns each test's name, state, milliseconds and, where it was skipped, why; and what the failed ones said
 */
export async function runCtest(preset, env, only = []) {
  const report = inRoot('dist', 'test-results', `ctest-${preset}.xml`);
  rmSync(report, { force: true });
  const argv = ['--preset', preset, ...only, '--output-junit', report];
  await run('ctest', argv, { cwd: inRoot('native'), env }).catch(() => {
    // A failed test is in the report; a ctest that could not start leaves none.
  });
  const tests = testsOf(preset, readFileSync(report, 'utf8'));
  const failed = tests.filter(({ state }) => state === 'failed');
  return { tests, said: failed.map(({ name, said }) => `✗ ${name}\n${said}`).join('\n') };
}

/** Runs those that failed the last time. @returns all of `tests`, with their second word */
export async function runFailedAgain(preset, env, tests) {
  const { tests: again, said } = await runCtest(preset, env, ['--rerun-failed']);
  return { tests: [...tests.filter(({ state }) => state !== 'failed'), ...again], said };
}

/**
 * Whether failed tests may be run once more: what a busy server delays can fail a test that is right, when it only saw
 * something else than it looked for.
 * @param said what a failed test printed
 */
export function mayBeRunAgain(said) {
  return WRONG_LOOK.test(said) && !SANITIZER_REPORT.test(said);
}

/** The test cases of a report of CTest's in JUnit's format. */
export function testsOf(preset, report) {
  const cases = report.matchAll(
    /<testcase name="([^"]*)"[^>]*?time="([^"]*)"[^>]*?status="([^"]*)"[^>]*>(.*?)<\/testcase>/gs,
  );
  return [...cases].map(([, name, time, status, body]) => {
    const said = /<system-out>(.*?)<\/system-out>/s.exec(body)?.[1] ?? '';
    return {
      name: `${preset} › ${name}`,
      state: stateOf(status),
      ms: Number(time) * 1000,
      why: /: Skipped\n(.*)/.exec(said)?.[1] ?? '',
      said,
    };
  });
}

function stateOf(status) {
  if (status === 'fail') return 'failed';
  return status === 'run' ? 'passed' : 'skipped';
}

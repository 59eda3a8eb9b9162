import { readFileSync, rmSync } from 'node:fs';
import { run, which } from '../setup/command.mjs';
import { inRoot } from '../setup/places.mjs';

/** Runs one project of vitest.config.mjs. @returns the counts of its tests */
export async function runVitest(project, env) {
  const report = inRoot('dist', 'test-results', `vitest-${project}.json`);
  rmSync(report, { force: true });
  const vitest = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const argv = [
    vitest,
    'run',
    '--project',
    project,
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const [program, ...before] = needsDisplay(project, env) ? virtualDisplay() : [];
  const command = program ? [program, ...before, process.execPath, ...argv] : [process.execPath, ...argv];
  await run(command[0], command.slice(1), { env, loud: true }).catch(() => {
    // Failures are in the report; a run that could not start leaves none.
  });
  return countsOf(JSON.parse(readFileSync(report, 'utf8')));
}

/** A file that could not be loaded has no tests in it, but it has failed. */
function countsOf({ numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults }) {
  const broken = testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: numPassedTests,
    failed: numFailedTests + broken.length,
    skipped: numPendingTests + numTodoTests,
  };
}

function needsDisplay(project, env) {
  return project === 'e2e' && process.platform === 'linux' && !env.DISPLAY && !env.WAYLAND_DISPLAY;
}

function virtualDisplay() {
  return [which('xvfb-run'), '--auto-servernum', '--server-args=-screen 0 1440x1000x24'];
}

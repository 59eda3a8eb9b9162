import { readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import { run, which } from '../setup/command.mjs';
import { inRoot, root } from '../setup/places.mjs';
import { say } from '../setup/step.mjs';
import { NOTHING } from './tally.mjs';

/** Runs one project of vitest.config.mjs. @returns the tally of its tests */
export async function runVitest(project, env) {
  return tallyOf(await reportOf(project, [], env));
}

/**
 * The same for a tier that drives real servers or a real window: what a busy machine delays can fail a step that is
 * right. Files with a failed test are run once more, alone, and their second word counts. A test that passed only then
 * is named with its first failure printed above: it is a defect of the test, or a race of the product, to be found.
 */
export async function runVitestPatiently(project, env) {
  const first = await reportOf(project, [], env);
  const [failed, whole] = partition(first, ({ status }) => status === 'failed');
  if (failed.length === 0) return tallyOf(first);
  const files = failed.map(({ name }) => name);
  say(`\n  Run again, alone: ${files.map(shortName).join(', ')}`);
  const second = await reportOf(project, files, env);
  const tally = tallyOf([...whole, ...second]);
  const unsteady = tallyOf(failed).failures.filter((name) => !tally.failures.includes(name));
  return { ...tally, unsteady };
}

/** The files' results; a run that could not start leaves no report, and reading it throws. */
async function reportOf(project, files, env) {
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
    ...files,
  ];
  const [program, ...before] = needsDisplay(project, env) ? virtualDisplay() : [];
  const command = program ? [program, ...before, process.execPath, ...argv] : [process.execPath, ...argv];
  await run(command[0], command.slice(1), { env, loud: true }).catch(() => {
    // Failures are in the report.
  });
  return JSON.parse(readFileSync(report, 'utf8')).testResults;
}

/** A file that could not be loaded has no failed test in it, but it has failed. */
function tallyOf(files) {
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ status, fullName }) => ({ status, name: `${shortName(name)} › ${fullName}` })),
  );
  const failures = [
    ...tests.filter(({ status }) => status === 'failed').map(({ name }) => name),
    ...files
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
      )
      .map(({ name }) => shortName(name)),
  ];
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed').length;
  return { ...NOTHING, passed, failed: failures.length, skipped, failures };
}

const shortName = (file) => relative(root, file);

function partition(items, belongs) {
  return [items.filter(belongs), items.filter((item) => !belongs(item))];
}

function needsDisplay(project, env) {
  return (
    ['e2e', 'chromium'].includes(project) &&
    process.platform === 'linux' &&
    !env.DISPLAY &&
    !env.WAYLAND_DISPLAY
  );
}

function virtualDisplay() {
  return [which('xvfb-run'), '--auto-servernum', '--server-args=-screen 0 1440x1000x24'];
}

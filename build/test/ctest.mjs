import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { tellFailure } from './failures.mjs';

/** Builds a preset of native/CMakePresets.json with its tests, with what the tests beside it leave of the processor. */
export async function buildTests(preset) {
  await buildNative(preset, null, { yields: true });
}

/** Ends a test that hangs: the slowest takes 20 s under a sanitizer. CTest itself would wait for 25 minutes. */
const LONGEST_SECONDS = 300;

const FAILED = /^ *\d+\/\d+ Test +#\d+: (\S+) .*\*\*\*(.*)/;
const NEXT = /^ *(?:Start +\d+:|\d+\/\d+ Test +#\d+:|\d+% tests passed)/;

/**
 * Runs the tests of a preset that was built; tells of each failure at once.
 * @param lane is told of the process
 * @param only options of ctest that choose some of them
 * @returns each test's name, state, milliseconds and, where it was skipped, why; and what the failed ones said
 */
export async function runCtest(preset, env, lane, only = []) {
  const report = inRoot('dist', 'test-results', `ctest-${preset}.xml`);
  rmSync(report, { force: true });
  const argv = ['--preset', preset, '--timeout', String(LONGEST_SECONDS), ...only, '--output-junit', report];
  const ctest = spawn('ctest', argv, {
    cwd: inRoot('native'),
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  lane.watch(ctest.pid);
  const ended = once(ctest, 'close');
  await Promise.all([tellOf(preset, ctest.stdout), ended]);
  // A failed test is in the report; a ctest that could not start leaves none.
  const tests = testsOf(preset, readFileSync(report, 'utf8'));
  const failed = tests.filter(({ state }) => state === 'failed');
  const text = failed.map(({ name, said }) => `✗ ${name}\n${said}`).join('\n');
  return { tests, logs: [{ title: 'what the failed ones printed', text }] };
}

/** Runs those that failed the last time. */
export async function runFailedAgain(preset, env, lane) {
  return await runCtest(preset, env, lane, ['--rerun-failed']);
}

/** A failed test's output follows its line. */
async function tellOf(preset, output) {
  let failed = null;
  const tell = () => {
    if (failed !== null) tellFailure({ name: failed.name, message: failed.lines.join('\n').trim() });
    failed = null;
  };
  for await (const line of createInterface({ input: output })) {
    if (NEXT.test(line)) tell();
    const [, name, how] = FAILED.exec(line) ?? [];
    if (name !== undefined) failed = { name: `${preset} › ${name}`, lines: [how] };
    else failed?.lines.push(line);
  }
  tell();
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

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { tellFailure } from './failures.mjs';
import { suitesIn, SuiteOutput } from './suite-output.mjs';

/** Builds a preset of native/CMakePresets.json with its tests, with what the tests beside it leave of the processor. */
export async function buildTests(preset) {
  await buildNative(preset, null, { yields: true });
}

/** Ends a test that hangs: the slowest takes 100 s under a sanitizer. */
const LONGEST_MS = 300_000;
/** Lines of a failure that are told at once. */
const TOLD_LINES = 200;

/**
 * Runs the tests of a preset that was built, those of each suite in a process of their own; tells of each failure at once. Where a
 * process ends early, the tests behind that place are run in the next.
 * @param lane is told of the processes
 * @param choice regular expressions of the names that are `matching`, and not `excluding`
 * @returns each test's name, state, milliseconds and, where it was skipped, why; and what the failed ones said
 */
export async function runEngineTests(preset, env, lane, { matching = '', excluding = null } = {}) {
  const isChosen = (name) =>
    new RegExp(matching).test(name) && !(excluding && new RegExp(excluding).test(name));
  const suites = suitesIn(execFileSync(programOf(preset), ['--gtest_list_tests'], { encoding: 'utf8' }));
  const chosen = suites.map(({ suite, names }) => ({ suite, names: names.filter(isChosen) }));
  return await runSuites(
    preset,
    env,
    lane,
    chosen.filter(({ names }) => names.length > 0),
  );
}

/** Runs single tests, each in a process of its own. */
export async function runEngineTestsAlone(preset, env, lane, names) {
  return await runSuites(
    preset,
    env,
    lane,
    names.map((name) => ({ suite: name, names: [name] })),
  );
}

async function runSuites(preset, env, lane, suites) {
  const tests = [];
  for (const { suite, names } of suites) {
    let left = names;
    while (left.length > 0) {
      const ran = await runProcess(preset, env, lane, { suite, names: left });
      tests.push(...ran.map((test) => ({ ...test, name: `${preset} › ${test.name}`, test: test.name })));
      const done = new Set(ran.map(({ name }) => name));
      const rest = left.filter((name) => !done.has(name));
      if (ran.length === 0) tests.push(...rest.map((name) => notBegun(preset, name)));
      // It would end as early again.
      if (rest.length === left.length) break;
      left = rest;
    }
  }
  const failed = tests.filter(({ state }) => state === 'failed');
  const text = failed.map(({ name, said }) => `✗ ${name}\n${said}`).join('\n');
  return { tests, logs: [{ title: 'what the failed ones printed', text }] };
}

/** A test that its program came not even to the beginning of. */
function notBegun(preset, test) {
  const name = `${preset} › ${test}`;
  return { name, test, state: 'failed', ms: 0, why: '', said: 'The program ended before this test.' };
}

function programOf(preset) {
  return inRoot('dist', 'cmake', preset, 'tests', 'sluice_tests');
}

/** Runs tests in one process, and returns those that it came to. */
async function runProcess(preset, env, lane, { suite, names }) {
  const child = spawn(programOf(preset), [`--gtest_filter=${names.join(':')}`], {
    // They find what is kept in the tree from its root.
    ...{ cwd: inRoot(), env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  lane.watch(child.pid);
  const closed = once(child, 'close');
  const output = new SuiteOutput();
  let isHung = false;
  const hang = setTimeout(() => {
    isHung = true;
    child.kill('SIGKILL');
  }, LONGEST_MS);
  const tell = (test) => {
    if (test?.state !== 'failed') return;
    const message = test.said.split('\n').slice(0, TOLD_LINES).join('\n').trim();
    tellFailure({ name: `${preset} › ${test.name}`, message });
  };
  // The sanitizers write to standard error, in the order of what is printed: each test's output is flushed.
  const both = new PassThrough();
  child.stdout.pipe(both, { end: false });
  child.stderr.pipe(both, { end: false });
  const end = () => both.end();
  void closed.then(end, end);
  for await (const line of createInterface({ input: both })) {
    hang.refresh();
    tell(output.line(line));
  }
  clearTimeout(hang);
  const [code, signal] = await closed;
  tell(output.end(endOf({ code, signal, isHung }), suite));
  return output.tests;
}

/** Sentence on an end that is none of a whole program; null for one that is. */
function endOf({ code, signal, isHung }) {
  if (isHung) return `It said nothing for ${LONGEST_MS / 1000} s.`;
  if (signal !== null) return `The program was ended by ${signal}.`;
  return code === 0 ? null : `The program ended with exit code ${code}.`;
}

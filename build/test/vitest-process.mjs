/**
 * Vitest as a process that is sent files to run, one piece after the other, so that it is loaded and its sources are
 * transformed once a lane. Ends when whoever started it has ended.
 */
import { tmpdir } from 'node:os';
import { relative } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from '../setup/places.mjs';
import { killDescendants } from './descendants.mjs';
import { removeLaneFolder } from './lane-folder.mjs';
import { LastingWorkers } from './lasting-workers.mjs';
import { fullName } from './test-files.mjs';

/** Longer than the set-up of any tier takes to be undone; only ends a process that nobody waits for. */
const PARTING_MS = 20_000;
/** The display that this process was started with is for the tiers that show a window. */
const DISPLAY = ['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY'];
const WINDOW_TIERS = ['e2e', 'chromium'];
/** Those whose files are run one after the other in the same worker. */
const LASTING_TIERS = ['integration', 'torture'];

const display = Object.fromEntries(
  DISPLAY.filter((name) => name in process.env).map((name) => [name, process.env[name]]),
);
const tell = (message) => process.connected && process.send(message);

/** Tells of a failed test at once, not when its file has ended. */
const reporter = {
  onTestCaseResult(test) {
    const { state, errors } = test.result();
    if (state === 'failed') tell({ kind: 'failed', name: nameOf(test), message: messageOf(errors?.[0]) });
  },
  // A hook fails beside the tests, and a file may fail before there are any.
  onTestSuiteResult(suite) {
    tellErrorsOf(suite, `${shortName(suite.module.moduleId)} › ${suite.fullName}`);
  },
  onTestModuleEnd(module) {
    tellErrorsOf(module, shortName(module.moduleId));
  },
};

function tellErrorsOf(group, name) {
  for (const error of group.errors()) tell({ kind: 'failed', name, message: messageOf(error) });
}

let isBusy = false;
const vitest = await createVitest('test', { watch: false, reporters: ['default', reporter] });
const workers = new LastingWorkers();
for (const project of vitest.projects) if (LASTING_TIERS.includes(project.name)) workers.serve(project);
await vitest.standalone();
process.on('message', (request) => {
  isBusy = true;
  runFiles(request)
    .catch((error) => ({ kind: 'broken', message: error?.stack ?? String(error) }))
    .then((answer) => {
      isBusy = false;
      tell(answer);
    });
});
// The process that started this one may be dead. At a signal Vitest's reporter ends it by itself, whatever its workers do.
process.once('exit', () => {
  killDescendants(tmpdir());
  removeLaneFolder(tmpdir());
});
for (const event of ['disconnect', 'SIGINT', 'SIGTERM']) process.once(event, () => void part());
// It may have died while Vitest was loaded.
if (!process.connected) void part();
tell({ kind: 'ready' });

async function runFiles({ project, files, env, names }) {
  for (const name of DISPLAY) delete process.env[name];
  Object.assign(process.env, env, WINDOW_TIERS.includes(project) ? display : {});
  const specifications = (await vitest.getRelevantTestSpecifications(files)).filter(
    (each) => each.project.name === project,
  );
  const pattern = names === null ? null : new RegExp(names.map(literally).join('|'));
  if (pattern === null) vitest.resetGlobalTestNamePattern();
  else vitest.setGlobalTestNamePattern(pattern);
  const { testModules, unhandledErrors } = await workers.around(
    specifications.map(({ moduleId }) => moduleId),
    () => vitest.runTestSpecifications(specifications),
  );
  const modules = testModules.filter((module) => specifications.some((each) => isOf(module, each)));
  const missing = specifications.filter((each) => !modules.some((module) => isOf(module, each)));
  return {
    kind: 'done',
    tests: [
      ...modules.flatMap((module) => testsOf(module, pattern)),
      ...missing.map(({ moduleId }) => failed(`${shortName(moduleId)}, which was not run`)),
      ...unhandledErrors.map(() => failed(`${titleOf(files, project)}, with an error that no test took`)),
    ],
  };
}

const isOf = (module, { moduleId, project }) =>
  module.moduleId === moduleId && module.project.name === project.name;

const titleOf = (files, project) => (files.length === 1 ? files[0] : project);
const literally = (text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** With the line that it comes from, where Vitest knows it. */
function messageOf({ message = '', stacks = [] } = {}) {
  const [at] = stacks;
  return at === undefined ? message : `${message}\nat ${shortName(at.file)}:${at.line}`;
}

/** A file that could not be loaded has no failed test in it, but it has failed. */
function testsOf(module, pattern) {
  const chosen = [...module.children.allTests()].filter((test) => pattern?.test(fullName(test)) ?? true);
  const tests = chosen.map((test) => {
    const { state, note } = test.result();
    const isOver = state === 'passed' || state === 'failed';
    return {
      name: nameOf(test),
      state: isOver ? state : 'skipped',
      ms: test.diagnostic()?.duration ?? 0,
      why: note ?? '',
    };
  });
  const isWhole = ['passed', 'skipped'].includes(module.state());
  if (isWhole || tests.some(({ state }) => state === 'failed')) return tests;
  return [...tests, failed(shortName(module.moduleId))];
}

function nameOf(test) {
  return `${shortName(test.module.moduleId)} › ${fullName(test)}`;
}

function failed(name) {
  return { name, state: 'failed', ms: 0, why: '' };
}

function shortName(file) {
  return relative(root, file);
}

/** A worker in the middle of a test may take minutes to end when it is asked to: Playwright's waits for the app. */
async function part() {
  if (isBusy) process.exit(1);
  setTimeout(() => process.exit(1), PARTING_MS).unref();
  await vitest.close().catch(() => undefined);
  process.exit(0);
}

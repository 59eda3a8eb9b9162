import { lint } from '../lint.mjs';
import { withTestServers } from '../servers.mjs';
import { buildTests, mayBeRunAgain, runCtest, runFailedAgain } from './ctest.mjs';
import { weightOf } from './durations.mjs';
import { runFuzzer } from './fuzz.mjs';

/** By the names of their suites. */
const RANDOM_ROUNDS = ['--tests-regex', 'RandomRangesTest'];
/** Fast answers first. */
const FIRST = Infinity;

/**
 * Tiers that can be run alone, by name. `pieces` gives what schedule.mjs runs; each piece's `run` gives its tests, and
 * what was said meanwhile, for a failure; `again` gives the same for a second, lonely try, where it may have one.
 * `isWhole` says that all tiers are run: then torture is a slice of itself. `files` lists those of a project of
 * vitest.config.mjs.
 */
export const TIERS = {
  lint: {
    pieces: () => [
      { name: 'lint', place: 'background', run: async () => ({ tests: await lint(), said: '' }) },
    ],
  },
  unit: {
    purpose: 'packages',
    pieces: ({ files }) => wholeProject('unit', files('unit')),
  },
  native: { pieces: () => compiled('release') },
  integration: { pieces: ({ files }) => patientFiles('integration', files('integration')) },
  torture: {
    pieces: ({ files, isWhole }) =>
      isWhole
        ? patientFiles('torture', files('torture'), { SLUICE_TORTURE: 'slice' })
        : wholeTorture(files('torture')),
  },
  e2e: { showsWindows: true, pieces: ({ files }) => patientFiles('e2e', files('e2e')) },
  // The window's page in a browser of today, beside the oldest runtime that it has to look right on.
  chromium: {
    purpose: 'chromium',
    showsWindows: true,
    pieces: ({ files }) => patientFiles('chromium', files('chromium')),
  },
  fuzz: {
    purpose: 'fuzz',
    pieces: () => [{ name: 'fuzz', place: 'alone', run: () => runFuzzer(process.env) }],
  },
  // TSan and ASan can't be in one build.
  sanitize: { pieces: () => [...compiled('asan'), ...compiled('tsan')] },
};

/** Tiers of plain `npm test`, of CI, and those whose files can be picked by name. */
export const SETS = {
  files: ['unit', 'integration', 'torture', 'e2e'],
  default: ['lint', 'unit', 'native', 'integration', 'torture', 'e2e'],
  all: ['lint', 'unit', 'native', 'integration', 'torture', 'e2e', 'sanitize'],
};

function wholeProject(project, files) {
  if (files.length === 0) return [];
  return [
    {
      name: project,
      place: 'lane',
      weight: FIRST,
      run: (lane) => lane.runFiles(project, files, {}),
    },
  ];
}

/** Files that talk to servers, each for itself, with those of the lane. */
function servedFiles(project, files, env) {
  return files.map((file) => ({
    name: project === 'chromium' ? `${file} in Chromium` : file,
    place: 'lane',
    weight: weightOf(file),
    run: async (lane) => await lane.runFiles(project, [file], { ...(await lane.variables()), ...env }),
  }));
}

/**
 * The same for a tier that drives real servers or a real window: what a busy machine delays can fail a step that is
 * right. A file with a failed test is run once more, alone, and its second word counts.
 */
function patientFiles(project, files, env = {}) {
  return servedFiles(project, files, env).map((piece) => ({ ...piece, again: () => piece.run }));
}

/** The engine's own tests, with servers that nobody has used before them: some read a server's counters. */
function compiled(preset) {
  const withServers = (work) => withTestServers((variables) => work({ ...process.env, ...variables }));
  return [
    buildOf(preset),
    {
      name: `ctest ${preset}`,
      place: 'lane',
      after: [buildOf(preset).name],
      weight: weightOf(`ctest ${preset}`),
      run: () => withServers((env) => runCtest(preset, env)),
      again: (tests) => {
        const failed = tests.filter(({ state }) => state === 'failed');
        if (!failed.every(({ said }) => mayBeRunAgain(said ?? ''))) return null;
        return () => withServers((env) => runFailedAgain(preset, env, tests));
      },
    },
  ];
}

function buildOf(preset) {
  const run = async () => {
    await buildTests(preset);
    return { tests: [], said: '' };
  };
  return { name: `build ${preset}`, place: 'background', run };
}

/** The engine's own rounds are among its tests, of which every run takes a slice. */
function wholeTorture(files) {
  const env = { SLUICE_TORTURE: 'full' };
  return [
    buildOf('release'),
    {
      name: 'ctest release: random rounds',
      place: 'lane',
      after: [buildOf('release').name],
      weight: FIRST,
      run: async (lane) =>
        await runCtest('release', { ...process.env, ...(await lane.variables()), ...env }, RANDOM_ROUNDS),
    },
    ...servedFiles('torture', files, env),
  ];
}

import { NO_AUTHORITIES } from './lane.mjs';
import { lint } from '../lint.mjs';
import { withTestServers } from '../servers.mjs';
import { buildTests, runEngineTests, runEngineTestsAlone } from './engine-tests.mjs';
import { weightOf } from './durations.mjs';
import { runFuzzer } from './fuzz.mjs';
import { matrixFiles, matrixVariables } from './matrix-tier.mjs';

/** By the names of their suites. */
const RANDOM_ROUNDS = 'RandomRangesTest';
/** Mutated files and answers: what they break shows under the sanitizers. */
const UNTRUSTED = 'Untrusted';
/** An integer, texts, an enum and several columns: keys of all other kinds differ for the server alone. */
const KEYS_UNDER_TSAN =
  '/(SignedExtremes|SkewedTextFirst|NineTenthsUnderOneEnum|MixedTypesAndDirections)OnMySql';
/** Random rounds in one thread, and keys whose kinds differ for the server alone. */
const WITHOUT_TSAN = `${UNTRUSTED}|LoadScheduleProperty|KeyKindsTest(?!.*${KEYS_UNDER_TSAN})`;
/** Fast answers first. */
const FIRST = Infinity;

/**
 * Tiers that can be run alone, by name. `pieces` gives what schedule.mjs runs; each piece's `run` gives its tests, and
 * the logs around them, for a failure; `again` gives a second, lonely try, which tells what is unsteady.
 * `isWhole` says that all tiers are run: then torture and the matrix are slices of themselves; else `torture` are the variables of its rounds. `files` lists those of a project of
 * vitest.config.mjs (see test-files.mjs); `nativeOnly` is the choice of the engine's tests, or null for none;
 * `roundsOnly` gives those of a suite of random rounds.
 */
export const TIERS = {
  lint: {
    pieces: () => [
      {
        name: 'lint',
        place: 'background',
        weight: weightOf('lint'),
        run: async () => ({ tests: await lint(), logs: [] }),
      },
    ],
  },
  unit: {
    purpose: 'packages',
    pieces: ({ files }) => wholeProject('unit', files('unit')),
  },
  native: { pieces: ({ nativeOnly }) => compiled('release', nativeOnly) },
  integration: { pieces: ({ files }) => servedFiles('integration', files('integration')) },
  torture: {
    pieces: ({ files, isWhole, roundsOnly, torture = { SLUICE_TORTURE: 'full' } }) =>
      isWhole
        ? servedFiles('torture', files('torture'), { SLUICE_TORTURE: 'slice' })
        : [...engineRounds(roundsOnly, torture), ...servedFiles('torture', files('torture'), torture)],
  },
  matrix: {
    pieces: ({ files, isWhole }) =>
      piecesOf('matrix', matrixFiles(files('matrix'), isWhole), async () => matrixVariables(isWhole)),
  },
  e2e: { showsWindows: true, pieces: ({ files }) => servedFiles('e2e', wholeFiles(files('e2e'))) },
  // The window's page in a browser of today, beside the oldest runtime that it has to look right on.
  chromium: {
    purpose: 'chromium',
    showsWindows: true,
    pieces: ({ files }) => servedFiles('chromium', wholeFiles(files('chromium'))),
  },
  fuzz: {
    purpose: 'fuzz',
    pieces: () => [{ name: 'fuzz', place: 'alone', run: () => runFuzzer(process.env) }],
  },
  // TSan and ASan can't be in one build.
  sanitize: {
    pieces: ({ nativeOnly, isChosen }) => [
      ...compiled('asan', nativeOnly),
      ...compiled('tsan', isChosen ? nativeOnly : { excluding: WITHOUT_TSAN }),
    ],
  },
};

/**
 * Tiers of plain `npm test`, of CI, where tests are looked for by name, and where some can be chosen at all. CI runs the
 * engine's tests under the sanitizers instead of as released: three times take too long.
 */
export const SETS = {
  chosen: ['unit', 'native', 'integration', 'torture', 'matrix', 'e2e', 'chromium', 'sanitize'],
  files: ['unit', 'native', 'integration', 'torture', 'matrix', 'e2e'],
  default: ['lint', 'unit', 'native', 'integration', 'torture', 'matrix', 'e2e'],
  all: ['lint', 'unit', 'sanitize', 'integration', 'torture', 'matrix', 'e2e'],
};

/** In one piece, so that its files share the loading of modules; those of which only some tests are run in another. */
function wholeProject(project, files) {
  const whole = files.filter(({ names }) => names === null);
  const named = files.filter(({ names }) => names !== null);
  const names = [...new Set(named.flatMap((each) => each.names))];
  return [
    ...together(project, project, whole, null),
    ...together(`${project}, by name`, project, named, names),
  ];
}

function together(name, project, files, names) {
  if (files.length === 0) return [];
  const list = files.map(({ file }) => file);
  const run = (lane) => lane.runFiles(project, list, { names });
  return [{ name, place: 'lane', weight: FIRST, run, again: run }];
}

/** The tests of a journey are its steps: none can be taken without those before it. */
const wholeFiles = (files) => files.map(({ file }) => ({ file, names: null }));

/** Files that talk to servers, each for itself, with those of the lane. */
function servedFiles(project, files, env = {}) {
  return piecesOf(project, files, async (lane) => ({ ...(await lane.variables()), ...env }));
}

/** @param variables gives the variables of a lane's tests when they are run */
function piecesOf(project, files, variables) {
  return files.map(({ file, names }) => {
    const run = async (lane) => await lane.runFiles(project, [file], { env: await variables(lane), names });
    return {
      name: project === 'chromium' ? `${file} in Chromium` : file,
      place: 'lane',
      weight: weightOf(file),
      run,
      again: run,
    };
  });
}

/** The engine's own tests, with servers that nobody has used before them: some read a server's counters. */
function compiled(preset, only) {
  if (only === null) return [];
  const withServers = (lane, work) =>
    withTestServers((variables, pid) => {
      lane.watch(pid);
      return work({ ...process.env, ...NO_AUTHORITIES, ...variables });
    });
  const name = `engine tests ${preset}`;
  let failed = [];
  const run = async (env, lane) => {
    const ran = await runEngineTests(preset, env, lane, only);
    failed = ran.tests.filter(({ state }) => state === 'failed').map(({ test }) => test);
    return ran;
  };
  return [
    buildOf(preset),
    {
      ...{ name, place: 'lane', after: [buildOf(preset).name], weight: weightOf(name) },
      run: (lane) => withServers(lane, (env) => run(env, lane)),
      again: (lane) => withServers(lane, (env) => runEngineTestsAlone(preset, env, lane, failed)),
    },
  ];
}

function buildOf(preset) {
  const run = async () => {
    await buildTests(preset);
    return { tests: [], logs: [] };
  };
  const name = `build ${preset}`;
  return { name, place: 'background', weight: weightOf(name), run };
}

/** The engine's own rounds are among its tests, of which every run takes a slice. */
function engineRounds(roundsOnly, env) {
  const random = roundsOnly(RANDOM_ROUNDS);
  const untrusted = roundsOnly(UNTRUSTED);
  return [
    ...rounds('release', 'random rounds', random, async (lane) =>
      runEngineTests('release', { ...process.env, ...(await lane.variables()), ...env }, lane, random),
    ),
    ...rounds('asan', 'untrusted input', untrusted, (lane) =>
      runEngineTests('asan', { ...process.env, ...env }, lane, untrusted),
    ),
  ];
}

function rounds(preset, title, only, run) {
  if (only === null) return [];
  const build = buildOf(preset);
  const name = `engine tests ${preset}: ${title}`;
  return [build, { name, place: 'lane', after: [build.name], weight: FIRST, run }];
}

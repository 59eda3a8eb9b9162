import { lint } from '../lint.mjs';
import { withTestServers } from '../servers.mjs';
import { ensureApplication } from '../setup/application.mjs';
import { buildTests, runCtest } from './ctest.mjs';
import { runFuzzer } from './fuzz.mjs';
import { sum } from './tally.mjs';
import { runVitest, runVitestPatiently } from './vitest.mjs';

/** The sanitizer builds of the engine's tests; TSan and ASan can't be in one. */
const SANITIZERS = ['asan', 'tsan'];

/** By the names of their suites. */
const RANDOM_ROUNDS = ['--tests-regex', 'RandomRangesTest'];

/**
 * What can be run alone, by name. `run` gets the environment with the servers in it, and whether all tiers are run
 * (then torture is a slice of itself); it gives the tally of its tests.
 */
export const TIERS = {
  lint: { needsServers: false, run: () => lint() },
  unit: { needsServers: false, run: ({ env }) => runVitest('unit', env) },
  native: {
    needsServers: true,
    run: async ({ env }) => {
      await buildTests('release');
      return await runCtest('release', env);
    },
  },
  integration: { needsServers: true, run: ({ env }) => runVitestPatiently('integration', env) },
  torture: {
    needsServers: true,
    run: ({ env, isWhole }) =>
      isWhole
        ? runVitestPatiently('torture', { ...env, SLUICE_TORTURE: 'slice' })
        : runWholeTorture({ ...env, SLUICE_TORTURE: 'full' }),
  },
  e2e: {
    needsServers: true,
    run: async ({ env }) => {
      await ensureApplication();
      return await runVitestPatiently('e2e', env);
    },
  },
  // The window's page in a browser of today, beside the oldest runtime that it has to look right on.
  chromium: {
    needsServers: true,
    purpose: 'chromium',
    run: async ({ env }) => {
      await ensureApplication();
      return await runVitestPatiently('chromium', env);
    },
  },
  fuzz: { needsServers: false, purpose: 'fuzz', run: ({ env }) => runFuzzer(env) },
  // Side by side, each with servers of its own: some tests read a server's counters.
  sanitize: {
    needsServers: false,
    run: async ({ env }) => {
      for (const preset of SANITIZERS) await buildTests(preset);
      const runs = SANITIZERS.map((preset) =>
        withTestServers((variables) => runCtest(preset, { ...env, ...variables })),
      );
      return sum(await Promise.all(runs));
    },
  },
};

/** The engine's own rounds are among its tests, of which every run takes a slice. */
async function runWholeTorture(env) {
  await buildTests('release');
  return sum([await runCtest('release', env, RANDOM_ROUNDS), await runVitest('torture', env)]);
}

import { lint } from '../lint.mjs';
import { ensureApplication } from '../setup/application.mjs';
import { runCtest } from './ctest.mjs';
import { runVitest } from './vitest.mjs';

/** The sanitizer builds of the engine's tests; TSan and ASan can't be in one. */
const SANITIZERS = ['asan', 'tsan'];

/**
 * What can be run alone, by name. `run` gets the environment with the servers in it, and whether all tiers are run
 * (then torture is a slice of itself); it gives the counts of what passed, failed and was skipped.
 */
export const TIERS = {
  lint: { needsServers: false, run: () => lint() },
  unit: { needsServers: false, run: ({ env }) => runVitest('unit', env) },
  native: { needsServers: true, run: ({ env }) => runCtest('release', env) },
  integration: { needsServers: true, run: ({ env }) => runVitest('integration', env) },
  torture: {
    needsServers: true,
    run: ({ env, isWhole }) => runVitest('torture', { ...env, SLUICE_TORTURE: isWhole ? 'slice' : 'full' }),
  },
  e2e: {
    needsServers: true,
    run: async ({ env }) => {
      await ensureApplication();
      return await runVitest('e2e', env);
    },
  },
  sanitize: {
    needsServers: true,
    run: async ({ env }) => {
      const total = { passed: 0, failed: 0, skipped: 0 };
      for (const preset of SANITIZERS) {
        const counts = await runCtest(preset, env);
        for (const key of Object.keys(total)) total[key] += counts[key];
      }
      return total;
    },
  },
};

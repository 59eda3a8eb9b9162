import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Not a verdict on speed: a test that hangs must end some time, so that the run can tell which one it was. */
const HANG_GUARD_MS = 15 * 60_000;

/** Tiers that share servers, the screen or both: their files run one after the other. */
const shared = {
  globalSetup: ['tests/servers/global-setup.ts'],
  fileParallelism: false,
  expect: { poll: { timeout: HANG_GUARD_MS / 5, interval: 100 } },
  testTimeout: HANG_GUARD_MS,
  hookTimeout: HANG_GUARD_MS,
};

const tier = (name, extensions, options = {}) => ({
  plugins: [react()],
  test: { name, include: [`tests/${name}/**/*.test.${extensions}`], environment: 'node', ...options },
});

export default defineConfig({
  test: {
    projects: [
      tier('unit', '{ts,tsx,mjs}', { testTimeout: 60_000 }),
      tier('integration', 'ts', shared),
      tier('e2e', 'ts', { ...shared, setupFiles: ['tests/e2e/harness/one-journey.ts'] }),
      tier('chromium', 'ts', shared),
      tier('torture', 'ts', shared),
    ],
  },
});

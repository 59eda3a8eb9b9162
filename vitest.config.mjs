import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Not a verdict on speed: a test that hangs must end some time, so that the run can tell which one it was. */
const HANG_GUARD_MS = 15 * 60_000;

/**
 * Most of a unit test's time was the loading of its modules. So a worker loads each once for all of its files: a test that
 * changes what others see of a module, or a global, puts it back.
 */
const unit = {
  testTimeout: HANG_GUARD_MS,
  hookTimeout: HANG_GUARD_MS,
  pool: 'threads',
  isolate: false,
  maxWorkers: 2,
};

const NO_STATEMENT_LEFT = 'tests/servers/no-statement-left.ts';
const ONE_JOURNEY = 'tests/e2e/harness/one-journey.ts';

/** Tiers that share servers, the screen or both: their files run one after the other. */
const shared = {
  globalSetup: ['tests/servers/global-setup.ts'],
  setupFiles: [NO_STATEMENT_LEFT],
  fileParallelism: false,
  expect: { poll: { timeout: HANG_GUARD_MS / 5, interval: 100 } },
  testTimeout: HANG_GUARD_MS,
  hookTimeout: HANG_GUARD_MS,
};

/** Each file's tests are the steps of one journey. */
const journeys = { ...shared, setupFiles: [NO_STATEMENT_LEFT, ONE_JOURNEY] };

/**
 * The journeys on which screens are looked at, and which need no more of the desktop than a page in a browser has: one that
 * comes later than the app hears nothing of what it told at its start.
 */
const LOOKED_AT = [
  'backup',
  'cancel',
  'compare',
  'compression',
  'connections',
  'damaged-dump',
  'dry-run',
  'every-screen',
  'inspect',
  'jobs',
  'journey',
  'left-settings',
  'long-names',
  'many-lanes',
  'many-objects',
  'migrate',
  'million-pages',
  'run-states',
  'schedules',
  'settings',
  'sign-in',
  'two-runs',
  'unfinished',
];

const tier = (name, extensions, options = {}) => ({
  plugins: [react()],
  test: { name, include: [`tests/${name}/**/*.test.${extensions}`], environment: 'node', ...options },
});

export default defineConfig({
  test: {
    projects: [
      tier('unit', '{ts,tsx,mjs}', unit),
      tier('integration', 'ts', shared),
      tier('e2e', 'ts', journeys),
      tier('chromium', 'ts', {
        ...journeys,
        include: LOOKED_AT.map((name) => `tests/e2e/${name}.test.ts`),
        env: { SLUICE_PAGE_RUNTIME: 'chromium' },
      }),
      tier('torture', 'ts', shared),
      tier('matrix', 'ts', { ...shared, globalSetup: [], setupFiles: [] }),
      tier('pictures', 'ts', {
        ...journeys,
        globalSetup: [],
        setupFiles: [ONE_JOURNEY],
        env: { SLUICE_PAGE_RUNTIME: 'chromium' },
      }),
    ],
  },
});

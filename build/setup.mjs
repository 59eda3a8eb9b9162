/**
 * `npm run setup [-- --test] [--refresh]`: gets everything ready that `npm start` needs, or, with --test, `npm test`.
 * Both run it by themselves. Safe to run again at any time: what is done is not done again.
 * --refresh unpacks servers of our own even where others were found, and asks a release host again that was silent.
 */
import { pathToFileURL } from 'node:url';
import { ensureRuntime } from './runtime.mjs';
import { readArguments } from './setup/arguments.mjs';
import { ensureApplication } from './setup/application.mjs';
import { SetupError } from './setup/command.mjs';
import { ensureCompilerCache } from './setup/compiler-cache.mjs';
import { ensureDumpPrograms } from './setup/dump-programs.mjs';
import { ensureEngine, ensureSaboteur } from './setup/engine.mjs';
import { ensureFaketime } from './setup/faketime.mjs';
import { ensureHaproxy } from './setup/haproxy.mjs';
import { serverLocator } from './setup/locate.mjs';
import { withLock } from './setup/lock.mjs';
import { ensureNodePackages, ensureZstdBinding } from './setup/node-packages.mjs';
import { inRoot } from './setup/places.mjs';
import { ensureServer, forgetServer, serverVendors } from './setup/servers.mjs';
import { ensureSshServer } from './setup/ssh-server.mjs';
import { say, seconds, step } from './setup/step.mjs';
import { ensureSystemPackages } from './setup/system-packages.mjs';

const USAGE = 'Usage: npm run setup [-- [--test] [--refresh]]';
const OPTIONS = { test: { type: 'boolean', default: false }, refresh: { type: 'boolean', default: false } };

/**
 * @param purpose 'run' for `npm start`, 'test' for `npm test` and 'bench' for benchmarks, which need more of the system
 * @param more fetches something beside that, while the sources are compiled
 */
export async function setUp({ purpose, refresh = false, more = async () => undefined }) {
  const begin = performance.now();
  say('Setting up Sluice');
  await withLock(inRoot('.cache', 'setup.lock'), async () => {
    await step('system packages', () => ensureSystemPackages(purpose));
    await step('Node packages', ensureNodePackages);
    await step('zstd binding', ensureZstdBinding);
    if (purpose !== 'run') await step('compiler cache', ensureCompilerCache);
    // Compiling keeps the processor busy, fetching the network.
    await together([() => buildAll(purpose), () => fetchAll({ purpose, refresh, more })]);
  });
  say(`  ready in ${seconds(begin)}`);
}

/** For what runs on Node and its packages alone: `npm run test:unit`. */
export async function setUpPackages() {
  await withLock(inRoot('.cache', 'setup.lock'), () => step('Node packages', ensureNodePackages));
}

/** Only what is built from this clone's sources: for `npm run sluice`, which must start at once. Says nothing. */
export async function buildQuietly() {
  await withLock(inRoot('.cache', 'setup.lock'), async () => {
    await ensureEngine();
    await ensureApplication(['cli', 'cli-start']);
  });
}

async function buildAll(purpose) {
  await step('engine', ensureEngine);
  if (purpose !== 'run') await step('saboteur', ensureSaboteur);
  await step('application', () => ensureApplication());
}

async function fetchAll({ purpose, refresh, more }) {
  await step('Electron', () => withoutStopping(purpose, () => ensureRuntime({ refresh })));
  const locate = refresh ? () => null : await serverLocator();
  for (const vendor of serverVendors) {
    if (refresh) forgetServer(vendor);
    await step(vendor === 'mysql' ? 'MySQL' : 'MariaDB', () =>
      withoutStopping(purpose, () => ensureServer(vendor, locate)),
    );
  }
  if (purpose !== 'run') await fetchTestPrograms();
  await more();
}

async function fetchTestPrograms() {
  await step('SSH server', ensureSshServer);
  await step('HAProxy', ensureHaproxy);
  await step('libfaketime', ensureFaketime);
  await step('dump programs', ensureDumpPrograms);
}

/** A user can do without a practice server, or without the window; the tests can't. */
async function withoutStopping(purpose, work) {
  try {
    return await work();
  } catch (error) {
    if (purpose !== 'run' || !(error instanceof SetupError)) throw error;
    return `not available: ${error.message}`;
  }
}

/** Lets every one of them end before the first failure is reported: nothing goes on behind a failed set-up. */
async function together(works) {
  const outcomes = await Promise.allSettled(works.map((work) => work()));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) throw failed.reason;
}

/** Runs a program's main function; what a person can mend is said without a stack. */
export async function runMain(main) {
  try {
    await main();
  } catch (error) {
    say(error instanceof SetupError ? `\n${error.message}` : (error?.stack ?? String(error)));
    process.exitCode = 1;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const { test, refresh } = readArguments(USAGE, OPTIONS).values;
    await setUp({ purpose: test ? 'test' : 'run', refresh });
  });
}

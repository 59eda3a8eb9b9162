/**
 * Vitest over the code with the mutants in it, as a process that is sent test files to run and can be killed when a
 * mutant never ends. Ends with whoever started it.
 */
import { createVitest } from 'vitest/node';
import { root } from '../setup/places.mjs';
import { makeMutants } from './mutants.mjs';

const { switched } = await makeMutants();
const inside = `${root}/`;

const mutants = {
  name: 'sluice-mutants',
  enforce: 'pre',
  transform(_, id) {
    const code = id.startsWith(inside) ? switched.get(id.slice(inside.length)) : undefined;
    return code === undefined ? null : { code, map: null };
  },
};

/** The window imports nothing of what decides but the contract. */
const test = {
  include: ['tests/unit/**/*.test.{ts,tsx,mjs}'],
  exclude: ['tests/unit/renderer/**', '**/node_modules/**'],
  environment: 'node',
  pool: 'threads',
  testTimeout: 60_000,
  setupFiles: ['build/mutate/probe.mjs'],
  watch: false,
  reporters: [{}],
};

const vitestFor = (more) =>
  createVitest('test', { config: false, root, ...test, ...more }, { plugins: [mutants] });
let quick = null;

/** One file at a time in a worker of its own, so that each notes what it reaches when it is loaded too. */
async function runAll(env) {
  Object.assign(process.env, env);
  const vitest = await vitestFor({ isolate: true, maxWorkers: 2 });
  const { testModules } = await vitest.runTestSpecifications(await vitest.globTestSpecifications());
  const failed = testModules.filter((module) => !module.ok()).map(({ moduleId }) => moduleId);
  await vitest.close();
  for (const name of Object.keys(env)) delete process.env[name];
  return { failed };
}

async function runSome({ files, env }) {
  Object.assign(process.env, env);
  if (quick === null) {
    quick = await vitestFor({ isolate: false, maxWorkers: 1, bail: 1, sequence: { groupOrder: 0 } });
    await quick.standalone();
  }
  for (const file of files) {
    const specifications = await quick.getRelevantTestSpecifications([file]);
    const { testModules, unhandledErrors } = await quick.runTestSpecifications(specifications);
    // Those of earlier runs are listed as well.
    const own = testModules.filter(({ moduleId }) => moduleId === file);
    if (own.length === 0) throw new Error(`${file} was not run.`);
    if (unhandledErrors.length > 0 || own.some((module) => !module.ok())) return { killedBy: file };
  }
  return { killedBy: null };
}

process.on('message', ({ kind, ...request }) => {
  (kind === 'all' ? runAll(request.env) : runSome(request)).then(
    (answer) => process.send({ kind: 'done', ...answer }),
    (error) => process.send({ kind: 'broken', message: error?.stack ?? String(error) }),
  );
});
process.once('disconnect', () => process.exit(0));
process.send({ kind: 'ready' });

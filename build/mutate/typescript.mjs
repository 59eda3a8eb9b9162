import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { SetupError } from '../setup/command.mjs';
import { inRoot, root } from '../setup/places.mjs';
import { say } from '../setup/step.mjs';
import { compiling } from './compiles.mjs';
import { makeMutants } from './mutants.mjs';
import { nearestFirst, original, shuffled } from './sample.mjs';

/** A mutant whose tests take so long goes on for ever. */
const HANG_MS = 120_000;
/** So many times as often as without the mutant may its place be passed. */
const HITS_FACTOR = 200;
const LEAST_HITS = 10_000;

/**
 * Draws mutants of the TypeScript sources that decide, and tries whether unit tests notice them.
 * @returns for each its file, line, text before and after, state, and the test file that killed it
 */
export async function tryTypeScript({ sample, seed }) {
  const { mutants, texts } = await makeMutants();
  const drawn = drawCompiling(mutants, texts, { sample, seed });
  say(`${mutants.length} mutants in ${texts.size} files; ${drawn.length} of those that compile are tried`);
  const reach = await findReach();
  const runner = new Runner();
  const results = [];
  try {
    for (const mutant of drawn) {
      const result = await tryMutant(mutant, texts.get(mutant.fileName), reach, runner);
      results.push(result);
      say(`${results.length}/${drawn.length} ${result.state.padEnd(9)} ${result.file}:${result.line}`);
    }
    await assertPassWithout(reach, runner);
  } finally {
    runner.end();
  }
  return results;
}

/** In small steps, so that a small sample needs few compilations. */
function drawCompiling(mutants, texts, { sample, seed }) {
  const order = shuffled(mutants, seed);
  const drawn = [];
  for (let at = 0; at < order.length && drawn.length < sample; at += sample)
    drawn.push(...compiling(order.slice(at, at + sample), texts));
  return drawn.slice(0, sample);
}

/** By mutant: the test files that come to it, with how often. */
async function findReach() {
  mkdirSync(inRoot('dist'), { recursive: true });
  const folder = mkdtempSync(inRoot('dist', 'mutants-'));
  const runner = new Runner();
  try {
    const { failed } = await runner.ask({ kind: 'all', env: { SLUICE_MUTANT_REACH: folder } });
    const broken = new Set(failed.map(short));
    if (broken.size > 0) say(`Left out, for they fail without a mutant: ${[...broken].join(', ')}`);
    const reach = new Map();
    for (const name of readdirSync(folder)) {
      const { test, reached } = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (broken.has(short(test))) continue;
      for (const [id, hits] of Object.entries(reached))
        reach.set(id, [...(reach.get(id) ?? []), { test: short(test), hits }]);
    }
    return reach;
  } finally {
    runner.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function tryMutant(mutant, text, reach, runner) {
  const tests = reach.get(mutant.id) ?? [];
  const described = {
    file: mutant.fileName,
    line: mutant.location.start.line + 1,
    before: original(text, mutant),
    after: mutant.replacement,
  };
  if (tests.length === 0) return { ...described, state: 'unreached', killedBy: null };
  const files = nearestFirst(
    mutant.fileName,
    tests.map(({ test }) => test),
  );
  const most = Math.max(...tests.map(({ hits }) => hits));
  const env = {
    __STRYKER_ACTIVE_MUTANT__: mutant.id,
    SLUICE_MUTANT_HITS: String(LEAST_HITS + most * HITS_FACTOR),
  };
  const { killedBy } = await runner.ask({ kind: 'some', files: files.map((file) => inRoot(file)), env });
  return { ...described, state: killedBy === null ? 'survived' : 'killed', killedBy };
}

/** A test that fails without a mutant is no verdict on one. */
async function assertPassWithout(reach, runner) {
  const files = [...new Set([...reach.values()].flatMap((tests) => tests.map(({ test }) => test)))];
  const env = { __STRYKER_ACTIVE_MUTANT__: 'none', SLUICE_MUTANT_HITS: String(Number.MAX_SAFE_INTEGER) };
  const { killedBy } = await runner.ask({ kind: 'some', files: files.map((file) => inRoot(file)), env });
  if (killedBy !== null) throw new SetupError(`${killedBy} fails without a mutant too.`);
}

/** The process that runs the tests; a new one after a mutant that did not end. */
class Runner {
  #child = null;

  async ask(request) {
    this.#child ??= await started();
    const child = this.#child;
    const mayHang = request.kind === 'some';
    const timer = mayHang ? setTimeout(() => child.kill('SIGKILL'), HANG_MS) : null;
    const answer = new Promise((resolve, reject) => {
      const ended = () => {
        this.#child = null;
        // A crash is a verdict as well.
        if (mayHang) resolve({ killedBy: 'did not end' });
        else reject(new SetupError('The process with the tests ended.'));
      };
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        if (message.kind === 'broken') reject(new SetupError(message.message));
        else resolve(message);
      });
    });
    child.send(request);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  end() {
    this.#child?.kill('SIGKILL');
    this.#child = null;
  }
}

async function started() {
  const child = fork(inRoot('build', 'mutate', 'vitest-process.mjs'), {
    cwd: root,
    execArgv: ['--no-warnings'],
  });
  await once(child, 'message');
  return child;
}

const short = (file) => relative(root, file);

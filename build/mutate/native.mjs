import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { run, SetupError } from '../setup/command.mjs';
import { inRoot } from '../setup/places.mjs';
import { say } from '../setup/step.mjs';
import { NATIVE_MUTANTS } from '../../tests/mutants/native.mjs';

/** The sources are changed here, never in the clone itself; kept, so that the next time little is compiled. */
const copy = inRoot('dist', 'mutants', 'native');
const SOURCES = ['native', 'tests/native', 'tests/bench/floor', 'package.json'];
const PRESET = 'release';
/** A removed check leaves unused names behind. */
const OPTIONS = ['-DBUILD_TESTING=ON', '--compile-no-warning-as-error'];
/** Tests of a mutant that take so long go on for ever; all of them take seconds. */
const HANG_MS = 300_000;

/**
 * Applies each of tests/mutants/native.mjs to a copy of the engine, builds it and runs its tests.
 * @returns for each its file, line, text before and after, and state
 */
export async function tryNative() {
  await takeSources();
  await run('cmake', ['--preset', PRESET, ...OPTIONS], { cwd: join(copy, 'native') });
  await build();
  const filters = [...new Set(NATIVE_MUTANTS.map(({ tests }) => tests))];
  for (const filter of filters)
    if (!(await pass(filter))) throw new SetupError(`The engine’s tests ${filter} fail without a change.`);
  const results = [];
  for (const mutant of NATIVE_MUTANTS) {
    const result = await tryOne(mutant);
    results.push(result);
    say(`${results.length}/${NATIVE_MUTANTS.length} ${result.state.padEnd(9)} ${result.file}:${result.line}`);
  }
  return results;
}

async function tryOne({ file, find, replace, tests }) {
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  const at = text.indexOf(find);
  writeFileSync(path, text.slice(0, at) + replace + text.slice(at + find.length));
  try {
    await build();
    const line = text.slice(0, at).split('\n').length;
    const state = (await pass(tests)) ? 'survived' : 'killed';
    return { file, line, before: find, after: replace, state };
  } finally {
    writeFileSync(path, text);
  }
}

/** Files that did not change keep their time, so that they are not compiled again. */
async function takeSources() {
  const listed = await run('git', ['ls-files', '-z', '--', ...SOURCES]);
  for (const file of listed.split('\0').filter(Boolean)) {
    const [from, to] = [inRoot(file), join(copy, file)];
    mkdirSync(dirname(to), { recursive: true });
    const bytes = readFileSync(from);
    if (!bytes.equals(readIfThere(to))) writeFileSync(to, bytes);
  }
  const packages = join(copy, 'node_modules');
  rmSync(packages, { force: true });
  symlinkSync(inRoot('node_modules'), packages);
}

function readIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
}

async function build() {
  const argv = ['--build', '--preset', PRESET, '--target', 'sluice_tests'];
  await run('cmake', argv, { cwd: join(copy, 'native') });
}

/** Returns whether all tests pass that the filter names. One that names none is a defect of the list. */
async function pass(filter) {
  const program = join(copy, 'dist', 'cmake', PRESET, 'tests', 'sluice_tests');
  const child = spawn(program, [`--gtest_filter=${filter}`, '--gtest_brief=1'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: HANG_MS,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stdout.on('data', (bytes) => (said += bytes));
  const [code] = await once(child, 'close');
  if (/^\[==========\] 0 tests/m.test(said))
    throw new SetupError(`No test of the engine is named ${filter}.`);
  return code === 0;
}

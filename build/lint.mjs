/**
 * `npm run lint`: everything that can be checked without running it; `npm run lint -- structure comments` checks with
 * those alone. `npm run format` mends what can be mended.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { objectionsToComments } from './lint/comments.mjs';
import { objectionsToIncludes } from './lint/native-layers.mjs';
import { objectionsToNativeSentences } from './lint/native-messages.mjs';
import { objectionsToStructure, strangersAtTop } from './lint/structure.mjs';
import { readArguments } from './setup/arguments.mjs';
import { run, SetupError, which } from './setup/command.mjs';
import { runMain, setUp } from './setup.mjs';
import { inRoot } from './setup/places.mjs';
import { say, seconds } from './setup/step.mjs';

const tool = (name) => inRoot('node_modules', '.bin', name);

/** Findings of a tool in files that are the same byte for byte, with the same options and the same version of the tool. */
const kept = (name) => inRoot('.cache', 'lint', name);
const byContent = (name) => ['--cache', '--cache-strategy=content', `--cache-location=${kept(name)}`];

/**
 * Programs to run: to check, and to mend; null where there is nothing to mend by itself. One with `find` is a
 * function of our own that returns its objections.
 */
const CHECKS = [
  { name: 'oxfmt', program: tool('oxfmt'), check: ['--list-different', '.'], mend: ['.'] },
  {
    name: 'clang-format',
    program: 'clang-format',
    check: ['--dry-run', '-Werror', ...nativeSources()],
    mend: ['-i', ...nativeSources()],
  },
  { name: 'includes', find: () => objectionsToIncludes(textsOf(nativeSources())) },
  { name: 'sentences', find: () => objectionsToNativeSentences(textsOf(nativeSources())) },
  {
    name: 'structure',
    find: () => [
      ...strangersAtTop(readdirSync(inRoot())),
      ...objectionsToStructure(textsOf(typeScriptSources())),
    ],
  },
  { name: 'comments', find: () => objectionsToComments(textsOf(commentedSources())) },
  {
    name: 'stylelint',
    program: tool('stylelint'),
    check: [...byContent('stylelint'), 'renderer/**/*.css'],
    mend: ['--fix', 'renderer/**/*.css'],
  },
  {
    name: 'tsc',
    program: tool('tsc'),
    check: ['--noEmit', '--incremental', '--tsBuildInfoFile', kept('tsc.json')],
    mend: null,
  },
  // The window's services run on Node 12 too, which lacks what the libraries of the renderer get by polyfills.
  {
    name: 'old runtime',
    program: tool('tsc'),
    check: ['--noEmit', '--incremental', '--tsBuildInfoFile', kept('tsc-app.json'), '--project', 'app'],
    mend: null,
  },
  // Nothing of it is kept: a rule that knows types judges a file by what others say.
  { name: 'oxlint', program: tool('oxlint'), check: ['.'], mend: ['--fix', '.'] },
];

/**
 * Runs checks, also after a failed one.
 * @param names names of the checks to run; all where there are none
 * @returns each check's name, state and milliseconds
 */
export async function lint({ mend = false, names = [] } = {}) {
  const results = [];
  for (const check of chosen(names)) {
    const begin = performance.now();
    const isWhole = await passes(check, mend);
    say(`  ${isWhole ? '✓' : '✗'} ${check.name.padEnd(14)} ${seconds(begin)}`);
    const ms = performance.now() - begin;
    results.push({ name: check.name, state: isWhole ? 'passed' : 'failed', ms, why: '' });
  }
  return results;
}

function chosen(names) {
  const unknown = names.find((wanted) => CHECKS.every(({ name }) => name !== wanted));
  if (unknown !== undefined)
    throw new SetupError(
      `There is no check “${unknown}”. There are: ${CHECKS.map(({ name }) => name).join(', ')}.`,
    );
  return names.length === 0 ? CHECKS : CHECKS.filter(({ name }) => names.includes(name));
}

async function passes({ program, check, mend, find }, mending) {
  if (find) return findsNothing(find());
  try {
    await run(program, mending && mend ? mend : check);
    return true;
  } catch (error) {
    say(error.message.replace(/^.*ended with \d+\n/, ''));
    return false;
  }
}

function findsNothing(objections) {
  for (const objection of objections) say(`    ${objection}`);
  return objections.length === 0;
}

function textsOf(files) {
  return new Map(files.map((file) => [file, readFileSync(inRoot(file), 'utf8')]));
}

function nativeSources() {
  return ['native', 'tests/native', 'tests/bench'].flatMap((folder) => sourcesUnder(folder, /\.(cc|h)$/));
}

function typeScriptSources() {
  return ['app', 'renderer'].flatMap((folder) => sourcesUnder(folder, /\.tsx?$/));
}

function commentedSources() {
  return ['app', 'native', 'renderer', 'build', 'tests'].flatMap((folder) =>
    sourcesUnder(folder, /\.(tsx?|mjs|cc|h)$/),
  );
}

function sourcesUnder(folder, ending) {
  return readdirSync(inRoot(folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : sourcesUnder(path, ending);
    return ending.test(entry.name) ? [path] : [];
  });
}

const USAGE = `Usage: npm run lint [-- [CHECK…] [--fix]]\nChecks: ${CHECKS.map(({ name }) => name).join(', ')}`;

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runMain(async () => {
    const options = { fix: { type: 'boolean', default: false } };
    const { values, positionals } = readArguments(USAGE, options, { words: true });
    if (which('clang-format') === null) await setUp({ purpose: 'test' });
    const results = await lint({ mend: values.fix, names: positionals });
    process.exitCode = results.some(({ state }) => state === 'failed') ? 1 : 0;
  });
}

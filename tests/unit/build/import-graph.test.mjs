import { expect, it } from 'vitest';
import { distancesTo, graphOf } from '../../../build/test/import-graph.mjs';

const PROGRAMS = { 'cli.cjs': 'app/cli/main.ts' };
const graph = (sources) => Object.fromEntries(graphOf(new Map(Object.entries(sources)), PROGRAMS));

it.each([
  ['an import', "import { a } from './a';"],
  ['an import over several lines', "import {\n  a,\n} from './a';"],
  ['an export', "export * from './a';"],
  ['a late import', "await import('./a');"],
  ['an import beside a type of it', "import { a, type A } from './a';"],
  ['a path from the root', "readFile(join(root, 'app/a.ts'));"],
  ['an index', "import { a } from './b';", 'app/b/index.ts'],
  ['a style', "import './a.css';", 'app/a.css'],
  ['a path in pieces', "readFile(join(root, 'app', 'a.ts'));"],
  [
    'a path in pieces on lines of their own',
    "join(\n  root,\n  'app',\n  'b',\n  'index.ts',\n)",
    'app/b/index.ts',
  ],
  ['pieces up and down again', "resolve(here, '..', 'app', 'a')"],
  ['pieces behind which others stand', "run('app', 'a.ts', '--quick')"],
  ['a path behind the root', 'readFile(`${root}/app/a.ts`)'],
  ['a path whose name is filled in', 'readFile(`${root}/app/b/${name}.ts`)', 'app/b/index.ts'],
  ['a relative path whose name is filled in', 'await import(`./b/${name}`)', 'app/b/index.ts'],
  ['a folder', "readdirSync(inRoot('app/b'))", 'app/b/index.ts'],
  ['a folder in pieces', "readdirSync(inRoot('app', 'b'))", 'app/b/index.ts'],
])('follows %s', (_how, text, named = 'app/a.ts') => {
  const sources = { 'app/user.ts': text, 'app/a.ts': '', 'app/b/index.ts': '', 'app/a.css': '' };
  expect(graph(sources)['app/user.ts']).toEqual([named]);
});

it('takes a folder that stands right behind the root for all in it', () => {
  const sources = { 'tests/a.test.ts': "readdirSync(join(root, 'app'))", 'app/a.ts': '', 'app/b/c.ts': '' };
  expect(graph(sources)['tests/a.test.ts']).toEqual(['app/a.ts', 'app/b/c.ts']);
});

it.each([
  ['a word', "signIn('app')"],
  ['a place of a run', "join(folder, 'data', 'app')"],
  ['a slash', "names.join('/')"],
  ['what is above', "join(folder, '..', 'other')"],
])('takes %s for no folder', (_what, text) => {
  expect(graph({ 'tests/a.test.ts': text, 'tests/b.ts': '', 'app/a.ts': '' })['tests/a.test.ts']).toEqual([]);
});

it('does not follow what is gone when a test is run', () => {
  const text = "import type { A } from './a';\nimport type {\n  B,\n} from './b';\nimport { c } from './c';";
  const sources = { 'app/user.ts': text, 'app/a.ts': '', 'app/b.ts': '', 'app/c.ts': '' };
  expect(graph(sources)['app/user.ts']).toEqual(['app/c.ts']);
});

it('follows a program to what it is built of', () => {
  const sources = { 'tests/e2e/a.test.ts': "spawn(join('dist', 'cli.cjs'))", 'app/cli/main.ts': '' };
  expect(graph(sources)['tests/e2e/a.test.ts']).toEqual(['app/cli/main.ts']);
});

it('counts the steps on the shortest way, also around a circle', () => {
  const edges = new Map([
    ['test', ['far', 'near']],
    ['far', ['near', 'test']],
    ['near', ['target']],
    ['other', []],
  ]);
  expect(Object.fromEntries(distancesTo(['target'], edges))).toEqual({ target: 0, near: 1, test: 2, far: 2 });
});

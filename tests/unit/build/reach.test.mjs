import { expect, it } from 'vitest';
import { ADDON, nearestFirst, reachOf } from '../../../build/test/reach.mjs';

const DIRECT = 'tests/unit/load/plan.test.ts';
const THROUGH_CLI = 'tests/integration/rows.test.ts';
const GRAPH = new Map([
  [DIRECT, ['app/load/plan.ts']],
  [THROUGH_CLI, ['app/cli/main.ts']],
  ['app/cli/main.ts', ['app/load/plan.ts', ADDON]],
]);
const reach = (...changed) => reachOf(changed, GRAPH);

it('is what the graph says, for a source', () => {
  const { unknown, distances, native } = reach('app/load/plan.ts');
  expect([unknown, native]).toEqual([[], { kind: 'none' }]);
  expect([distances.get(DIRECT), distances.get(THROUGH_CLI)]).toEqual([1, 2]);
});

it('is a changed test itself', () => {
  expect(reach(THROUGH_CLI).distances).toEqual(new Map([[THROUGH_CLI, 0]]));
});

it('is all of the engine’s tests for its target, and who loads the addon', () => {
  const { distances, native } = reach('native/engine/range/predicate.cc');
  expect(native).toEqual({ kind: 'some', near: ['tests/native/range/'], isAll: true });
  expect([...distances.keys()]).toEqual([ADDON, 'app/cli/main.ts', THROUGH_CLI]);
});

it('is none of the engine’s tests for the addon’s own target', () => {
  const { distances, native } = reach('native/addon/argument.cc');
  expect(native).toEqual({ kind: 'none' });
  expect(distances.has(THROUGH_CLI)).toBe(true);
});

it('is one file for a test of the engine', () => {
  const file = 'tests/native/range/predicate_test.cc';
  expect(reach(file).native).toEqual({ kind: 'some', near: [file], isAll: false });
});

it('is all of the engine’s tests for what they share', () => {
  expect(reach('tests/native/harness/server.h').native).toMatchObject({ isAll: true });
});

it.each([
  'package.json',
  'package-lock.json',
  'build/test/lane.mjs',
  'vitest.config.mjs',
  'native/engine/CMakeLists.txt',
  'tests/fixtures/type-matrix.ts',
  'tests/servers/start-servers.ts',
  'app/catalog/session/variables.ts',
  'native/engine/wire/session_variables.cc',
  'a-new-folder/file.ts',
])('is everything for %s, of which nobody can tell', (file) => {
  expect(reach('app/load/plan.ts', file)).toMatchObject({ unknown: [file], native: { isAll: true } });
});

it('is nothing but the unit tests for prose', () => {
  expect(reach('README.md')).toEqual({ unknown: [], distances: new Map(), native: { kind: 'none' } });
});

it('begins with the test of the same name, then the nearer, then the quicker one', () => {
  const tests = [
    'tests/e2e/slow.test.ts',
    'tests/e2e/quick.test.ts',
    'tests/integration/near.test.ts',
    DIRECT,
  ];
  const distances = new Map(tests.map((file) => [file, file.includes('near') ? 1 : 5]));
  const seconds = (file) => (file.includes('quick') ? 1 : 100);
  const order = nearestFirst(tests, { changed: ['app/load/plan.ts'], distances, seconds });
  expect(order).toEqual([
    DIRECT,
    'tests/integration/near.test.ts',
    'tests/e2e/quick.test.ts',
    'tests/e2e/slow.test.ts',
  ]);
});

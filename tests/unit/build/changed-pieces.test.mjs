import { expect, it } from 'vitest';
import { piecesFor } from '../../../build/test/changed-pieces.mjs';

const NEAR_UNIT = 'tests/unit/load/plan.test.ts';
const FAR_UNIT = 'tests/unit/dump/names.test.ts';
const NEAR = 'tests/integration/load/plan.test.ts';
const FAR = 'tests/e2e/journey.test.ts';
const APART = 'tests/integration/dump/names.test.ts';
const FILES = { unit: [FAR_UNIT, NEAR_UNIT], integration: [APART, NEAR], torture: [], e2e: [FAR] };
const GRAPH = new Map([
  [NEAR_UNIT, ['app/load/plan.ts']],
  [FAR_UNIT, ['app/dump/names.ts']],
  [NEAR, ['app/load/plan.ts']],
  [FAR, ['app/main.ts']],
  ['app/main.ts', ['app/load/plan.ts']],
  [APART, ['app/dump/names.ts']],
]);
const NATIVE = [
  { path: 'tests/native/range/cut_test.cc', text: 'TEST(Cut, IsWhole) {}\n' },
  { path: 'tests/native/row/row_test.cc', text: 'TEST(Row, IsWhole) {}\n' },
];

function plan(...changed) {
  const files = (project) => (FILES[project] ?? []).map((file) => ({ file, names: null }));
  return piecesFor(changed, { graph: GRAPH, files, nativeSources: NATIVE });
}
const namesOf = ({ pieces }) => [...pieces].sort((a, b) => b.weight - a.weight).map(({ name }) => name);

it('is what reaches the change, nearest first, and every unit test', () => {
  const planned = plan('app/load/plan.ts');
  expect(planned.reached).toEqual([NEAR_UNIT, NEAR, FAR]);
  expect(namesOf(planned)).toEqual(['unit, near', NEAR, FAR, 'unit, the others']);
});

it('is every unit test where nothing reaches the change', () => {
  expect(namesOf(plan('README.md'))).toEqual(['unit, the others']);
});

it('is everything where nobody can tell', () => {
  const planned = plan('package.json');
  expect(planned.unknown).toEqual(['package.json']);
  expect(planned.reached.sort()).toEqual(Object.values(FILES).flat().sort());
  expect(namesOf(planned).sort()).toEqual(
    [APART, FAR, NEAR, 'build release', 'engine tests release', 'unit, near'].sort(),
  );
});

it('is the engine’s tests of the same folder first, and the others at the end', () => {
  const names = namesOf(plan('native/engine/range/cut.cc'));
  expect(names).toEqual([
    'build release',
    'engine tests release, near',
    'unit, the others',
    'engine tests release, the others',
  ]);
});

it('runs the two parts of the engine’s tests one after the other', () => {
  const { pieces } = plan('native/engine/range/cut.cc');
  const others = pieces.find(({ name }) => name === 'engine tests release, the others');
  expect(others.after).toEqual(['engine tests release, near']);
});

it('is one file of the engine’s tests for that file', () => {
  expect(namesOf(plan('tests/native/row/row_test.cc'))).toEqual([
    'build release',
    'engine tests release, near',
    'unit, the others',
  ]);
});

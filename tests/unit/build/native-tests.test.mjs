import { expect, it } from 'vitest';
import { choiceFor } from '../../../build/test/native-tests.mjs';

const SOURCES = [
  {
    path: 'tests/native/range/cut_test.cc',
    text: 'TEST(Cut, IsWhole) {}\nTEST_F(CutTest, KeepsBorders) {}\n',
  },
  { path: 'tests/native/row/row_test.cc', text: 'TEST_P(\n    RowTest, KeepsBytes) {}\n' },
];

it.each([
  ['a part of a file’s name', 'range/', 'Cut\\.IsWhole|CutTest\\.KeepsBorders'],
  ['a part of a test’s name', 'KeepsBytes', 'RowTest\\.KeepsBytes'],
  ['both', 'Keeps', 'CutTest\\.KeepsBorders|RowTest\\.KeepsBytes'],
])('chooses by %s', (_what, pattern, names) => {
  expect(choiceFor([pattern], SOURCES)).toEqual({ matching: `(^|/)(${names})(/|$)` });
});

it('knows that none is meant', () => {
  expect(choiceFor(['sign-in'], SOURCES)).toBeNull();
});

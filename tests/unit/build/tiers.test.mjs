import { expect, it } from 'vitest';
import { choiceFor } from '../../../build/test/native-tests.mjs';
import { TIERS } from '../../../build/test/tiers.mjs';

const SOURCES = [
  { path: 'tests/native/source/random_ranges_test.cc', text: 'TEST_P(RandomRangesTest, KeepsRows) {}\n' },
  { path: 'tests/native/range/key_test.cc', text: 'TEST_F(KeyTest, KeepsOrder) {}\n' },
  { path: 'tests/native/page/untrusted_test.cc', text: 'TEST(UntrustedPages, AreRefused) {}\n' },
];
const STARTERS = 'tests/torture/starters.test.ts';

function torture(files, roundsOnly, isWhole = false) {
  const context = { files: () => files.map((file) => ({ file, names: null })), roundsOnly, isWhole };
  return TIERS.torture.pieces(context).map(({ name }) => name);
}
const matching = (pattern) => (suite) => choiceFor([pattern], SOURCES, suite);

it('runs all torture rounds, the engine’s too, where nothing is named', () => {
  expect(torture([STARTERS], (suite) => ({ matching: suite }))).toEqual([
    'build release',
    'engine tests release: random rounds',
    'build asan',
    'engine tests asan: untrusted input',
    STARTERS,
  ]);
});

it('builds and runs none of the engine’s where a pattern names others', () => {
  expect(torture([STARTERS], matching('starters'))).toEqual([STARTERS]);
});

it.each([
  ['random_ranges', ['build release', 'engine tests release: random rounds']],
  ['UntrustedPages', ['build asan', 'engine tests asan: untrusted input']],
  ['key_test', []],
  ['Keeps', ['build release', 'engine tests release: random rounds']],
])('runs those of the engine’s rounds that %s names', (pattern, names) => {
  expect(torture([], matching(pattern))).toEqual(names);
});

it('leaves the engine’s rounds to its own tier in a whole run', () => {
  expect(torture([STARTERS], () => ({}), true)).toEqual([STARTERS]);
});

it('runs the engine’s tests under both kinds of sanitizers', () => {
  const sanitize = (context) => TIERS.sanitize.pieces(context).map(({ name }) => name);
  expect(sanitize({ nativeOnly: {}, isChosen: false })).toEqual([
    'build asan',
    'engine tests asan',
    'build tsan',
    'engine tests tsan',
  ]);
  expect(sanitize({ nativeOnly: null, isChosen: true })).toEqual([]);
});

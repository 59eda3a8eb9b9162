import { describe, expect, it } from 'vitest';
import { suitesIn, SuiteOutput } from '../../../build/test/suite-output.mjs';

/** Tests as they are read from the lines of a program that ended so. */
function readingOf(lines, how = null) {
  const output = new SuiteOutput();
  for (const line of lines) output.line(line);
  output.end(how, 'Range');
  return output.tests;
}

const RUN = '[ RUN      ] Range.IsCut';
const OK = '[       OK ] Range.IsCut (12 ms)';
const PASSED = { name: 'Range.IsCut', state: 'passed', ms: 12, why: '', said: '' };

describe('the output of a suite of the engine’s tests', () => {
  it('tells what passed, what failed and what it said, and what was left out', () => {
    const wrong = 'range_test.cc:207: Failure';
    const tests = readingOf(
      [
        ...['[==========] Running 3 tests', RUN, OK],
        ...['[ RUN      ] Servers/Range.Is/MySql', wrong],
        '[  FAILED  ] Servers/Range.Is/MySql, where GetParam() = 4-byte object <00-00 00-00> (7 ms)',
        ...[
          '[ RUN      ] Range.Late',
          'range_test.cc:3: Skipped',
          'needs a server',
          '[  SKIPPED ] Range.Late (0 ms)',
        ],
      ],
      'The program ended with exit code 1.',
    );
    expect(tests).toEqual([
      PASSED,
      { name: 'Servers/Range.Is/MySql', state: 'failed', ms: 7, why: '', said: wrong },
      {
        ...{ name: 'Range.Late', state: 'skipped', ms: 0, why: 'needs a server' },
        said: 'range_test.cc:3: Skipped\nneeds a server',
      },
    ]);
  });

  it('is a failure of the test in which the program ended', () => {
    const [, test] = readingOf(
      [RUN, OK, '[ RUN      ] Range.IsWhole', '==1==ERROR: AddressSanitizer: heap-use-after-free'],
      'The program ended with exit code 1.',
    );
    expect(test).toMatchObject({ name: 'Range.IsWhole', state: 'failed' });
    expect(test.said).toMatch(/heap-use-after-free\nThe program ended with exit code 1\./);
    expect(readingOf([RUN]).map(({ state }) => state)).toEqual(['failed']);
  });

  it.each([
    'WARNING: ThreadSanitizer: data race (pid=1)',
    'cut.cc:3:5: runtime error: signed integer overflow',
  ])('is a failure of the test beside which a sanitizer found something: %s', (found) => {
    expect(readingOf([RUN, found, OK])).toMatchObject([
      { name: 'Range.IsCut', state: 'failed', said: found },
    ]);
  });

  it('is a failure of the suite where something is found behind its tests', () => {
    const leak = '==1==ERROR: LeakSanitizer: detected memory leaks';
    expect(readingOf([RUN, OK, leak], 'The program ended with exit code 23.')).toEqual([
      PASSED,
      {
        ...{ name: 'Range.*', state: 'failed', ms: 0, why: '' },
        said: `${leak}\nThe program ended with exit code 23.`,
      },
    ]);
  });

  it('may go on in the line of a test that printed without ending it', () => {
    expect(readingOf([RUN, `half a line${OK}`])).toEqual([{ ...PASSED, said: 'half a line' }]);
  });
});

it('reads the names of suites and tests from a list', () => {
  const listed = `Running main() from gtest_main.cc
Range.
  IsCut
  IsWhole
Servers/Range.  # TypeParam = int
  Is/MySql  # GetParam() = 4-byte object <00-00 00-00>
`;
  expect(suitesIn(listed)).toEqual([
    { suite: 'Range', names: ['Range.IsCut', 'Range.IsWhole'] },
    { suite: 'Servers/Range', names: ['Servers/Range.Is/MySql'] },
  ]);
});

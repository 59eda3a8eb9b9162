import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DECIDING } from '../../../build/mutate/deciding-files.mjs';
import { scoreLines, survivorLines } from '../../../build/mutate/report.mjs';
import { mutate, nearestFirst, original, rounds, shuffled } from '../../../build/mutate/sample.mjs';
import { NATIVE_MUTANTS } from '../../mutants/native.mjs';
import { inRoot } from '../../../build/setup/places.mjs';

describe('a sample of mutants', () => {
  const all = Array.from({ length: 50 }, (_, at) => at);

  it('follows from its seed alone', () => {
    expect(shuffled(all, 7)).toEqual(shuffled(all, 7));
    expect(shuffled(all, 7)).not.toEqual(shuffled(all, 8));
  });

  it('draws from everything, each once', () => {
    expect(shuffled(all, 3).toSorted((one, other) => one - other)).toEqual(all);
    const firsts = new Set(Array.from({ length: 400 }, (_, seed) => shuffled(['a', 'b', 'c'], seed)[0]));
    expect(firsts).toEqual(new Set(['a', 'b', 'c']));
  });

  it('is drawn from files that are there', () => {
    expect(DECIDING.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });
});

describe('a mutant', () => {
  const text = 'first();\nif (a && b) go();\nlast();\n';
  const mutant = {
    location: { start: { line: 1, column: 4 }, end: { line: 1, column: 10 } },
    replacement: 'a || b',
  };

  it('stands in the place of what it replaces', () => {
    expect(original(text, mutant)).toBe('a && b');
    expect(mutate(text, mutant)).toBe('first();\nif (a || b) go();\nlast();\n');
  });

  it('may be longer than a line', () => {
    const block = {
      location: { start: { line: 0, column: 5 }, end: { line: 2, column: 4 } },
      replacement: '{}',
    };
    expect(mutate(text, block)).toBe('first{}();\n');
  });

  it('is tried by the tests of its own file first', () => {
    const tests = [
      'tests/unit/cli/output/lines.test.ts',
      'tests/unit/target/preflight.test.ts',
      'tests/unit/target/rows/table-lanes.test.ts',
    ];
    expect(nearestFirst('app/target/rows/table-lanes.ts', tests)).toEqual([tests[2], tests[1], tests[0]]);
  });

  it('is compiled beside those of other files, never beside one of its own', () => {
    const [one, other, third] = [{ fileName: 'a' }, { fileName: 'a' }, { fileName: 'b' }];
    expect(rounds([one, other, third])).toEqual([[one, third], [other]]);
  });
});

describe('each change of the engine', () => {
  it('says what it replaces so that it is found once', () => {
    const found = ({ file, find }) => readFileSync(inRoot(file), 'utf8').split(find).length - 1;
    expect(NATIVE_MUTANTS.filter((mutant) => found(mutant) !== 1)).toEqual([]);
  });
});

describe('the report', () => {
  const results = [
    { file: 'b.ts', line: 3, before: 'x\n  > 1', after: 'true', state: 'survived' },
    { file: 'b.ts', line: 9, before: 'y', after: '!y', state: 'killed' },
    { file: 'a.ts', line: 1, before: 'z', after: '{}', state: 'unreached' },
  ];

  it('gives a score for each file, of those that a test reaches', () => {
    expect(scoreLines(results)).toEqual([
      'a.ts      0 of    0 killed     –,   1 reached by no test',
      'b.ts      1 of    2 killed   50%,   0 reached by no test',
      'all       1 of    2 killed   50%,   1 reached by no test',
    ]);
  });

  it('shows what no test noticed, each in one line', () => {
    expect(survivorLines(results)).toEqual([
      'survived   b.ts:3  x > 1  →  true',
      'unreached  a.ts:1  z  →  {}',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { definitionsOf, diffLines } from '../../../../../renderer/state/migrate/definition-diff';

const before = [
  'CREATE TABLE `t` (',
  '  `id` int,',
  '  `a` int,',
  '  `b` uuid,',
  '  `c` int',
  ') COLLATE=x;',
];

describe('diffLines', () => {
  it('shows what changes between lines that stay, and the line that names the table', () => {
    const after = before.map((line) => line.replace('uuid', 'char(36)'));
    expect(
      diffLines({ before: ['-- By a dump.', ...before].join('\n'), after: `${after.join('\n')}\n` }),
    ).toEqual([
      { kind: 'same', text: 'CREATE TABLE `t` (' },
      { kind: 'gap' },
      { kind: 'same', text: '  `a` int,' },
      { kind: 'removed', text: '  `b` uuid,' },
      { kind: 'added', text: '  `b` char(36),' },
      { kind: 'same', text: '  `c` int' },
      { kind: 'gap' },
    ]);
  });

  it('takes lines that are only on one side', () => {
    expect(diffLines({ before: 'a\nb', after: 'a' })).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'removed', text: 'b' },
    ]);
    expect(diffLines({ before: 'a', after: 'a\nb' })).toEqual([
      { kind: 'same', text: 'a' },
      { kind: 'added', text: 'b' },
    ]);
  });
});

describe('definitionsOf', () => {
  it('are those of tables, and of the tables whose columns are named', () => {
    const definitions = ['s.t', 's.u', 's.v'].map((object) => ({ object, before: '', after: '' }));
    expect(definitionsOf(['s.t', 's.u.column'], definitions).map(({ object }) => object)).toEqual([
      's.t',
      's.u',
    ]);
  });
});

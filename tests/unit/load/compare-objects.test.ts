import { describe, expect, it } from 'vitest';
import type { DumpSchema } from '../../../app/format/reader';
import { haveOneOrder, judged, objectsOf } from '../../../app/load/compare-objects';

const VIEW = { kind: 'view', name: 'v', file: 'shop@v.sql' } as const;
const ROUTINE = { kind: 'function', name: 'f', file: 'shop.sql' } as const;

describe('an object of the dump and the server’s', () => {
  it('is the same with its definer or without', () => {
    expect(judged(VIEW, 'a', ['a', 'b'], false)).toEqual({ ...VIEW, likeness: 'same', line: '' });
    expect(judged(VIEW, 'b', ['a', 'b'], false)).toMatchObject({ likeness: 'same' });
  });

  it('is missing where the server has none', () => {
    expect(judged(VIEW, 'a', [], false)).toMatchObject({ likeness: 'missing' });
    expect(judged(VIEW, 'a', [undefined, undefined], true)).toMatchObject({ likeness: 'missing' });
  });

  it('differs from the first line on that is another one', () => {
    expect(judged(VIEW, 'one\n  two\nthree', ['one\n  2\nthree'], false)).toEqual({
      ...{ ...VIEW, likeness: 'different', line: '2', dumpedLine: 'two' },
    });
  });

  it('differs behind its end where one of the two is longer', () => {
    expect(judged(VIEW, 'one', ['one\ntwo'], false)).toEqual({ ...VIEW, likeness: 'different', line: 'two' });
    expect(judged(VIEW, 'one\ntwo', ['one'], false)).toEqual({
      ...{ ...VIEW, likeness: 'different', line: '', dumpedLine: 'two' },
    });
  });

  it('differs on one version by what another version may print otherwise', () => {
    const dumped = 'CREATE VIEW `v` AS select 1 AS `a`';
    const spaced = 'CREATE  VIEW `v` AS select 1 AS `a`';
    expect(judged(VIEW, dumped, [spaced], false).likeness).toBe('different');
    expect(judged(VIEW, dumped, [spaced], true).likeness).toBe('same-meaning');
  });

  it('differs across versions by a number, a text or a name', () => {
    const dumped = 'CREATE VIEW `v` AS select 1 AS `a`';
    for (const other of ['select 2 AS `a`', 'select 1 AS `b`', "select '1' AS `a`"])
      expect(judged(VIEW, dumped, [`CREATE VIEW \`v\` AS ${other}`], true).likeness).toBe('different');
  });

  it('is never unclear but for a view’s query, which the server prints in its own words', () => {
    const dumped = 'CREATE VIEW `v` AS select (`t`.`a` + 1) AS `a` from `t`';
    const now = 'CREATE VIEW `v` AS select `t`.`a` + 1 AS `a` from `t`';
    expect(judged(VIEW, dumped, [now], true).likeness).not.toBe('different');
    expect(judged(ROUTINE, dumped, [now], true).likeness).not.toBe('unclear');
  });
});

describe('the order in which triggers fire', () => {
  it('is that of those which both sides have', () => {
    expect(haveOneOrder(['a', 'b', 'c'], ['a', 'b', 'c'])).toBe(true);
    expect(haveOneOrder(['a', 'b', 'c'], ['a', 'c', 'b'])).toBe(false);
    expect(haveOneOrder(['a', 'b'], ['x', 'a', 'y', 'b'])).toBe(true);
    expect(haveOneOrder(['a', 'b'], ['b'])).toBe(true);
    expect(haveOneOrder(['a', 'b'], ['b', 'a'])).toBe(false);
  });
});

describe('what of a schema is compared', () => {
  const schema = (includesDdl: boolean, includesViewsDdl: boolean) =>
    ({
      document: {
        includesDdl,
        includesViewsDdl,
        functions: ['f'],
        procedures: [],
        events: ['e'],
        libraries: [],
      },
      views: [{ name: 'v' }],
      tables: [{ document: { triggers: ['t1', 't2'] } }],
    }) as unknown as DumpSchema;
  const names = (source: DumpSchema) => objectsOf(source).map(({ kind, name }) => `${kind} ${name}`);

  it('is everything that the dump has the definitions of, each once', () => {
    expect(names(schema(true, true)).sort()).toEqual([
      'event e',
      'function f',
      'trigger t1',
      'trigger t2',
      'view v',
    ]);
    expect(names(schema(true, false))).not.toContain('view v');
    expect(names(schema(false, true))).not.toContain('function f');
  });
});

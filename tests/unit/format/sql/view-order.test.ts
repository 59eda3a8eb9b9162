import { describe, expect, it } from 'vitest';
import { viewRuns, viewsInOrder } from '../../../../app/format/sql/view-order';

function view(name: string, text: string, schema = 's') {
  return { schema, name, text };
}

function order(...views: readonly ReturnType<typeof view>[]): readonly string[] {
  return viewsInOrder(views).map((group) => group.map(({ schema, name }) => `${schema}.${name}`).join('+'));
}

describe('viewsInOrder', () => {
  it('puts each view behind those that it stands on, however long the chain is', () => {
    expect(
      order(
        view('a', 'select `b`.`id` AS `id` from `b`'),
        view('b', 'select `c`.`id` AS `id` from (`t` join `c`)'),
        view('c', 'select `t`.`id` AS `id` from `t`'),
      ),
    ).toEqual(['s.c', 's.b', 's.a']);
  });

  it('keeps the order of views that need none of each other', () => {
    expect(order(view('a', 'select 1 AS `1`'), view('b', 'select 2 AS `2`'))).toEqual(['s.a', 's.b']);
  });

  it('distinguishes the schemas', () => {
    expect(
      order(
        view('a', 'select `other`.`z`.`id` AS `id` from `other`.`z`'),
        view('z', 'select 1 AS `id`'),
        view('z', 'select 2 AS `id`', 'other'),
      ),
    ).toEqual(['other.z', 's.a', 's.z']);
  });

  it('passes over strings, and reads a name with a backtick, in another case, or alone', () => {
    expect(
      order(
        view('a', "select 'from `b`' AS `x` from `t`"),
        view('b', 'select 1 AS `1` from `C``d`'),
        view('c`d', 'select 1 AS `1`'),
      ),
    ).toEqual(['s.a', 's.c`d', 's.b']);
  });

  it('gives those that seem to stand on each other as one group, behind what they need', () => {
    expect(
      order(
        view('a', 'select `b`.`id` AS `id` from `b` join `d` on 1'),
        view('b', 'select `t`.`id` AS `a` from `t` order by `a`'),
        view('c', 'select 1 AS `1` from `a`'),
        view('d', 'select 1 AS `1`'),
      ),
    ).toEqual(['s.d', 's.a+s.b', 's.c']);
  });
});

describe('viewRuns', () => {
  const names = (...groups: readonly (readonly ReturnType<typeof view>[])[]) =>
    viewRuns(groups).map(({ isOrdered, views }) => [isOrdered, views.map(({ name }) => name).join()]);

  it('joins single views of one schema that follow one another', () => {
    const [a, b, c, d] = [view('a', ''), view('b', ''), view('c', '', 'other'), view('d', '')];
    expect(names([a], [b], [c], [d])).toEqual([
      [true, 'a,b'],
      [true, 'c'],
      [true, 'd'],
    ]);
  });

  it('keeps a group of unknown order apart', () => {
    const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map((name) => view(name, ''));
    if (!a || !b || !c || !d || !e) throw new Error('five views');
    expect(names([a], [b, c], [d], [e])).toEqual([
      [true, 'a'],
      [false, 'b,c'],
      [true, 'd,e'],
    ]);
  });
});

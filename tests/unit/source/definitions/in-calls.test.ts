import { describe, expect, it } from 'vitest';
import { inCalls } from '../../../../app/source/definitions/in-calls';

const stems = (...names: readonly string[]) => names.map((schema) => ({ schema }));
const tables = (name: string, count: number) => {
  const all = Array.from({ length: count }, (_, at) => `t${at}`);
  const others = { routines: [], events: [], triggers: [] };
  return { name, tables: all.slice(1), tableLikes: all.slice(0, 1), ...others };
};
const sizes = (calls: readonly (readonly unknown[])[]) => calls.map(({ length }) => length);

describe('schemas divided among calls', () => {
  it('are all there, in their order', () => {
    const schemas = stems(...Array.from({ length: 70 }, (_, at) => `s${at}`));
    const calls = inCalls(schemas, []);
    expect(calls.flat()).toEqual(schemas);
    expect(sizes(calls)).toEqual([32, 32, 6]);
  });

  it('share one as long as their tables are few', () => {
    const small = [tables('a', 400), tables('b', 600), tables('c', 1)];
    expect(sizes(inCalls(stems('a', 'b', 'c'), small))).toEqual([2, 1]);
  });

  it('have one each where their tables are many', () => {
    const large = [tables('a', 1001), tables('b', 5000), tables('c', 1)];
    expect(sizes(inCalls(stems('a', 'b', 'c', 'd'), large))).toEqual([1, 1, 2]);
  });

  it('are none where there are none', () => {
    expect(inCalls([], [])).toEqual([]);
  });
});

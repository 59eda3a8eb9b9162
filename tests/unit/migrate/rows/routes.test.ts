import { describe, expect, it } from 'vitest';
import type { EngineDumpTable } from '../../../../app/engine/specs';
import { nextIdOf, routesOf } from '../../../../app/migrate/rows/routes';
import type { PreparedTable } from '../../../../app/target/tables/prepared-table';

const prepared = (schema: string, name: string, dumpedName = name, includesData = true) =>
  ({ schema, dump: { schema, name, dumpedName, document: { includesData } } }) as unknown as PreparedTable;
const part = (id: number, schema: string, table: string) =>
  ({ id, schema, table }) as unknown as EngineDumpTable;

describe('the ways of tables', () => {
  it('hold the source’s parts of each, under the name that it has there, in the order of the parts', () => {
    const tables = [prepared('a', 'later'), prepared('a', 'new', 'old'), prepared('b', 'old')];
    const parts = [part(0, 'a', 'old'), part(1, 'b', 'old'), part(2, 'a', 'old'), part(3, 'a', 'later')];
    const routes = routesOf([...tables, prepared('a', 'rowless', 'rowless', false)], parts);
    expect(routes.map((route) => [route.prepared, route.parts.map(({ table }) => table)])).toEqual([
      [tables[1], ['old', 'old']],
      [tables[2], ['old']],
      [tables[0], ['later']],
    ]);
    expect(routes.flatMap((route) => route.parts.map(({ id }) => id))).toEqual([0, 1, 2, 3]);
    expect(nextIdOf(routes)).toBe(4);
    expect(nextIdOf([])).toBe(0);
  });

  it('are found by a few looks at each part, however many tables there are', () => {
    const many = 50_000;
    let looks = 0;
    const counted = (id: number) => ({
      ...part(id, 's', ''),
      get table() {
        looks += 1;
        return `t${id}`;
      },
    });
    const names = Array.from({ length: many }, (_, id) => id);
    const routes = routesOf(
      names.map((id) => prepared('s', `t${id}`)),
      names.map((id) => counted(id) as EngineDumpTable),
    );
    expect(looks).toBeLessThan(5 * many);
    expect(nextIdOf(routes)).toBe(many);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlSession } from '../../../app/catalog/session/control-session';
import { readTables } from '../../../app/catalog/objects/tables';
import { planTable, toEngineTables } from '../../../app/source/table-plan';
import { openEngine } from '../../../app/engine/open';
import type { EngineDumpTable } from '../../../app/engine/specs';
import { Stems } from '../../../app/format/names';
import { areCutsInOrder, readCuts } from '../../../app/migrate/rows/cuts';
import { keyRangesBetween } from '../../../app/migrate/rows/key-ranges';
import { createRangeTables, RANGE_ROWS, rangeTables } from '../../fixtures/range-tables';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE } from '../harness/runs';
import { connectPlain, dropSchemas, withSession } from '../harness/servers';

const SCHEMA = 'migrate_cuts';

/** Conditions along which a table may be cut, and refusals of those that do not partition its rows. */
describe.each(testVendors)('cuts of a table, %s', (vendor) => {
  const engine = openEngine(ENGINE_FILE);

  beforeAll(async () => {
    const connection = await connectPlain(vendor);
    await createRangeTables(connection, vendor, SCHEMA);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function partsOf(session: ControlSession, name: string): Promise<readonly EngineDumpTable[]> {
    const facts = (await readTables(session, SCHEMA)).find((table) => table.name === name);
    if (facts === undefined) throw new Error(`There is no table ${name}`);
    return toEngineTables(planTable(facts, new Stems()), 0);
  }

  const keyed = rangeTables(vendor).filter(({ key, options }) => key.length > 0 && options === undefined);

  it.each(keyed)('$name: every row lies in one range, and another order is noticed', async ({ name }) => {
    await withSession(vendor, async (session) => {
      const [part] = await partsOf(session, name);
      if (part === undefined) throw new Error('It has no part');
      const cuts = await readCuts(session, engine, part, 1);
      expect(cuts.length).toBeGreaterThanOrEqual(4);
      let rows = 0;
      for (const keyRange of keyRangesBetween(part.key, cuts)) {
        const condition =
          keyRange.kind === 'keyless'
            ? `\`${part.key[0]?.column ?? ''}\` IS NULL`
            : engine.keyCondition(part.key, keyRange.within);
        const found = await session.scalar(`SELECT COUNT(*) FROM ${SCHEMA}.${name} WHERE ${condition}`);
        rows += Number(found);
      }
      expect(rows).toBe(RANGE_ROWS);
      expect(await areCutsInOrder(session, engine, part, cuts)).toBe(true);
      expect(await areCutsInOrder(session, engine, part, [...cuts].reverse())).toBe(false);
      const [first, second, ...others] = cuts;
      const swapped = [second ?? [], first ?? [], ...others];
      expect(await areCutsInOrder(session, engine, part, swapped)).toBe(false);
    });
  });

  it('each partition is cut by itself', async () => {
    await withSession(vendor, async (session) => {
      const parts = await partsOf(session, 'sub_partitioned');
      const cuts = await Promise.all(parts.map((part) => readCuts(session, engine, part, parts.length)));
      // Tables of 1,000 and 4,000 rows, each half a partition of its own.
      expect(cuts.map(({ length }) => length > 1)).toEqual([false, false, true, true]);
    });
  });
});

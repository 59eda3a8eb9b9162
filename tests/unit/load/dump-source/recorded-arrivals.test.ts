import { afterAll, describe, expect, it } from 'vitest';
import { readDump } from '../../../../app/format/read/reader';
import { PendingTables, type ArrivedTable } from '../../../../app/load/dump-source/recorded-arrivals';
import { ORDERS_FACT, shopFiles, TestFolders } from '../../harness/dump-folder';
import { tablesOf, type DumpTable } from '../../../../app/format/read/dump';

const folders = new TestFolders();
afterAll(() => folders.clear());

async function ordersTable(): Promise<DumpTable> {
  const [orders] = tablesOf(await readDump(folders.make(shopFiles())));
  if (orders === undefined) throw new Error('The dump holds no table.');
  return orders;
}

const namesOf = (arrived: readonly ArrivedTable[]) => arrived.map(({ table }) => table.dumpedName);

describe('the tables of a dump that is still written', () => {
  it('come once, when their rows are recorded', async () => {
    const orders = await ordersTable();
    const coming = new PendingTables([orders, { ...orders, dumpedName: 'carts', name: 'baskets' }]);
    expect([coming.add([]), coming.count]).toEqual([[], 2]);
    expect(coming.add([ORDERS_FACT])).toEqual([{ table: orders, facts: [ORDERS_FACT] }]);
    expect(coming.count).toBe(1);
    // Under its name in the dump, whatever it is called on the target.
    expect(namesOf(coming.add([ORDERS_FACT, { ...ORDERS_FACT, table: 'carts' }]))).toEqual(['carts']);
    expect(coming.count).toBe(0);
  });

  it('come when the last of their partitions is there', async () => {
    const orders = await ordersTable();
    const document = { ...orders.document, basenames: { p0: 'shop@orders@p0', p1: 'shop@orders@p1' } };
    const coming = new PendingTables([{ ...orders, document }]);
    const part = (partition: string) => ({ ...ORDERS_FACT, partition });
    expect(coming.add([part('p1')])).toEqual([]);
    expect(coming.add([part('p1')])).toEqual([]);
    const [arrived] = coming.add([part('p0')]);
    expect(arrived?.facts.map(({ partition }) => partition)).toEqual(['p1', 'p1', 'p0']);
  });

  it('come at once where they have no rows to come', async () => {
    const orders = await ordersTable();
    const coming = new PendingTables([{ ...orders, document: { ...orders.document, includesData: false } }]);
    expect(coming.count).toBe(0);
    expect(namesOf(coming.add([]))).toEqual(['orders']);
    expect(coming.add([])).toEqual([]);
  });

  it('of another dump are none of them', async () => {
    const coming = new PendingTables([await ordersTable()]);
    expect(coming.add([{ ...ORDERS_FACT, schema: 'elsewhere' }])).toEqual([]);
  });
});

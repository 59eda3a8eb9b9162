import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { inspectTables } from '../../../app/inspect/tables';
import { readTablespace } from '../../../app/inspect/file/file';
import { testVendors } from '../../servers/test-server';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';
import { createSubject, fileOf, newReader, ROWS, whileExported } from './subject';

const SCHEMA = 'inspect_pool';

/** Page in the server's memory, in the server's words. */
interface PoolPage extends RowDataPacket {
  readonly number: number;
  readonly records: number;
  readonly bytes: number;
}

describe.each(testVendors)('the buffer pool, %s', (vendor) => {
  const views = vendor === 'mysql' ? 'INNODB_TABLES' : 'INNODB_SYS_TABLES';
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh(vendor, SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SCHEMA);
  });

  it.each(['ROW_FORMAT=DYNAMIC', 'ROW_FORMAT=REDUNDANT'])(
    'holds for each page the records and bytes that the file has, %s',
    async (options) => {
      await createSubject(connection, 't', { options });
      // Before the flush: MySQL may drop the pages that it writes for it.
      const [pool] = await connection.query<PoolPage[]>(
        `SELECT PAGE_NUMBER AS number, NUMBER_RECORDS AS records, DATA_SIZE AS bytes
         FROM information_schema.INNODB_BUFFER_PAGE
         WHERE PAGE_TYPE = 'INDEX'
           AND SPACE = (SELECT SPACE FROM information_schema.${views} WHERE NAME = '${SCHEMA}/t')
         ORDER BY PAGE_NUMBER`,
      );
      const report = await whileExported(connection, 't', () =>
        readTablespace(newReader(), fileOf(vendor, SCHEMA, 't'), { list: { from: 0, count: 1e9 } }),
      );
      const inFile = report.listed.flatMap(({ kind, free, records, dataBytes }, number) =>
        kind === 'index' && !free ? [{ number, records, bytes: dataBytes }] : [],
      );
      expect(inFile.length).toBeGreaterThan(200);
      expect(
        pool.map(({ number, records, bytes }) => ({
          number,
          records,
          bytes,
        })),
      ).toEqual(inFile);
    },
  );

  it('gives the figures of the file where all pages are in it', async () => {
    await createSubject(connection, 'whole', { rows: 2 * ROWS });
    const request = {
      endpoint: testEndpoint(vendor),
      tables: [{ schema: SCHEMA, table: 'whole' }],
      mayFlush: true,
      mayLockRows: false,
      reader: newReader(),
    };
    const pool = await inspectTables({ ...request, tier: 'buffer-pool' });
    const file = await inspectTables({ ...request, tier: 'file' });
    expect(pool.tables[0]).toMatchObject({ tier: 'buffer-pool' });
    expect(pool.tables[0]?.coverage).toMatch(/^100 %/);
    expect(pool.tables[0]?.pagesSeen).toBe(pool.tables[0]?.pagesInAll);
    const common = [
      'name',
      'indexId',
      'leafPages',
      'records',
      'dataBytes',
      'fillPct',
      'fillP10Pct',
      'belowHalfPct',
    ];
    for (const [at, index] of pool.indexes.entries()) {
      const measured = file.indexes[at];
      for (const figure of [...common, 'fillHistogram', 'wastedBytes'] as const) {
        expect([figure, index[figure as 'fillPct']]).toEqual([figure, measured?.[figure as 'fillPct']]);
      }
      expect(index.outOfOrderPct).toBeNull();
      expect(index.unknown.some(({ figures }) => figures.includes('outOfOrderPct'))).toBe(true);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { readTree } from '../../../app/catalog/objects/schemas';
import { readTablespace } from '../../../app/inspect/file/file';
import { inspectStatistics, readStatistics } from '../../../app/inspect/statistics';
import { testVendors } from '../../servers/test-server';
import { connectToFresh, dropSchemas, withSession } from '../harness/servers';
import { createSubject, fileOf, newReader, ROWS, whileExported } from './subject';

const SCHEMA = 'inspect_statistics';

describe.each(testVendors)('statistics, %s', (vendor) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh(vendor, SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas(vendor, SCHEMA);
  });

  it.each([true, false])('count the leaf pages that the file has (shuffled: %s)', async (shuffled) => {
    await createSubject(connection, 't', { shuffled, rows: 2 * ROWS });
    const { counts } = await withSession(vendor, (session) => readStatistics(session, SCHEMA, 't'));
    const report = await whileExported(connection, 't', () =>
      readTablespace(newReader(), fileOf(vendor, SCHEMA, 't')),
    );
    expect(counts.map(({ name }) => name)).toEqual(['PRIMARY', 'k_1']);
    expect(counts.map(({ leafPages }) => leafPages)).toEqual(
      report.indexes.map(({ leafPages }) => leafPages),
    );
  });

  it('of a small index are exact, or said to be unknown', async () => {
    await createSubject(connection, 'small', { rows: ROWS / 2 });
    const { indexes } = await withSession(vendor, (session) => inspectStatistics(session, SCHEMA, 'small'));
    const report = await whileExported(connection, 'small', () =>
      readTablespace(newReader(), fileOf(vendor, SCHEMA, 'small')),
    );
    const [, secondary] = indexes;
    const isKnown = vendor === 'mysql';
    expect(secondary?.leafPages).toBe(isKnown ? report.indexes[1]?.leafPages : null);
    expect(secondary?.unknown.some(({ figures }) => figures.includes('leafPages'))).toBe(!isKnown);
  });

  it('are counted anew each time', async () => {
    await createSubject(connection, 'grown');
    const count = () =>
      withSession(
        vendor,
        async (session) => (await readStatistics(session, SCHEMA, 'grown')).counts[0]?.leafPages ?? 0,
      );
    const before = await count();
    await connection.query(`INSERT INTO grown SELECT id + ${ROWS}, k, pad FROM grown`);
    expect(await count()).toBeGreaterThan(before * 1.5);
  });

  it('behind the list’s sizes are from now: MySQL’s own copy of them may be a day old', async () => {
    // Transient statistics follow the rows at once.
    await createSubject(connection, 'listed', { options: 'STATS_PERSISTENT=0', rows: 1000 });
    const seenByOthers = async () => {
      const [rows] = await connection.query<RowDataPacket[]>(
        'SELECT DATA_LENGTH AS bytes FROM information_schema.TABLES WHERE TABLE_SCHEMA = ? AND TABLE_NAME = ?',
        [SCHEMA, 'listed'],
      );
      return Number(rows[0]?.bytes);
    };
    const before = await seenByOthers();
    await connection.query('INSERT INTO listed SELECT id + 1000, k, pad FROM listed');
    for (const offset of [2000, 4000, 8000])
      await connection.query(`INSERT INTO listed SELECT id + ${offset}, k, pad FROM listed`);
    const { schemas } = await withSession(vendor, readTree);
    const own = schemas.find(({ name }) => name === SCHEMA)?.tables.find(({ name }) => name === 'listed');
    expect(own?.dataBytes).toBeGreaterThan(before * 2);
    if (vendor === 'mysql') expect(await seenByOthers()).toBe(before);
  });

  it('name a hidden clustered index and put it first', async () => {
    await connection.query('CREATE TABLE keyless (a INT, KEY first_key (a))');
    const { indexes } = await withSession(vendor, (session) => inspectStatistics(session, SCHEMA, 'keyless'));
    expect(indexes.map(({ name }) => name)).toEqual(['GEN_CLUST_INDEX', 'first_key']);
  });

  it('say what they do not know', async () => {
    await createSubject(connection, 't');
    const { table, indexes } = await withSession(vendor, (session) =>
      inspectStatistics(session, SCHEMA, 't'),
    );
    expect(table).toMatchObject({ tier: 'statistics', pagesSeen: null });
    for (const index of indexes) {
      const missing = Object.entries(index).flatMap(([figure, value]) => (value === null ? [figure] : []));
      expect(index.unknown.flatMap(({ figures }) => figures).sort()).toEqual(missing.sort());
    }
  });

  it('are missing where the table keeps none', async () => {
    await connection.query('CREATE TABLE fleeting (id INT PRIMARY KEY) STATS_PERSISTENT=0');
    const { missing } = await withSession(vendor, (session) => readStatistics(session, SCHEMA, 'fleeting'));
    expect(missing).toBe('The table has no persistent statistics');
  });
});

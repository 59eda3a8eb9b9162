import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import { inspectTables, type InspectRequest } from '../../../app/inspect/tables';
import { testVendors } from '../../servers/test-server';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';
import { createSubject, newReader, ROWS } from './subject';

const SCHEMA = 'inspect_tables';
const USER = 'inspect_only';
const PASSWORD = 'inspect-only-1';

describe.each(testVendors)('tables of a server, %s', (vendor) => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh(vendor, SCHEMA);
    await connection.query(`DROP USER IF EXISTS ${USER}@'%'`);
    await connection.query(`CREATE USER ${USER}@'%' IDENTIFIED BY '${PASSWORD}'`);
    await connection.query(`GRANT SELECT, INSERT ON ${SCHEMA}.* TO ${USER}@'%'`);
    await connection.query(`GRANT SELECT ON mysql.innodb_index_stats TO ${USER}@'%'`);
  });

  afterAll(async () => {
    await connection.query(`DROP USER IF EXISTS ${USER}@'%'`);
    await connection.end();
    await dropSchemas(vendor, SCHEMA);
  });

  function inspect(tables: readonly string[], more: Partial<InspectRequest> = {}) {
    return inspectTables({
      endpoint: testEndpoint(vendor),
      tables: tables.map((table) => ({ schema: SCHEMA, table })),
      tier: 'auto',
      mayFlush: true,
      mayLockRows: false,
      reader: newReader(),
      ...more,
    });
  }

  it('are read from their files where that is possible, right after a load', async () => {
    await createSubject(connection, 't', { shuffled: false });
    const { indexes, tables } = await inspect(['t']);
    expect(tables).toMatchObject([{ table: `${SCHEMA}.t`, tier: 'file', notes: [] }]);
    expect(indexes.map(({ name }) => name)).toEqual(['PRIMARY', 'k_1']);
    expect(indexes[0]).toMatchObject({ table: `${SCHEMA}.t`, records: ROWS, outOfOrderPct: 0, unknown: [] });
  });

  it('come in the order they were asked for', async () => {
    await createSubject(connection, 'first', { rows: 1000 });
    await createSubject(connection, 'second', { rows: 1000 });
    const { indexes, tables } = await inspect(['second', 'first']);
    expect(tables.map(({ table }) => table)).toEqual([`${SCHEMA}.second`, `${SCHEMA}.first`]);
    expect(indexes.map(({ table, name }) => `${table ?? ''}/${name ?? ''}`)).toEqual([
      `${SCHEMA}.second/PRIMARY`,
      `${SCHEMA}.second/k_1`,
      `${SCHEMA}.first/PRIMARY`,
      `${SCHEMA}.first/k_1`,
    ]);
  });

  it.each(['we-ird é#1', 'a%b_c', '表'])('are found under a name such as %s', async (name) => {
    await connection.query(`CREATE TABLE \`${name}\` (id INT PRIMARY KEY)`);
    const { indexes, tables } = await inspect([name]);
    expect(tables[0]?.tier).toBe('file');
    expect(indexes).toMatchObject([{ name: 'PRIMARY', leafPages: 1, records: 0 }]);
  });

  it('have a file for each partition', async () => {
    const options =
      'PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (5000), PARTITION high VALUES LESS THAN MAXVALUE)';
    await createSubject(connection, 'parted', { options });
    const { indexes, tables } = await inspect(['parted']);
    expect(tables[0]?.files.map(({ partition }) => partition)).toEqual(['low', 'high']);
    expect(indexes.map(({ partition, name, records }) => [partition, name, records])).toEqual([
      ['low', 'PRIMARY', 5000],
      ['low', 'k_1', 5000],
      ['high', 'PRIMARY', ROWS - 5000],
      ['high', 'k_1', ROWS - 5000],
    ]);
    const pool = await inspect(['parted'], { tier: 'buffer-pool' });
    expect(pool.indexes.map(({ partition, name }) => [partition, name])).toEqual(
      indexes.map(({ partition, name }) => [partition, name]),
    );
  });

  it('fall back to statistics for an account that may do little, and say why', async () => {
    await createSubject(connection, 't');
    const endpoint = testEndpoint(vendor, { user: USER, password: PASSWORD });
    const { indexes, tables } = await inspect(['t'], { endpoint });
    expect(tables[0]?.tier).toBe('statistics');
    expect(tables[0]?.notes.map((note) => note.replace(/:.*/, ''))).toEqual([
      'This account lacks PROCESS (for pages of tables)',
      'Not from the file',
      'Not from the buffer pool',
    ]);
    expect(indexes[0]).toMatchObject({ name: 'PRIMARY', fillPct: null });
    expect(indexes[0]?.leafPages).toBeGreaterThan(200);
    const locking = await inspect(['t'], { endpoint, mayLockRows: true });
    expect(locking.indexes[0]?.outOfOrderPct).toBeNull();
    await expect(inspect(['t'], { endpoint, tier: 'file' })).rejects.toMatchObject({
      failure: { code: 'privilege-missing' },
    });
  });

  it('are not flushed where that is not wanted', async () => {
    await createSubject(connection, 't');
    await inspect(['t']);
    const { tables } = await inspect(['t'], { mayFlush: false });
    expect(tables[0]?.tier).toBe('file');
    expect(tables[0]?.coverage).toMatch(/the server may hold newer ones/);
  });

  it('do not wait behind a long transaction, nor hold up others', async () => {
    await createSubject(connection, 'busy', { rows: 1000 });
    await inspect(['busy']);
    const user = await connectPlain(vendor);
    await user.query('START TRANSACTION');
    await user.query(`DELETE FROM ${SCHEMA}.busy WHERE id = 1`);
    const { tables } = await inspect(['busy']);
    await user.query('ROLLBACK');
    await user.end();
    expect(tables[0]?.tier).toBe('file');
    expect(tables[0]?.coverage).toMatch(/the server may hold newer ones/);
  });

  it('are refused where there is nothing to inspect', async () => {
    await connection.query('CREATE TABLE other_engine (id INT PRIMARY KEY) ENGINE=MyISAM');
    await connection.query('CREATE VIEW looks_like_one AS SELECT 1');
    await expect(inspect(['gone'])).rejects.toMatchObject({ failure: { code: 'unknown-table' } });
    await expect(inspect(['other_engine'])).rejects.toMatchObject({ failure: { code: 'usage' } });
    await expect(inspect(['looks_like_one'])).rejects.toMatchObject({ failure: { code: 'usage' } });
  });
});

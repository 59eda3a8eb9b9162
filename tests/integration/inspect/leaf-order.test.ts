import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Connection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { MOST_POINTS } from '../../../app/contract/pages/page-picture';
import { inspectTables, pictureTable } from '../../../app/inspect/tables';
import { connectPlain, connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';
import { createSubject, newReader, ROWS } from './subject';

const SCHEMA = 'inspect_order';

describe('the order of leaf pages from row locks', () => {
  let connection: Connection;

  beforeAll(async () => {
    connection = await connectToFresh('mysql', SCHEMA);
  });

  afterAll(async () => {
    await connection.end();
    await dropSchemas('mysql', SCHEMA);
  });

  const inspect = (table: string, tier: 'file' | 'statistics', vendor: Vendor = 'mysql') =>
    inspectTables({
      endpoint: testEndpoint(vendor),
      tables: [{ schema: SCHEMA, table }],
      tier,
      mayFlush: true,
      mayLockRows: true,
      reader: newReader(),
    });

  it.each([true, false])('is that of the file, in every figure (shuffled: %s)', async (shuffled) => {
    // More than one window of keys, so that pages lie across their borders.
    await createSubject(connection, 't', { shuffled, rows: 3 * ROWS });
    const [byLocks] = (await inspect('t', 'statistics')).indexes;
    const [byFile] = (await inspect('t', 'file')).indexes;
    for (const figure of [
      'outOfOrderPct',
      'backwardPct',
      'runs',
      'extentVisits',
      'extents',
      'lanes',
      'leafPages',
    ] as const) {
      expect([figure, byLocks?.[figure]]).toEqual([figure, byFile?.[figure]]);
    }
    expect(byFile?.runs).toBeGreaterThan(1);
  });

  it('is drawn as it is from the file', async () => {
    await createSubject(connection, 't', { rows: 3 * ROWS });
    const draw = async (tier: 'file' | 'statistics') => {
      const { pictures, inspection } = await pictureTable(
        {
          endpoint: testEndpoint('mysql'),
          tier,
          mayFlush: true,
          mayLockRows: true,
          reader: { ...newReader(), wishes: { maxPoints: MOST_POINTS } },
        },
        { schema: SCHEMA, table: 't' },
      );
      const [clustered] = inspection.indexes;
      return pictures[0]?.indexes.find(({ indexId }) => indexId === clustered?.indexId)?.plot;
    };
    const byLocks = await draw('statistics');
    expect(byLocks?.lowest.length).toBeGreaterThan(500);
    expect(byLocks).toEqual(await draw('file'));
  });

  it('leaves no lock behind', async () => {
    await createSubject(connection, 't');
    await inspect('t', 'statistics');
    const [locks] = await connection.query(
      'SELECT 1 FROM performance_schema.data_locks WHERE OBJECT_SCHEMA = ?',
      [SCHEMA],
    );
    expect(locks).toEqual([]);
  });

  it('is unknown while others write the rows, and does not wait', async () => {
    await createSubject(connection, 't');
    const user = await connectPlain('mysql');
    await user.query('START TRANSACTION');
    await user.query(`DELETE FROM ${SCHEMA}.t WHERE id = 7`);
    const { indexes, tables } = await inspect('t', 'statistics');
    await user.query('ROLLBACK');
    await user.end();
    expect(indexes[0]?.outOfOrderPct).toBeNull();
    expect(tables[0]?.notes).toContain('Others hold locks on the rows.');
  });

  it('is unknown of other keys, and on MariaDB', async () => {
    await connection.query('CREATE TABLE two_parts (a INT, b INT, PRIMARY KEY (a, b))');
    const { tables } = await inspect('two_parts', 'statistics');
    expect(tables[0]?.notes.join()).toMatch(/one integer as primary key/);
    const mariadb = await connectPlain('mariadb');
    await mariadb.query(`CREATE DATABASE ${SCHEMA}`);
    await mariadb.query(`CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
    await mariadb.end();
    const other = await inspect('t', 'statistics', 'mariadb').finally(() => dropSchemas('mariadb', SCHEMA));
    expect(other.tables[0]?.notes.join()).toMatch(/MariaDB lists only locks/);
  });
});

import { readFileSync } from 'fs';
import { join } from 'path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { CSV_DEFAULTS } from '../../../app/convert/request';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const SCHEMA = 'csv_dialects';
const COPY = 'csv_dialects_copy';

describe.each(testVendors)('CSV in named dialects, %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query(
      'CREATE TABLE t (id INT PRIMARY KEY, b BLOB, v VARCHAR(20), n DECIMAL(6,2), made DATETIME(3))',
    );
    await connection.query(
      `INSERT INTO t VALUES (1, x'00FF41225C', ?, -1.50, '2026-01-02 03:04:05.678'),
        (2, '', '', NULL, NULL), (3, NULL, NULL, 0, '1999-12-31')`,
      ['\\x41, "q"'],
    );
    await connection.query('CREATE TABLE large (id INT PRIMARY KEY, b LONGBLOB)');
    await connection.query("INSERT INTO large VALUES (1, REPEAT(x'AB0C5C78', 1500000))");
    await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  async function written(folder: string, bytes: (typeof CSV_DEFAULTS)['bytes']): Promise<string> {
    const [dump, out] = [join(folder, 'dump'), join(folder, 'out')];
    await dumpSchemas(registry, vendor, dump, [SCHEMA]);
    await convertDump(dump, out, { format: 'csv', csv: { ...CSV_DEFAULTS, bytes } });
    return out;
  }

  it.each(['hex', 'postgresql', 'duckdb'] as const)('comes back from bytes of %s', async (bytes) => {
    await withFolder(async (parent) => {
      const folder = await written(parent, bytes);
      await dropSchemas(vendor, COPY);
      const { errors } = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const { tables } = await schemaFingerprint(connection, SCHEMA);
        expect((await schemaFingerprint(connection, COPY)).tables).toEqual(tables);
      });
    });
  });

  it('has bytea as PostgreSQL writes and reads it', async () => {
    await withFolder(async (parent) => {
      const folder = await written(parent, 'postgresql');
      expect(readFileSync(join(folder, `${SCHEMA}.t.csv`), 'utf8')).toBe(
        [
          'id,b,v,n,made',
          '1,\\x00FF41225C,"\\x41, ""q""",-1.50,2026-01-02 03:04:05.678',
          '2,\\x,"",,',
          '3,,,0.00,1999-12-31 00:00:00.000',
          '',
        ].join('\r\n'),
      );
    });
  });

  it('is copied into tables of DuckDB', async () => {
    await withFolder(async (parent) => {
      const folder = await written(parent, 'duckdb');
      const instance = await DuckDBInstance.create(':memory:');
      const duckdb = await instance.connect();
      await duckdb.run(
        'CREATE TABLE t (id INTEGER PRIMARY KEY, b BLOB, v VARCHAR, n DECIMAL(6,2), made TIMESTAMP)',
      );
      const file = join(folder, `${SCHEMA}.t.csv`);
      await duckdb.run(`COPY t FROM '${file}' (HEADER, ALLOW_QUOTED_NULLS false)`);
      const reader = await duckdb.runAndReadAll(
        'SELECT id, hex(b), v, CAST(n AS VARCHAR), CAST(made AS VARCHAR) FROM t ORDER BY id',
      );
      expect(reader.getRows()).toEqual([
        [1, '00FF41225C', '\\x41, "q"', '-1.50', '2026-01-02 03:04:05.678'],
        [2, '', '', null, null],
        [3, null, null, '0.00', '1999-12-31 00:00:00'],
      ]);
      duckdb.closeSync();
      instance.closeSync();
    });
  });
});

import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrating } from '../../../app/contract/runs/migrate';
import { patternOf } from '../../../app/contract/commands/pattern';
import { fillShop } from '../../../app/sandbox/shop/fill-shop';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { testVendors } from '../../servers/test-server';
import { rollBackMigration, migrateSchema } from '../harness/migrations';
import { newRegistry } from '../harness/runs';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SHOP_SCALE = 0.05;

describe.each(testVendors)('a copy on one server, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await fillShop(connection, vendor, () => undefined, SHOP_SCALE);
      await createTypeMatrix(connection, vendor);
    });
  });

  afterAll(async () => {
    await dropSchemas(vendor, 'shop', 'shop_copy', TYPE_MATRIX_SCHEMA, 'matrix_copy');
  });

  async function expectEqual(schema: string, copy: string): Promise<void> {
    await withPlain(vendor, async (connection) => {
      expect(await schemaFingerprint(connection, copy)).toEqual(await schemaFingerprint(connection, schema));
    });
  }

  it.each([1, 4])(
    'the shop on %i threads is the same in every byte, definition and object',
    async (threads) => {
      await dropSchemas(vendor, 'shop_copy');
      const result = await migrateSchema(registry, {
        ...{ from: vendor, to: vendor, schema: 'shop', copy: 'shop_copy', threads },
      });
      expect(result.errors).toEqual([]);
      expect(result.ok).toBe(true);
      expect(result.rows).toBeGreaterThan(0);
      expect(result).not.toHaveProperty('files');
      for (const { table, checks } of result.verdicts) {
        expect([table, checks.find(({ kind }) => kind === 'checksum')?.state]).toEqual([table, 'ok']);
        expect([table, checks.find(({ kind }) => kind === 'rows')?.state]).toEqual([table, 'ok']);
      }
      await expectEqual('shop', 'shop_copy');
    },
  );

  it('every type and object of the matrix', async () => {
    await dropSchemas(vendor, 'matrix_copy');
    await withPlain(vendor, (connection) =>
      connection.query(`DROP TABLE IF EXISTS ${TYPE_MATRIX_SCHEMA}.json_scalars`),
    );
    const result = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: TYPE_MATRIX_SCHEMA, copy: 'matrix_copy' },
    });
    expect(result.errors).toEqual([]);
    expect(result.ok).toBe(true);
    await expectEqual(TYPE_MATRIX_SCHEMA, 'matrix_copy');
  });

  it('names the view whose table does not come, and leaves nothing', async () => {
    const SCHEMA = 'half_moved';
    const COPY = 'half_moved_copy';
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, SCHEMA);
    try {
      await connection.query('CREATE TABLE away (id INT PRIMARY KEY)');
      await connection.query('CREATE TABLE here (id INT PRIMARY KEY)');
      await connection.query('CREATE VIEW ours AS SELECT id FROM here');
      await connection.query('CREATE VIEW lost AS SELECT id FROM away');
    } finally {
      await connection.end();
    }
    const result = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: SCHEMA, copy: COPY },
      selection: {
        ...migrating([{ kind: 'schema', schema: patternOf(SCHEMA) }]),
        exclude: [{ kind: 'table', schema: SCHEMA, name: 'away' }],
      },
    });
    expect(result).toMatchObject({ state: 'failed', targetState: 'rolled-back' });
    expect(result.errors).toMatchObject([{ code: 'definition-refused', table: `${COPY}.lost` }]);
    await dropSchemas(vendor, SCHEMA);
  });

  it('a target that is not empty is left as it is', async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query('DROP DATABASE IF EXISTS shop_copy');
      await connection.query('CREATE DATABASE shop_copy');
      await connection.query('CREATE TABLE shop_copy.mine (id INT PRIMARY KEY)');
    });
    const result = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor, schema: 'shop', copy: 'shop_copy' },
    });
    expect(result.errors.map(({ code }) => code)).toEqual(['target-exists']);
    await withPlain(vendor, async (connection) => {
      const [tables] = await connection.query({ sql: 'SHOW TABLES FROM shop_copy', rowsAsArray: true });
      expect(tables).toEqual([['mine']]);
    });
  });

  /** An orphan at the source, which a session without checks could make, fails the proof of the foreign keys. */
  it('a load that fails verification keeps its journal, and can be rolled back', async () => {
    await dropSchemas(vendor, 'shop_copy', 'taken_back');
    await withPlain(vendor, async (connection) => {
      await connection.query('CREATE DATABASE taken_back');
      await connection.query('CREATE TABLE taken_back.parent (id INT PRIMARY KEY)');
      await connection.query(
        'CREATE TABLE taken_back.child (id INT PRIMARY KEY, CONSTRAINT c FOREIGN KEY (id) REFERENCES taken_back.parent (id))',
      );
      await connection.query('INSERT INTO taken_back.parent VALUES (1)');
      await connection.query('INSERT INTO taken_back.child VALUES (1)');
      // The rows find another parent table there, without theirs.
      await connection.query('CREATE DATABASE shop_copy');
      await connection.query('CREATE TABLE shop_copy.parent (id INT PRIMARY KEY)');
    });
    const child = { kind: 'table', schema: patternOf('taken_back'), name: 'child' } as const;
    const selection = migrating([child]);
    const wish = { from: vendor, to: vendor, schema: 'taken_back', copy: 'shop_copy', selection };
    const result = await migrateSchema(registry, wish);
    expect(result.state).toBe('failed');
    expect(result.errors).toMatchObject([{ code: 'rows-differ', table: 'shop_copy.child' }]);
    expect(result.unfinished?.rollBack).toContain('--roll-back');
    expect((await rollBackMigration(registry, wish)).ok).toBe(true);
    await withPlain(vendor, async (connection) => {
      const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES FROM shop_copy');
      expect(tables.map((row) => String(Object.values(row)[0]))).toEqual(['parent']);
    });
    await dropSchemas(vendor, 'taken_back', 'shop_copy');
  });
});

describe('JSON of MySQL', () => {
  it('is refused where it holds scalars that would come as another type', async () => {
    const connection = await connectToFresh('mysql', 'json_source');
    try {
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, j JSON)');
      await connection.query(
        "INSERT INTO t VALUES (1, CAST(1.50 AS JSON)), (2, CAST(DATE'2026-01-01' AS JSON))",
      );
      const result = await migrateSchema(newRegistry(), {
        ...{ from: 'mysql', to: 'mysql', schema: 'json_source', copy: 'json_copy' },
      });
      expect(result.errors).toMatchObject([{ code: 'json-types-change', table: 'json_source.t' }]);
      const [left] = await connection.query("SHOW DATABASES LIKE 'json_copy'");
      expect(left).toEqual([]);
    } finally {
      await connection.end();
      await dropSchemas('mysql', 'json_source', 'json_copy');
    }
  });
});

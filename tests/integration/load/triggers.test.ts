import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const SCHEMA = 'triggered';

/**
 * Two of them fire at the same time, in the order in which they were made: the second sees the first one's work. Without
 * the schema's name, which a dump of MariaDB's triggers leaves out.
 */
const STATEMENTS = [
  `CREATE DATABASE ${SCHEMA}`,
  `USE ${SCHEMA}`,
  `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, v VARCHAR(20))`,
  `CREATE TRIGGER zz BEFORE INSERT ON t FOR EACH ROW SET NEW.v = CONCAT(NEW.v, '1')`,
  `CREATE TRIGGER aa BEFORE INSERT ON t FOR EACH ROW SET NEW.v = CONCAT(NEW.v, '2')`,
  `CREATE TRIGGER up BEFORE UPDATE ON t FOR EACH ROW SET NEW.v = UPPER(NEW.v)`,
  // Behind the other in its name: its triggers are recorded beside those that are known.
  `CREATE TABLE ${SCHEMA}.u (id INT PRIMARY KEY, v VARCHAR(20))`,
  `CREATE TRIGGER of_u BEFORE INSERT ON u FOR EACH ROW SET NEW.v = LOWER(NEW.v)`,
  `INSERT INTO ${SCHEMA}.u VALUES (1, 'a')`,
  `INSERT INTO ${SCHEMA}.t VALUES (1, 'a'), (2, 'b')`,
];

describe.each(testVendors)('triggers of tables that were there before a load, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA);
    await withPlain(vendor, async (connection) => {
      for (const statement of STATEMENTS) await connection.query(statement);
    });
  });

  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA);
  });

  const fingerprint = () =>
    withPlain(vendor, async (connection) => await schemaFingerprint(connection, SCHEMA));

  it('come back, in their order, when a load that has failed is rolled back', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).ok).toBe(true);
      const before = await fingerprint();
      // The rows are there already: none of them can be added.
      const failed = await loadDump(registry, { vendor, folder, onExisting: 'append' });
      expect(failed).toMatchObject({ ok: false });
      expect(failed.unfinished).toBeDefined();
      expect(await namesOf()).toEqual([]);
      const rolledBack = await rollBackLoad(registry, { vendor, folder, onExisting: 'append' });
      expect(rolledBack.errors).toEqual([]);
      expect(await namesOf()).toEqual(['aa', 'of_u', 'up', 'zz']);
      expect(await fingerprint()).toEqual(before);
      const made = await withPlain(vendor, async (connection) => {
        await connection.query(`INSERT INTO ${SCHEMA}.t VALUES (3, 'c')`);
        const [rows] = await connection.query(`SELECT v FROM ${SCHEMA}.t WHERE id = 3`);
        return rows;
      });
      expect(made).toEqual([{ v: 'c12' }]);
    });
  });

  async function namesOf(): Promise<readonly unknown[]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        `SELECT TRIGGER_NAME AS name FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '${SCHEMA}' ORDER BY name`,
      );
      return rows.map(({ name }) => name as unknown);
    });
  }
});

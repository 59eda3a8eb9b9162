import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SCHEMA = 'dump_losses';
const COPY = 'dump_losses_copy';
const registry = newRegistry();

describe.each(testVendors)('facts that no statement creates again, %s', (vendor) => {
  let connection: Connection;

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    connection = await connectToFresh(vendor, SCHEMA);
    await connection.query(`ALTER DATABASE ${SCHEMA} CHARACTER SET latin1 COLLATE latin1_swedish_ci`);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    return async () => await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  const dumped = async () =>
    await withFolder((parent) =>
      dumpSchema(registry, { vendor, schema: SCHEMA, folder: join(parent, 'dump') }),
    );

  it('a routine and a trigger of before the schema’s character set was changed are named', async () => {
    await connection.query('CREATE FUNCTION f(a VARCHAR(9)) RETURNS INT DETERMINISTIC RETURN LENGTH(a)');
    await connection.query(
      'CREATE TRIGGER tr BEFORE INSERT ON t FOR EACH ROW BEGIN DECLARE v TEXT; SET v = NEW.id; END',
    );
    await connection.query('CREATE PROCEDURE numbers(a INT) BEGIN DECLARE b INT; SET b = a; END');
    expect(await dumped()).toMatchObject({ state: 'done', warnings: [] });
    await connection.query(`ALTER DATABASE ${SCHEMA} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
    await connection.query('CREATE PROCEDURE p() SELECT 1');
    const said = {
      ...{ code: 'unsupported-object', table: SCHEMA },
      message: expect.stringMatching(
        /function f \(latin1_swedish_ci\), trigger tr \(latin1_swedish_ci\)\. .*utf8mb4_bin/,
      ) as unknown,
    };
    expect(await dumped()).toMatchObject({ state: 'done-with-warnings', errors: [], warnings: [said] });
    const migrated = await migrateSchema(registry, { from: vendor, to: vendor, schema: SCHEMA, copy: COPY });
    expect(migrated.warnings).toMatchObject([said]);
  });

  if (vendor === 'mariadb')
    it('a column with a spatial reference system is named', async () => {
      await connection.query('CREATE TABLE g (id INT PRIMARY KEY, pt POINT REF_SYSTEM_ID=4326, other POINT)');
      const result = await dumped();
      expect(result).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(result.warnings.map(({ message }) => message)).toEqual([expect.stringContaining('g.pt (4326)')]);
    });
});

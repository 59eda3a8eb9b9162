import { join } from 'path';
import { createConnection } from 'mysql2/promise';
import type { Vendor } from '../../../app/contract/connections/connection';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testServer } from '../../servers/test-server';
import { migrateSchema } from '../harness/migrations';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { GENERAL } from './pairs/pair';

const SCHEMA = 'typed_semicolon';
const COPY = 'typed_semicolon_copy';
const OBJECTS = [
  'CREATE TABLE a (id INT PRIMARY KEY, v INT)',
  'CREATE PROCEDURE p() SELECT 1 ',
  'CREATE PROCEDURE q() BEGIN SELECT 1; SELECT 2; END',
  'CREATE FUNCTION f() RETURNS INT DETERMINISTIC RETURN 1',
  'CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW SET NEW.v = 1',
  "CREATE EVENT e ON SCHEDULE EVERY 1 DAY STARTS '2031-01-01 00:00:00' DISABLE DO SELECT 1",
];

/**
 * MySQL keeps the semicolon behind an object's body where a client sent several statements at once (measured on 9.7);
 * MariaDB doesn't.
 */
describe('objects that were created among several statements', () => {
  const registry = newRegistry();

  beforeAll(async () => {
    const { socket, user, password } = testServer('mysql');
    const connection = await createConnection({
      socketPath: socket,
      user,
      password,
      multipleStatements: true,
    });
    await connection.query(
      `DROP DATABASE IF EXISTS ${SCHEMA}; CREATE DATABASE ${SCHEMA} ${GENERAL}; USE ${SCHEMA};`,
    );
    await connection.query(`${OBJECTS.join('; ')};`);
    const [[created]] = (await connection.query('SHOW CREATE PROCEDURE p')) as unknown as [
      [Record<string, string>],
    ];
    expect(created['Create Procedure']).toMatch(/SELECT 1 ;$/);
    await connection.end();
  });
  afterAll(async () => {
    await dropSchemas('mysql', SCHEMA, COPY);
    await dropSchemas('mariadb', COPY);
  });

  const calls = (vendor: Vendor) =>
    withPlain(vendor, async (connection) => {
      await connection.query(`USE ${COPY}`);
      await connection.query('INSERT INTO a (id) VALUES (1)');
      const [rows] = await connection.query('SELECT v, f() AS f FROM a');
      await connection.query('CALL p()');
      return rows;
    });

  it.each(['mysql', 'mariadb'] as const)('move to %s', async (to) => {
    const wish = { from: 'mysql', to, schema: SCHEMA, copy: COPY } as const;
    expect(await migrateSchema(registry, wish)).toMatchObject({ errors: [], ok: true });
    expect(await calls(to)).toEqual([{ v: 1, f: 1 }]);
    await dropSchemas(to, COPY);
  });

  it.each(['mysql', 'mariadb'] as const)(
    'are loaded from a dump into %s, and are the dumped ones',
    async (to) => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect(await dumpSchema(registry, { vendor: 'mysql', schema: SCHEMA, folder })).toMatchObject({
          errors: [],
        });
        const wish = { vendor: to, folder, schemaMap: { [SCHEMA]: COPY } };
        expect(await loadDump(registry, wish)).toMatchObject({ errors: [], ok: true });
        expect((await compareWithDump(registry, wish)).errors).toEqual([]);
      });
    },
  );
});

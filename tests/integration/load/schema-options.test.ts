import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { migrateSchema } from '../harness/migrations';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';

const SOURCE = 'schema_options';
const COPY = 'schema_options_copy';
const registry = newRegistry();

describe.each(testVendors)('options of a schema, %s', (vendor) => {
  let connection: Connection;

  beforeEach(async () => {
    await dropSchemas(vendor, COPY);
    connection = await connectToFresh(vendor, SOURCE);
    for (const statement of [
      `ALTER DATABASE ${SOURCE} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
      'CREATE TABLE t (id INT PRIMARY KEY)',
      'CREATE FUNCTION same(a VARCHAR(9), b VARCHAR(9)) RETURNS INT DETERMINISTIC RETURN a = b',
    ])
      await connection.query(statement);
    return async () => await connection.end();
  });
  afterAll(() => dropSchemas(vendor, SOURCE, COPY));

  const wish = (folder: string) => ({ vendor, folder, schemaMap: { [SOURCE]: COPY } });

  it('a schema that is there keeps its defaults: that is said, with the statement that changes them', async () => {
    await connection.query(`CREATE DATABASE ${COPY} CHARACTER SET latin1 COLLATE latin1_bin`);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
      const loaded = await loadDump(registry, wish(folder));
      expect(loaded).toMatchObject({ state: 'done-with-warnings', errors: [] });
      expect(loaded.warnings).toMatchObject([
        {
          ...{ code: 'definition-differs', table: COPY },
          message: expect.stringMatching(/latin1_bin.*utf8mb4_general_ci/) as unknown,
          hint: expect.stringContaining(
            `ALTER DATABASE \`${COPY}\` CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`,
          ) as unknown,
        },
      ]);
      await dropSchemas(vendor, COPY);
      await connection.query(`CREATE DATABASE ${COPY} CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci`);
      expect(await loadDump(registry, wish(folder))).toMatchObject({ state: 'done', warnings: [] });
    });
  });

  it('a migration says so too', async () => {
    await connection.query(`CREATE DATABASE ${COPY} CHARACTER SET latin1 COLLATE latin1_bin`);
    const { warnings, errors } = await migrateSchema(registry, {
      ...{ from: vendor, to: vendor },
      ...{ schema: SOURCE, copy: COPY },
    });
    expect(errors).toEqual([]);
    expect(warnings).toMatchObject([{ code: 'definition-differs', table: COPY }]);
  });

  if (vendor === 'mysql')
    it('one that is read-only is loaded writable: that is said, and a verification says it too', async () => {
      await connection.query(`ALTER SCHEMA ${SOURCE} READ ONLY = 1`);
      try {
        await withFolder(async (parent) => {
          const folder = join(parent, 'dump');
          expect((await dumpSchema(registry, { vendor, schema: SOURCE, folder })).errors).toEqual([]);
          const loaded = await loadDump(registry, wish(folder));
          expect(loaded).toMatchObject({ state: 'done-with-warnings', errors: [] });
          const said = {
            code: 'definition-differs',
            hint: expect.stringContaining('READ ONLY = 1') as unknown,
          };
          expect(loaded.warnings).toMatchObject([said]);
          const { host, port, user, password } = testServer(vendor);
          const verify = async () =>
            await runSluice(
              [
                'verify',
                '--dump',
                folder,
                '--target',
                `mysql://${user}@${host}:${port}`,
                '--schema-map',
                `${SOURCE}=${COPY}`,
              ],
              { SLUICE_PASSWORD: password },
            );
          const warned = await verify();
          expect(warned.exitCode, warned.output).toBe(3);
          expect(warned.output).toContain('READ ONLY = 1');
          await connection.query(`ALTER SCHEMA ${COPY} READ ONLY = 1`);
          const equal = await verify();
          expect(equal.exitCode, equal.output).toBe(0);
        });
      } finally {
        await connection.query(`ALTER SCHEMA ${SOURCE} READ ONLY = 0`);
        await connection.query(`ALTER SCHEMA ${COPY} READ ONLY = 0`).catch(() => undefined);
      }
    });
});

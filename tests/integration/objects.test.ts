import { readFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { splitScript } from '../../app/format/sql/script';
import { selecting } from '../../app/contract/runs/options';
import { testVendors } from '../servers/test-server';
import { rewriteDefinition } from './harness/doctor';
import { migrateSchema } from './harness/migrations';
import { rollBackLoad, dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, withPlain } from './harness/servers';

const SCHEMA = 'objects_src';
const COPY = 'objects_copy';

async function run(vendor: 'mysql' | 'mariadb', ...statements: readonly string[]): Promise<void> {
  await withPlain(vendor, async (connection) => {
    for (const statement of statements) await connection.query(statement);
  });
}

async function column(vendor: 'mysql' | 'mariadb', statement: string): Promise<readonly string[]> {
  return await withPlain(vendor, async (connection) => {
    const [rows] = await connection.query(statement);
    return (rows as Record<string, unknown>[]).map((row) => String(Object.values(row)[0]));
  });
}

describe.each(testVendors)('accounts, %s', (vendor) => {
  const names = ['obj_reader', "obj_o'brien", 'obj_role'];
  const [reader, brien, role] = [`'obj_reader'@'%'`, `'obj_o\\'brien'@'10.%'`, 'obj_role'];
  const drop = [
    `DROP USER IF EXISTS ${reader}, ${brien}`,
    `DROP ROLE IF EXISTS ${role}`,
    `DROP DATABASE IF EXISTS ${SCHEMA}`,
  ];

  beforeAll(() =>
    run(
      vendor,
      ...drop,
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY, secret INT)`,
      `CREATE ROLE ${role}`,
      `GRANT SELECT ON ${SCHEMA}.* TO ${role}`,
      `CREATE USER ${reader} IDENTIFIED BY 'Reader-1!' PASSWORD EXPIRE NEVER`,
      `CREATE USER ${brien} IDENTIFIED BY 'Brien-1!' ACCOUNT LOCK`,
      `GRANT ${role} TO ${reader}`,
      vendor === 'mysql'
        ? `ALTER USER ${reader} DEFAULT ROLE ${role}`
        : `SET DEFAULT ROLE ${role} FOR ${reader}`,
      `GRANT SELECT (id) ON ${SCHEMA}.t TO ${brien}`,
    ),
  );

  afterAll(() => run(vendor, ...drop));

  async function everything(): Promise<readonly string[]> {
    const creates = [
      ...(await column(vendor, `SHOW CREATE USER ${reader}`)),
      ...(await column(vendor, `SHOW CREATE USER ${brien}`)),
    ];
    const grants: string[] = [];
    for (const account of [reader, brien, role])
      grants.push(...(await column(vendor, `SHOW GRANTS FOR ${account}`)));
    return [...creates, ...grants.sort()];
  }

  it('are dumped as statements that make them again, roles and passwords included', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const users = ['obj_reader@\\%', "obj_o'brien@*", vendor === 'mysql' ? 'obj_role@*' : 'obj_role'];
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder,
        selection: { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users },
      });
      expect(result).toMatchObject({ ok: true, errors: [] });
      const manifest = JSON.parse(await readFile(join(folder, '@.json'), 'utf8')) as { users: string[] };
      expect(manifest.users).toHaveLength(names.length);
      const script = await readFile(join(folder, '@.users.sql'), 'utf8');
      const before = await everything();
      await run(vendor, `DROP USER ${reader}, ${brien}`, `DROP ROLE ${role}`);
      await run(vendor, ...splitScript(script));
      expect(await everything()).toEqual(before);
      const lines = script.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
      expect(lines.every((line) => line.endsWith(';'))).toBe(true);
    });
  });

  it('that do not exist are named before anything is written', async () => {
    await withFolder(async (parent) => {
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder: join(parent, 'dump'),
        selection: { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users: ['nobody@nowhere'] },
      });
      expect(result.errors[0]).toMatchObject({ code: 'unknown-object' });
      expect(result.errors[0]?.message).toContain('nobody@nowhere');
    });
  });
});

describe('features of MariaDB alone', () => {
  beforeAll(async () => {
    await dropSchemas('mariadb', SCHEMA, COPY);
    await run(
      'mariadb',
      `CREATE DATABASE ${SCHEMA}`,
      `CREATE SEQUENCE ${SCHEMA}.order_ids START WITH 100 INCREMENT BY 5 CACHE 10`,
      `CREATE SEQUENCE ${SCHEMA}.down START WITH -1 INCREMENT BY -1 MINVALUE -3 MAXVALUE -1 CYCLE NOCACHE`,
      `CREATE TABLE ${SCHEMA}.orders (id BIGINT NOT NULL DEFAULT nextval(${SCHEMA}.order_ids) PRIMARY KEY, v INT)`,
      `INSERT INTO ${SCHEMA}.orders (v) VALUES (1), (2), (3)`,
      `SELECT nextval(${SCHEMA}.down), nextval(${SCHEMA}.down)`,
    );
    const connection = await connectPlain('mariadb');
    await connection.query(`USE ${SCHEMA}`);
    await connection.query("SET sql_mode = 'ORACLE'");
    await connection.query('CREATE PACKAGE tools AS FUNCTION one RETURN INT; END;');
    await connection.query(
      "CREATE PACKAGE BODY tools AS FUNCTION one RETURN INT AS BEGIN RETURN LENGTH(';\n'); END; END;",
    );
    await connection.end();
  });

  afterAll(() => dropSchemas('mariadb', SCHEMA, COPY));

  it('sequences and packages come along, and a default asks the sequence of its own schema', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(newRegistry(), { vendor: 'mariadb', schema: SCHEMA, folder });
      expect(dumped).toMatchObject({ state: 'done', warnings: [] });
      const loaded = await loadDump(newRegistry(), {
        vendor: 'mariadb',
        folder,
        schemaMap: { [SCHEMA]: COPY },
      });
      expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
      const [definition = ''] = await withPlain('mariadb', async (connection) => {
        const [rows] = await connection.query(`SHOW CREATE TABLE ${COPY}.orders`);
        return (rows as Record<string, string>[]).map((row) => row['Create Table'] ?? '');
      });
      expect(definition).toContain(`nextval(\`${COPY}\`.\`order_ids\`)`);
      expect(await column('mariadb', `SELECT next_not_cached_value FROM ${COPY}.order_ids`)).toEqual(
        await column('mariadb', `SELECT next_not_cached_value FROM ${SCHEMA}.order_ids`),
      );
      expect(await column('mariadb', `SELECT nextval(${COPY}.down)`)).toEqual(
        await column('mariadb', `SELECT nextval(${SCHEMA}.down)`),
      );
      expect(await column('mariadb', `SELECT ${COPY}.tools.one()`)).toEqual(['2']);
    });
  });

  it('packages are migrated, and made again over those of the same name', async () => {
    await dropSchemas('mariadb', COPY);
    const wish = { from: 'mariadb', to: 'mariadb', schema: SCHEMA, copy: COPY } as const;
    expect(await migrateSchema(newRegistry(), wish)).toMatchObject({ state: 'done', errors: [] });
    expect(await column('mariadb', `SELECT ${COPY}.tools.one()`)).toEqual(['2']);
    const again = await migrateSchema(newRegistry(), { ...wish, onExisting: 'drop' });
    expect(again).toMatchObject({ errors: [] });
    expect(await column('mariadb', `SELECT ${COPY}.tools.one()`)).toEqual(['2']);
  });

  it('packages are rolled back with a load, and created again by a resumed one', async () => {
    await dropSchemas('mariadb', COPY);
    await run('mariadb', `CREATE TABLE ${SCHEMA}.child (id INT PRIMARY KEY)`);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor: 'mariadb', folder, schemaMap: { [SCHEMA]: COPY } } as const;
      await dumpSchema(newRegistry(), { vendor: 'mariadb', schema: SCHEMA, folder });
      // Its proof fails after everything was made.
      await rewriteDefinition(folder, 'child', (text) => text.replace('int(11)', 'bigint(20)'));
      for (const resume of [false, true]) {
        const loaded = await loadDump(newRegistry(), { ...wish, resume });
        expect(loaded.errors).toMatchObject([{ table: `${COPY}.child` }]);
      }
      expect(await column('mariadb', `SELECT ${COPY}.tools.one()`)).toEqual(['2']);
      expect(await rollBackLoad(newRegistry(), wish)).toMatchObject({ errors: [] });
      expect(await column('mariadb', `SHOW DATABASES LIKE '${COPY}'`)).toEqual([]);
    });
    await run('mariadb', `DROP TABLE ${SCHEMA}.child`);
  });
});

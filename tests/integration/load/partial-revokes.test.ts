import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { selecting } from '../../../app/contract/runs/options';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'prv_shop';
const USER = `'prv_reader'@'%'`;
const users = ['prv_%'];

const DROPPED = [`DROP DATABASE IF EXISTS ${SCHEMA}`, `DROP USER IF EXISTS ${USER}`];

describe('grants on schemas between servers of which one alone has partial_revokes', () => {
  const registry = newRegistry();
  let own: OwnServer;
  let mysql: Connection;
  let mariadb: Connection;

  beforeAll(async () => {
    own = await OwnServer.start('mysql');
    mysql = await own.connect();
    mariadb = await connectPlain('mariadb');
    for (const connection of [mysql, mariadb])
      for (const statement of DROPPED) await connection.query(statement);
  });

  afterAll(async () => {
    await mariadb.query(`DROP USER IF EXISTS ${USER}`);
    await mysql.end();
    await mariadb.end();
    await own.end();
    await dropSchemas('mariadb', SCHEMA);
  });

  const run = async (connection: Connection, ...statements: readonly string[]) => {
    for (const statement of statements) await connection.query(statement);
  };

  async function grants(connection: Connection): Promise<readonly string[]> {
    const [rows] = await connection.query(`SHOW GRANTS FOR ${USER}`);
    return (rows as Record<string, unknown>[])
      .map((row) => String(Object.values(row)[0]))
      .filter((line) => !line.includes(' ON *.* '));
  }

  const on = (schema: string) => `GRANT SELECT ON \`${schema}\`.* TO \`prv_reader\`@\`%\``;

  /** A dump by a server with this setting, whose account has these grants. */
  async function withDump(
    { partialRevokes, names }: Readonly<{ partialRevokes: 'ON' | 'OFF'; names: readonly string[] }>,
    work: (folder: string) => Promise<void>,
  ): Promise<void> {
    await run(mysql, ...DROPPED, `SET GLOBAL partial_revokes = ${partialRevokes}`);
    await run(mysql, `CREATE DATABASE ${SCHEMA}`, `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
    await run(mysql, `CREATE USER ${USER}`, ...names.map(on));
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const selection = { ...selecting([{ kind: 'schema', schema: SCHEMA }]), users };
      const wish = { vendor: 'mysql', schema: SCHEMA, folder, endpoint: own.endpoint, selection } as const;
      expect(await dumpSchema(registry, wish)).toMatchObject({ state: 'done', errors: [] });
      await run(mysql, ...DROPPED);
      await work(folder);
    });
  }

  it('are no wider where _ is a wildcard: on MySQL, under a new name of the schema, and on MariaDB', async () => {
    await withDump({ partialRevokes: 'ON', names: [SCHEMA, 'other'] }, async (folder) => {
      await run(mysql, 'SET GLOBAL partial_revokes = OFF');
      const wish = { vendor: 'mysql', folder, endpoint: own.endpoint, users } as const;
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [] });
      expect(await grants(mysql)).toEqual([on('other'), on('prv\\_shop')]);

      await run(mysql, ...DROPPED);
      const renamed = { ...wish, schemaMap: { [SCHEMA]: 'prv_new' } };
      expect(await loadDump(registry, renamed)).toMatchObject({ state: 'done', errors: [] });
      expect(await grants(mysql)).toEqual([on('other'), on('prv\\_new')]);
      await run(mysql, 'DROP DATABASE prv_new');

      const there = await loadDump(registry, { vendor: 'mariadb', folder, users, fixes: ['collations'] });
      expect(there.errors).toEqual([]);
      expect(new Set(await grants(mariadb))).toEqual(new Set([on('other'), on('prv\\_shop')]));
    });
  });

  it('are the same, or named, where there are no wildcards', async () => {
    await withDump({ partialRevokes: 'OFF', names: ['prv\\_shop', 'app\\_%', 'my_db'] }, async (folder) => {
      await run(mysql, 'SET GLOBAL partial_revokes = ON');
      const loaded = await loadDump(registry, { vendor: 'mysql', folder, endpoint: own.endpoint, users });
      expect(loaded).toMatchObject({ state: 'done-with-warnings', errors: [] });
      const said = loaded.warnings.map(({ message }) => message).sort();
      expect(said).toMatchObject([
        expect.stringContaining(`'prv_reader'@'%': A grant is left out`),
        expect.stringContaining('schema my_db is for that one alone'),
      ]);
      expect(said[0]).toContain(on('app\\_%'));
      expect(await grants(mysql)).toEqual([on('my_db'), on(SCHEMA)]);
    });
  });

  it('are as they were where both have it', async () => {
    await withDump({ partialRevokes: 'ON', names: [SCHEMA, 'a%'] }, async (folder) => {
      const wish = { vendor: 'mysql', folder, endpoint: own.endpoint, users } as const;
      expect(await loadDump(registry, wish)).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await grants(mysql)).toEqual([on('a%'), on(SCHEMA)]);
    });
  });

  it.each([
    ['OFF', 'prv\\_new'],
    ['ON', 'prv_new'],
  ] as const)('are for the one schema under its new name, with partial_revokes %s', async (setting, name) => {
    await withDump({ partialRevokes: setting, names: [SCHEMA] }, async (folder) => {
      const wish = { vendor: 'mysql', folder, endpoint: own.endpoint, users } as const;
      const loaded = await loadDump(registry, { ...wish, schemaMap: { [SCHEMA]: 'prv_new' } });
      expect(loaded).toMatchObject({ state: 'done', errors: [], warnings: [] });
      expect(await grants(mysql)).toEqual([on(name)]);
      await run(mysql, 'DROP DATABASE prv_new');
    });
  });

  it('come with a migration as with a load', async () => {
    await run(mysql, ...DROPPED, 'SET GLOBAL partial_revokes = ON');
    await run(mysql, `CREATE DATABASE ${SCHEMA}`, `CREATE USER ${USER}`, on(SCHEMA));
    await run(mysql, `CREATE TABLE ${SCHEMA}.t (id INT PRIMARY KEY)`);
    await run(mariadb, ...DROPPED);
    const unsaved = (name: string) => ({ name, profileId: null });
    const { runId } = registry.startMigrate(
      { source: unsaved('mysql'), target: unsaved('mariadb') },
      {
        ...{ source: own.endpoint, sourceProfile: null, target: testEndpoint('mariadb'), profile: null },
        options: { ...migrationOptions(SCHEMA, SCHEMA), users, fixes: ['collations'] },
      },
    );
    expect(await registry.finished(runId)).toMatchObject({ errors: [] });
    expect(await grants(mariadb)).toEqual([on('prv\\_shop')]);
  });
});

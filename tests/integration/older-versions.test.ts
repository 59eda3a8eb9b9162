import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { connect } from '../../app/catalog/connect/connect';
import { testConnection } from '../../app/profiles/test-connection';
import { readCommonSchema } from '../fixtures/common-schema';
import { shopStatements } from '../matrix/shop';
import { runSluice } from './harness/command';
import { migrationOptions } from './harness/migrations';
import { OwnServer } from './harness/own-server';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { SpokenVersion } from './harness/spoken-version/server';

/**
 * The versions of MySQL that can't be started here, and the last ones before what Sluice asks of a server changed: by the
 * collation that texts of utf8mb4 have by default.
 */
describe.each([
  ['utf8mb4_general_ci', ['5.6.51', '5.7.19', '5.7.44']],
  ['utf8mb4_0900_ai_ci', ['8.0.11', '8.0.28', '8.0.44', '8.4.7']],
] as const)('where %s is the default', (collation, versions) => {
  let server: OwnServer;
  beforeAll(async () => {
    server = await OwnServer.start('mysql', [
      '--log-bin',
      '--server-id=1',
      `--collation-server=${collation}`,
    ]);
    await server.use((connection) =>
      connection.query(`SET GLOBAL default_collation_for_utf8mb4 = ${collation}`),
    );
    await server.use(async (connection) => {
      for (const statement of shopStatements('shop', 'ST_GeomFromText')) await connection.query(statement);
      await connection.query('DROP TABLE loose');
    });
  });
  afterAll(() => server.end());

  describe.each(versions)('MySQL %s', (version) => {
    let spoken: SpokenVersion;
    let endpoint: Endpoint;
    beforeAll(async () => {
      spoken = await SpokenVersion.of(server.network.target, version);
      endpoint = { ...server.endpoint, address: { kind: 'tcp', host: '127.0.0.1', port: spoken.port } };
    });
    afterAll(() => spoken.close());
    beforeEach(() =>
      server.use(async (connection) => {
        await connection.query("CREATE USER IF NOT EXISTS 'traveller'@'%' IDENTIFIED BY 'Tr4vel-ler'");
        await connection.query("GRANT SELECT ON shop.* TO 'traveller'@'%'");
        for (const copy of ['copy', 'moved']) await connection.query(`DROP DATABASE IF EXISTS ${copy}`);
      }),
    );

    it('is signed in to as what it says it is', async () => {
      const session = await connect(endpoint);
      expect(session.server.version).toBe(version);
      await session.close();
      const { stages } = await testConnection(endpoint);
      expect(stages.filter(({ state }) => state === 'failed')).toEqual([]);
    });

    it('is dumped, loaded and verified without a statement that it does not know', async () => {
      await withFolder(async (parent) => {
        const registry = newRegistry();
        const wish = { vendor: 'mysql', endpoint, folder: join(parent, 'dump') } as const;
        const dumped = await dumpSchema(registry, { ...wish, schema: 'shop', bytesPerChunk: 128 << 10 });
        expect(dumped, JSON.stringify(dumped.errors)).toMatchObject({ state: 'done', warnings: [] });
        const schemaMap = { shop: 'copy' };
        const loaded = await loadDump(registry, { ...wish, schemaMap, verify: 'checksum' });
        expect(loaded, JSON.stringify(loaded.errors)).toMatchObject({ state: 'done', warnings: [] });
        const compared = await compareWithDump(registry, { ...wish, schemaMap, verify: 'checksum' });
        expect(compared, JSON.stringify(compared.errors)).toMatchObject({ state: 'done', warnings: [] });
      });
      expect(spoken.denied).toEqual([]);
      await server.use(async (connection) => {
        expect(await readCommonSchema({ connection }, 'copy')).toEqual(
          await readCommonSchema({ connection }, 'shop'),
        );
      });
    });

    it('is migrated from and into without a statement that it does not know', async () => {
      const registry = newRegistry();
      const names = { name: 'itself', profileId: null };
      const { runId } = registry.startMigrate(
        { source: names, target: names },
        {
          ...{ source: endpoint, sourceProfile: null, target: endpoint, profile: null },
          options: migrationOptions('shop', 'moved'),
        },
      );
      const migrated = await registry.finished(runId);
      expect(migrated, JSON.stringify(migrated.errors)).toMatchObject({ state: 'done', warnings: [] });
      expect(spoken.denied).toEqual([]);
      await server.use(async (connection) => {
        expect(await readCommonSchema({ connection }, 'moved')).toEqual(
          await readCommonSchema({ connection }, 'shop'),
        );
      });
    });

    it('shows the pages of a table, and has its accounts and speed-ups', async () => {
      const dsn = `mysql://${endpoint.user}@127.0.0.1:${spoken.port}/?tls=disabled`;
      const hasAccounts = version !== '5.6.51';
      const sluice = (...words: readonly string[]) => runSluice([...words, '--json'], server.secret);
      for (const words of [
        ['--tier', 'file'],
        ['--tier', 'buffer'],
        ['--tier', 'stats', '--lock-rows'],
      ]) {
        const seen = await sluice('inspect', '--target', dsn, '--tables', 'shop.orders', ...words);
        expect(seen.exitCode, seen.output).toBe(0);
      }
      await withFolder(async (parent) => {
        const dump = join(parent, 'dump');
        const wish = ['dump', '--source', dsn, '--out', dump, '--schemas', 'shop'];
        const accounts = hasAccounts ? ['--users', 'traveller@%'] : [];
        if (!hasAccounts) {
          const refused = await sluice(...wish, '--users', 'traveller@%');
          expect(refused.result.errors[0]?.message).toContain(
            `MySQL ${version} does not show how an account`,
          );
          expect(spoken.denied).toEqual([]);
        }
        const dumped = await sluice(...wish, ...accounts);
        expect(dumped.exitCode, dumped.output).toBe(0);
        await server.use((connection) => connection.query("DROP USER 'traveller'@'%'"));
        const loaded = await sluice(
          ...['load', '--target', dsn, '--dump', dump, '--schema-map', 'shop=copy', ...accounts],
          ...['--fast-unsafe', version.startsWith('8.4') ? 'redo,doublewrite,flush' : 'flush'],
        );
        expect(loaded.exitCode, loaded.output).toBe(0);
      });
      expect(spoken.denied).toEqual([]);
    });
  });
});

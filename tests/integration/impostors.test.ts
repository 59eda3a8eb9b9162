import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { serverText } from '../../app/text/catalog/server';
import { testServer, testVendors } from '../servers/test-server';
import { runSluice } from './harness/command';
import { migrationOptions } from './harness/migrations';
import { RewritingProxy, type Rewriting } from './harness/rewriting-proxy';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'impostors';

const versioned = (version: string): Rewriting => ({ what: /SELECT VERSION\(\)/, by: `SELECT '${version}'` });
const commented = (comment: string): Rewriting => ({
  what: /SELECT @@version_comment LIMIT 1/,
  by: `SELECT '${comment}'`,
});
const withVariables = (variables: Readonly<Record<string, string>>): Rewriting => ({
  what: /SHOW VARIABLES WHERE Variable_name IN \('aurora[^)]*\)/,
  by: Object.entries(variables)
    .map(([name, value]) => `SELECT '${name}' AS Variable_name, '${value}' AS Value`)
    .join(' UNION ALL '),
});
/** As TiDB and Vitess refuse it, before anybody knows what they are. */
const refusingLimits: Rewriting = {
  what: /SET SESSION sql_select_limit/,
  by: 'SET SESSION no_such_variable',
};

const registry = newRegistry();

describe.each(testVendors)('a server that says it is another, %s', (vendor) => {
  let proxy: RewritingProxy | null = null;

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.a (id INT PRIMARY KEY)`);
    });
  });

  afterEach(async () => {
    await proxy?.close();
    proxy = null;
  });

  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function pretending(rewritings: readonly Rewriting[], greeting?: string): Promise<Endpoint> {
    proxy = await RewritingProxy.to(testServer(vendor), rewritings, greeting);
    const address = { kind: 'tcp', host: '127.0.0.1', port: proxy.port } as const;
    return testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
  }

  it.each([
    ['Vitess (8.0.40-Vitess)', [versioned('8.0.40-Vitess'), refusingLimits], 'one for each shard'],
    ['TiDB (8.0.11-TiDB-v7.5.1)', [versioned('8.0.11-TiDB-v7.5.1'), refusingLimits], 'Dumpling'],
    ['OceanBase (5.7.25-OceanBase-v4.4.2.2)', [versioned('5.7.25-OceanBase-v4.4.2.2')], 'OBDUMPER'],
    ['SingleStore (5.7.32)', [versioned('5.7.32'), withVariables({ memsql_version: '8.5.32' })], 'pipelines'],
    ['Apache Doris (5.7.99)', [versioned('5.7.99'), commented('Doris version doris-2.1.7')], 'Stream Load'],
  ] as const)('%s is refused in words, on the command line', async (name, rewritings, remedy) => {
    const { user } = testServer(vendor);
    await pretending(rewritings);
    await withFolder(async (parent) => {
      const dsn = `mysql://${user}@127.0.0.1:${proxy?.port ?? 0}/${SCHEMA}?tls=disabled`;
      const run = await runSluice(['dump', '--source', dsn, '--out', join(parent, 'dump')], {
        SLUICE_PASSWORD: testServer(vendor).password,
      });
      expect(run.output).toContain(`The server is ${name}`);
      expect(run.output).toContain(remedy);
      expect(run.exitCode).toBe(5);
    });
  });

  it.each([
    ['proxysql', [commented('(ProxySQL)')], undefined],
    ['maxscale', [], '5.5.5-10.0.0 2.5.1-maxscale'],
    ['proxy', [], '8.0.11'],
  ] as const)('%s is taken, and its log says what follows from it', async (product, rewritings, greeting) => {
    // libmariadb takes the vendor of a server from its greeting.
    if (greeting !== undefined && vendor === 'mariadb' && !greeting.startsWith('5.5.5-')) return;
    const endpoint = await pretending(rewritings, greeting);
    await withFolder(async (parent) => {
      const { runId } = registry.startMigrate(
        { source: { name: 'a', profileId: null }, target: { name: 'b', profileId: null } },
        {
          ...{ source: endpoint, sourceProfile: null, target: testEndpoint(vendor), profile: null },
          options: migrationOptions(SCHEMA, `${SCHEMA}_copy`),
        },
      );
      await registry.finished(runId);
      expect(registry.view(runId).log.map(({ text }) => text)).toContain(serverText.cautions[product]);
      const result = await dumpSchema(registry, {
        ...{ vendor, schema: SCHEMA, folder: join(parent, 'dump'), endpoint },
      });
      expect(result.errors).toEqual([]);
      await dropSchemas(vendor, `${SCHEMA}_copy`);
    });
  });

  if (vendor === 'mysql') {
    it('a reader of Aurora has no lock for a consistent dump, and is dumped without one when asked', async () => {
      const endpoint = await pretending([
        withVariables({ aurora_version: '3.07.1', innodb_read_only: 'ON' }),
      ]);
      await withFolder(async (parent) => {
        const wish = { vendor, schema: SCHEMA, endpoint };
        const refused = await dumpSchema(registry, { ...wish, folder: join(parent, 'refused') });
        expect(refused.errors[0]?.code).toBe('unsupported-server');
        expect(refused.errors[0]?.hint).toContain('writer endpoint');
        const taken = await dumpSchema(registry, {
          ...wish,
          folder: join(parent, 'taken'),
          consistency: 'none',
        });
        expect(taken).toMatchObject({ state: 'done-with-warnings' });
      });
    });
  }
});

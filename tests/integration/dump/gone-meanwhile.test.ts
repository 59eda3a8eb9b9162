import { existsSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../app/catalog/connect/endpoint';
import type { RunResult } from '../../../app/contract/runs/result';
import { testServer, testVendors } from '../../servers/test-server';
import { FaultyNetwork } from '../harness/faulty-network';
import { migrationRequest } from '../harness/migrations';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const SCHEMA = 'gone_meanwhile';
const OTHER = 'gone_elsewhere';
const COPY = 'gone_copy';

/** Changes that somebody makes between a dump's plan and its reading of definitions, which this dump can't hold back. */
describe.each(testVendors)('an object that goes away while its dump begins, %s', (vendor) => {
  beforeEach(async () => {
    await dropSchemas(vendor, SCHEMA, OTHER, COPY);
    await withPlain(vendor, async (connection) => {
      for (const statement of [
        `CREATE DATABASE ${SCHEMA}`,
        `CREATE DATABASE ${OTHER}`,
        `CREATE TABLE ${SCHEMA}.kept (id INT PRIMARY KEY)`,
        `CREATE TABLE ${SCHEMA}.orders (id INT PRIMARY KEY)`,
        `INSERT INTO ${SCHEMA}.orders VALUES (1), (2)`,
        `CREATE TRIGGER ${SCHEMA}.stamp BEFORE INSERT ON ${SCHEMA}.kept FOR EACH ROW SET NEW.id = NEW.id`,
        `CREATE VIEW ${SCHEMA}.seen AS SELECT 1 AS one`,
        `CREATE FUNCTION ${SCHEMA}.two() RETURNS INT DETERMINISTIC NO SQL RETURN 2`,
        `CREATE EVENT ${SCHEMA}.nightly ON SCHEDULE EVERY 1 DAY DISABLE DO SET @a = 1`,
      ])
        await connection.query(statement);
    });
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, OTHER, COPY));

  it.each([
    ['table “orders”', `RENAME TABLE ${SCHEMA}.orders TO ${OTHER}.orders`],
    ['table “orders”', `RENAME TABLE ${SCHEMA}.orders TO ${SCHEMA}.orders_old`],
    ['trigger “stamp”', `DROP TRIGGER ${SCHEMA}.stamp`],
    ['view or sequence “seen”', `DROP VIEW ${SCHEMA}.seen`],
    ['routine “two”', `DROP FUNCTION ${SCHEMA}.two`],
    ['event “nightly”', `DROP EVENT ${SCHEMA}.nightly`],
  ])('the %s after %s: the dump names it, and leaves nothing', async (object, statement) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await whileTablesAreRead(statement, (endpoint) =>
        dumpSchema(newRegistry(), { vendor, schema: SCHEMA, folder, endpoint, consistency: 'none' }),
      );
      expect(result.errors).toMatchObject([
        { code: 'definition-changed', message: expect.stringContaining(object) as string },
      ]);
      expect(result.state).toBe('failed');
      expect(existsSync(join(folder, '@.json'))).toBe(false);
    });
  });

  it('a migration names it as well, and leaves nothing on its target', async () => {
    const registry = newRegistry();
    const wish = { from: vendor, to: vendor, schema: SCHEMA, copy: COPY, consistency: 'none' as const };
    const result = await whileTablesAreRead(`DROP TRIGGER ${SCHEMA}.stamp`, (source) => {
      const servers = { source: { name: 'a', profileId: null }, target: { name: 'b', profileId: null } };
      return registry.finished(registry.startMigrate(servers, { ...migrationRequest(wish), source }).runId);
    });
    expect(result.errors).toMatchObject([{ code: 'definition-changed' }]);
    await withPlain(vendor, async (connection) => {
      const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(found).toEqual([]);
    });
  });

  /** Runs what reads the schema through a network that waits with the plan made and the tables not yet read. */
  async function whileTablesAreRead(
    statement: string,
    run: (endpoint: Endpoint) => Promise<RunResult>,
  ): Promise<RunResult> {
    const network = await FaultyNetwork.to(testServer(vendor));
    const somebody = await connectPlain(vendor);
    try {
      const reading = network.at('tables', 'wait');
      const address = { kind: 'tcp' as const, host: '127.0.0.1', port: network.port };
      const ended = run(testEndpoint(vendor, { address, tls: { mode: 'disabled' } }));
      await Promise.race([reading, ended]);
      await somebody.query(statement);
      network.release();
      return await ended;
    } finally {
      await somebody.end();
      await network.close();
    }
  }
});

import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import { readPrivileges } from '../../app/catalog/privileges/grants';
import { readNames } from '../../app/catalog/selection/names';
import { readTables } from '../../app/catalog/objects/tables';
import { patternOf } from '../../app/contract/commands/pattern';
import { selecting } from '../../app/contract/runs/options';
import { testServer, testVendors } from '../servers/test-server';
import { ProviderProxy, type Refusal } from './harness/provider-proxy';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, queryRows, runStatements, testEndpoint } from './harness/servers';

const SCHEMA = "calls of 'one'; and \\ more";
const NAME = `\`${SCHEMA}\``;
/** Answer to a call of several statements, whatever they are. */
const ONE_AT_A_TIME: Refusal = { statement: /;\n/, toSeveral: true, errno: 1064, message: 'One statement' };

describe.each(testVendors)('questions that go in one call, %s', (vendor) => {
  beforeAll(() =>
    runStatements(vendor, [
      `DROP DATABASE IF EXISTS ${NAME}`,
      `CREATE DATABASE ${NAME}`,
      `CREATE TABLE ${NAME}.a (id INT PRIMARY KEY, v INT, KEY v (v)) PARTITION BY HASH (id) PARTITIONS 2`,
      `CREATE TABLE ${NAME}.b (id INT PRIMARY KEY)`,
      `INSERT INTO ${NAME}.a VALUES (1, 1), (2, 2), (3, 3)`,
      `CREATE VIEW ${NAME}.w AS SELECT id FROM ${NAME}.a`,
      `CREATE FUNCTION ${NAME}.f() RETURNS INT DETERMINISTIC RETURN 1`,
      `CREATE EVENT ${NAME}.e ON SCHEDULE EVERY 1 DAY DISABLE DO SET @x = 1`,
      `CREATE TRIGGER ${NAME}.t BEFORE INSERT ON ${NAME}.a FOR EACH ROW SET NEW.v = NEW.v`,
    ]),
  );

  afterAll(() => dropSchemas(vendor, SCHEMA));

  async function behindProxy<T>(
    rules: readonly Refusal[],
    work: (proxy: ProviderProxy, endpoint: ReturnType<typeof testEndpoint>) => Promise<T>,
  ): Promise<T> {
    const proxy = await ProviderProxy.to(testServer(vendor), rules);
    const address = { kind: 'tcp', host: '127.0.0.1', port: proxy.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    return await work(proxy, endpoint).finally(() => proxy.close());
  }

  /** The facts that a session reads, as the catalogue of a dump does. */
  async function factsBehind(perCall: 'one' | 'many', rules: readonly Refusal[] = []) {
    return await behindProxy(rules, async (proxy, endpoint) => {
      const session = await connect(endpoint, perCall);
      try {
        const names = (await readNames(session)).filter(({ name }) => name === SCHEMA);
        const privileges = await readPrivileges(session);
        const tables = await readTables(session, SCHEMA);
        const { version, account, tls } = session.server;
        const facts = { version, account, tls, reads: privileges.has('SELECT'), names, tables };
        return { facts, calls: proxy.calls };
      } finally {
        await session.close();
      }
    });
  }

  it('have the answers that they have one by one, also where a call of several is refused', async () => {
    const alone = await factsBehind('one');
    const together = await factsBehind('many');
    const refused = await factsBehind('many', [ONE_AT_A_TIME]);
    expect(alone.facts.names).toMatchObject([
      { tables: ['a', 'b'], tableLikes: ['w'], routines: ['f'], events: ['e'], triggers: [{ name: 't' }] },
    ]);
    expect(alone.facts.tables).toMatchObject([{ name: 'a', partitions: ['p0', 'p1'] }, { name: 'b' }]);
    expect(together.facts).toEqual(alone.facts);
    expect(refused.facts).toEqual(alone.facts);
  });

  it('go together on a session that takes many, and one by one on any other', async () => {
    const alone = await factsBehind('one');
    const together = await factsBehind('many');
    expect(alone.calls.every((statements) => statements.length === 1)).toBe(true);
    // Sign-in: the limits, ProxySQL's question, what the server is, the variables, their change, and the identity.
    expect(together.calls.length).toBeLessThanOrEqual(6 + 4);
    expect(alone.calls.length).toBeGreaterThan(together.calls.length);
  });

  it('are few before a dump asks for its lock', async () => {
    await behindProxy([], async (proxy, endpoint) => {
      await withFolder(async (parent) => {
        const result = await dumpSchema(newRegistry(), {
          ...{ vendor, schema: SCHEMA, folder: join(parent, 'dump'), endpoint },
        });
        expect(result).toMatchObject({ state: 'done', rows: 3, tables: 2 });
      });
      const { calls } = proxy;
      const asking = (words: RegExp) => calls.filter((all) => all.some((statement) => words.test(statement)));
      expect(asking(/information_schema\.SCHEMATA/)).toMatchObject([{ length: 5 }]);
      expect(asking(/^SHOW GRANTS$/)).toHaveLength(1);
      expect(asking(/FROM information_schema\.COLUMNS WHERE TABLE_SCHEMA = /)[0]).toHaveLength(4);
    });
  });

  it('are not tried together again where several are refused as such', async () => {
    const { calls } = await factsBehind('many', [ONE_AT_A_TIME]);
    // At sign-in, and once by the session.
    expect(calls.filter((statements) => statements.length > 1)).toHaveLength(2);
  });

  it('hold no text of the user’s', async () => {
    const session = await connect(testEndpoint(vendor), 'many');
    try {
      await expect(session.runTextOfUser('DO 0')).rejects.toMatchObject({ failure: { code: 'internal' } });
    } finally {
      await session.close();
    }
  });

  it('can’t be added to by a condition of the user’s', async () => {
    await withFolder(async (parent) => {
      const where = [{ schema: SCHEMA, table: 'a', condition: `1) LIMIT 0; DROP TABLE ${NAME}.b; -- ` }];
      const selection = { ...selecting([{ kind: 'schema', schema: patternOf(SCHEMA) }]), where };
      const wish = { vendor, schema: SCHEMA, folder: join(parent, 'dump'), selection };
      const result = await dumpSchema(newRegistry(), wish);
      expect(result.errors[0]).toMatchObject({ code: 'condition-refused' });
    });
    expect(await queryRows(vendor, `SELECT COUNT(*) AS n FROM ${NAME}.b`)).toMatchObject([{ n: 0 }]);
  });
});

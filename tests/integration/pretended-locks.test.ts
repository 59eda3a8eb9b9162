import { existsSync } from 'fs';
import { join } from 'path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import type { Consistency } from '../../app/contract/runs/options';
import { sourceText } from '../../app/text/source';
import { testServer, testVendors } from '../servers/test-server';
import { migrationOptions } from './harness/migrations';
import { ofKind } from './harness/result';
import { RewritingProxy, type Rewriting } from './harness/rewriting-proxy';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'pretended';
const COPY = 'pretended_copy';
const READER = 'pretended_reader';
const PASSWORD = 'Pretend-1!';

/** As Vitess answers (its vtgate says OK to both without a word to any tablet). */
const READ_LOCK: Rewriting = { what: /FLUSH TABLES WITH READ LOCK(?=;|$)/, by: 'DO 0' };
const TABLE_LOCKS: Rewriting = { what: /LOCK TABLES `[^]*$/, by: 'DO 0' };
const DDL_LOCK: Rewriting = { what: /(?:LOCK INSTANCE FOR BACKUP|BACKUP STAGE \w+)(?=;|$)/g, by: 'DO 0' };
/** By which the lock that holds back DDL is released; it arrives. */
const RELEASE: Rewriting = { what: /(?:UNLOCK INSTANCE|BACKUP STAGE END)$/, by: '$& /* seen */' };

const registry = newRegistry();

describe.each(testVendors)('a lock that is only pretended, %s', (vendor) => {
  let proxy: RewritingProxy | null = null;

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`CREATE TABLE ${SCHEMA}.a (id INT PRIMARY KEY)`);
      await connection.query(`INSERT INTO ${SCHEMA}.a VALUES (1), (2), (3)`);
      await connection.query(`DROP USER IF EXISTS ${READER}`);
      await connection.query(`CREATE USER ${READER} IDENTIFIED BY '${PASSWORD}'`);
      await connection.query(`GRANT SELECT, SHOW VIEW, TRIGGER, EVENT ON ${SCHEMA}.* TO ${READER}`);
      await connection.query(`GRANT RELOAD ON *.* TO ${READER}`);
      if (vendor === 'mysql') await connection.query(`GRANT SHOW_ROUTINE ON *.* TO ${READER}`);
      else await connection.query(`GRANT SELECT ON mysql.proc TO ${READER}`);
    });
  });

  afterEach(async () => {
    await proxy?.close();
    proxy = null;
  });

  afterAll(async () => {
    await withPlain(vendor, (connection) => connection.query(`DROP USER ${READER}`));
    await dropSchemas(vendor, SCHEMA, COPY);
  });

  async function pretending(...locks: readonly Rewriting[]): Promise<Endpoint> {
    proxy = await RewritingProxy.to(testServer(vendor), locks);
    const address = { kind: 'tcp', host: '127.0.0.1', port: proxy.port } as const;
    return testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
  }

  const dump = (endpoint: Endpoint, folder: string, consistency: Consistency = 'auto') =>
    dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint, consistency });

  it('of the server and of its tables: the dump is refused, and says what to do', async () => {
    const endpoint = await pretending(READ_LOCK, TABLE_LOCKS);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dump(endpoint, folder);
      expect(proxy?.changed).toBeGreaterThanOrEqual(2);
      expect(result.errors[0]).toMatchObject({ code: 'unsupported-server' });
      expect(result.errors[0]?.message).toContain('OK to FLUSH TABLES WITH READ LOCK and took no lock');
      expect(result.errors[0]?.hint).toContain('--consistency none');
      expect(existsSync(folder)).toBe(false);
    });
  });

  it('of the tables, which were asked for: refused as well', async () => {
    const endpoint = await pretending(TABLE_LOCKS);
    await withFolder(async (parent) => {
      const result = await dump(endpoint, join(parent, 'dump'), 'lock-tables');
      expect(result.errors[0]).toMatchObject({ code: 'unsupported-server' });
      expect(result.errors[0]?.message).toContain('OK to LOCK TABLES and took no lock');
    });
  });

  it('of the server alone: the tables are locked instead, and the result says so', async () => {
    const endpoint = await pretending(READ_LOCK);
    await withFolder(async (parent) => {
      const result = await dump(endpoint, join(parent, 'dump'));
      const said = `${sourceText.locks['table-locks']} ${sourceText.lockPretended('FLUSH TABLES WITH READ LOCK')}`;
      expect(result).toMatchObject({ state: 'done', rows: 3, consistency: said });
    });
  });

  it('of the server alone: the lock that holds back DDL goes with it', async () => {
    const endpoint = await pretending(READ_LOCK, RELEASE);
    await withFolder(async (parent) => {
      expect(await dump(endpoint, join(parent, 'dump'))).toMatchObject({ state: 'done', rows: 3 });
    });
    expect(proxy?.changed).toBe(2);
  });

  it('of the server alone: a lock that holds back DDL and stays does not end the session', async () => {
    const kept: Rewriting = { what: /(?:UNLOCK INSTANCE|BACKUP STAGE END)$/, by: 'no statement' };
    const endpoint = await pretending(READ_LOCK, kept);
    await withFolder(async (parent) => {
      expect(await dump(endpoint, join(parent, 'dump'))).toMatchObject({ state: 'done', rows: 3 });
    });
    expect(proxy?.changed).toBe(2);
  });

  it('that holds back DDL: definitions are compared again, and the result says so', async () => {
    const endpoint = await pretending(DDL_LOCK);
    await withFolder(async (parent) => {
      const result = await dump(endpoint, join(parent, 'dump'));
      expect(result).toMatchObject({ state: 'done', rows: 3, consistency: sourceText.locks['read-lock'] });
    });
  });

  it('is not needed by a dump without consistency', async () => {
    const endpoint = await pretending(READ_LOCK, TABLE_LOCKS);
    await withFolder(async (parent) => {
      const result = await dump(endpoint, join(parent, 'dump'), 'none');
      expect(result).toMatchObject({ state: 'done-with-warnings', rows: 3 });
      expect(result.warnings[0]).toMatchObject({ code: 'not-consistent' });
    });
  });

  it('refuses a migration before anything is made on its target', async () => {
    const source = await pretending(READ_LOCK, TABLE_LOCKS);
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source, sourceProfile: null, target: testEndpoint(vendor), profile: null },
        options: migrationOptions(SCHEMA, COPY),
      },
    );
    const result = ofKind(await registry.finished(runId), 'migrate');
    expect(result.errors[0]).toMatchObject({ code: 'unsupported-server' });
    const [schemas] = await withPlain(vendor, (plain) => plain.query(`SHOW DATABASES LIKE '${COPY}'`));
    expect(schemas).toEqual([]);
  });

  // MariaDB refuses a locking read to whoever may read: there is always a question to ask.
  it('is taken for a lock where the account may not look, which the result says', async () => {
    const endpoint = testEndpoint(vendor, { user: READER, password: PASSWORD });
    await withFolder(async (parent) => {
      const result = await dump(endpoint, join(parent, 'dump'));
      expect(result).toMatchObject({ state: 'done', rows: 3 });
      expect(result.consistency?.includes(sourceText.lockUnseen)).toBe(vendor === 'mysql');
    });
  });
});

import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOAD_DEFAULTS } from '../../../app/contract/runs/options';
import { MIGRATE_DEFAULTS, migrating } from '../../../app/contract/runs/migrate';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint } from '../harness/servers';

const SCHEMA = 'secured_time';

/** It takes no moment of a row from anybody: versions of the past would all become rows of now. */
describe('a target that keeps its time to itself, mariadb', () => {
  const registry = newRegistry();
  let target: OwnServer;

  beforeAll(async () => {
    target = await OwnServer.start('mariadb', ['--secure-timestamp=YES']);
    const connection = await connectToFresh('mariadb', SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v INT) WITH SYSTEM VERSIONING');
    await connection.query('INSERT INTO t VALUES (1, 1), (2, 2)');
    await connection.query('UPDATE t SET v = 3 WHERE id = 1');
    await connection.end();
  });
  afterAll(async () => {
    await target.end();
    await dropSchemas('mariadb', SCHEMA);
  });

  it('is refused a dump with a history before anything is made, and takes one without', async () => {
    await withFolder(async (parent) => {
      const load = async (history: 'carry' | 'skip') => {
        const folder = join(parent, history);
        await dumpSchema(registry, { vendor: 'mariadb', schema: SCHEMA, folder, history });
        const request = { endpoint: target.endpoint, profile: null, folder, options: LOAD_DEFAULTS };
        return await registry.finished(registry.startLoad('mariadb', request).runId);
      };
      const refused = await load('carry');
      expect(refused).toMatchObject({
        ok: false,
        errors: [{ code: 'dump-unsupported', table: `${SCHEMA}.t` }],
      });
      expect(refused.errors[0]?.message).toMatch(/secure_timestamp/);
      expect(await schemas()).not.toContain(SCHEMA);
      expect(await load('skip')).toMatchObject({ ok: true, errors: [], rows: 2 });
      await target.use((connection) => connection.query(`DROP DATABASE ${SCHEMA}`));
    });
  });

  it('gets the rows of now by a migration, which names each table that had more', async () => {
    const server = (name: string) => ({ name, profileId: null });
    const { runId } = registry.startMigrate(
      { source: server('source'), target: server('target') },
      {
        ...{ source: testEndpoint('mariadb'), sourceProfile: null, target: target.endpoint, profile: null },
        options: { ...MIGRATE_DEFAULTS, selection: migrating([{ kind: 'schema', schema: SCHEMA }]) },
      },
    );
    const moved = await registry.finished(runId);
    expect(moved).toMatchObject({ ok: true, state: 'done-with-warnings', errors: [], rows: 2 });
    const told = moved.warnings.filter(({ message }) => message.includes('history'));
    expect(told).toContainEqual(
      expect.objectContaining({
        table: `${SCHEMA}.t`,
        message: expect.stringContaining('secure_timestamp') as unknown,
      }),
    );
  });

  async function schemas(): Promise<readonly string[]> {
    return await target.use(async (connection) => {
      const [rows] = await connection.query('SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA');
      return (rows as { name: string }[]).map(({ name }) => name);
    });
  }
});

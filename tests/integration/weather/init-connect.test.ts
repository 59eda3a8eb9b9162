import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { withGlobals } from '../harness/globals';
import { migrationOptions } from '../harness/migrations';
import type { RunResult } from '../../../app/contract/runs/result';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectPlain, dropSchemas, testEndpoint } from '../harness/servers';
import { CRASH_CHUNK_BYTES, expectWhole, makeCrashSchema } from '../load/crash-schema';

const SCHEMA = 'greeted';
const COPY = 'greeted_copy';
const ACCOUNT = 'greeted';
const PASSWORD = 'Greeted-1!';
/** Variables that change the meaning of statements, of rows and of commits for a client that does not set them back. */
const HOSTILE =
  "SET NAMES latin1, sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PAD_CHAR_TO_FULL_LENGTH,STRICT_ALL_TABLES,NO_ZERO_DATE', " +
  "autocommit = 0, foreign_key_checks = 1, unique_checks = 0, sql_select_limit = 1, time_zone = '+09:00', completion_type = 'CHAIN', " +
  'sql_safe_updates = 1, max_join_size = 1, sql_big_selects = 0';

const registry = newRegistry();

/** No init_connect is run for an account with SUPER, or CONNECTION ADMIN. */
describe.each(testVendors)('init_connect of the server, %s', (vendor) => {
  const endpoint = testEndpoint(vendor, { user: ACCOUNT, password: PASSWORD });
  let root: Connection;

  beforeAll(async () => {
    root = await connectPlain(vendor);
    await makeCrashSchema(root, SCHEMA);
    await root.query(`CREATE USER ${ACCOUNT} IDENTIFIED BY '${PASSWORD}'`);
    await root.query(`GRANT ALL ON *.* TO ${ACCOUNT}`);
    for (const privilege of vendor === 'mysql'
      ? ['SUPER', 'CONNECTION_ADMIN']
      : ['SUPER', 'CONNECTION ADMIN'])
      await root.query(`REVOKE ${privilege} ON *.* FROM ${ACCOUNT}`);
  });
  afterEach(() => dropSchemas(vendor, COPY));
  afterAll(async () => {
    await root.query(`DROP USER ${ACCOUNT}`);
    await root.end();
    await dropSchemas(vendor, SCHEMA);
  });

  const dump = (folder: string) =>
    dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint, bytesPerChunk: CRASH_CHUNK_BYTES });

  const load = (folder: string) =>
    loadDump(registry, { vendor, folder, endpoint, schemaMap: { [SCHEMA]: COPY }, verify: 'checksum' });

  async function migrate(): Promise<RunResult> {
    const unsaved = { name: vendor, profileId: null };
    const { runId } = registry.startMigrate(
      { source: unsaved, target: unsaved },
      {
        ...{ source: endpoint, sourceProfile: null, target: endpoint, profile: null },
        options: migrationOptions(SCHEMA, COPY),
      },
    );
    return await registry.finished(runId);
  }

  it('changes the session: a dump, its load and a migration end equal', async () => {
    await withGlobals(root, { init_connect: HOSTILE }, async () => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect(await dump(folder)).toMatchObject({ ok: true, errors: [] });
        expect(await load(folder)).toMatchObject({ ok: true, errors: [] });
        await expectWhole(root, SCHEMA, COPY);
        await dropSchemas(vendor, COPY);
        expect(await migrate()).toMatchObject({ ok: true, errors: [] });
        await expectWhole(root, SCHEMA, COPY);
      });
    });
  });

  it('fails: dump, load and migration are refused, name it and its error, and leave nothing', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dump(folder)).toMatchObject({ ok: true });
      await withGlobals(root, { init_connect: 'SELECT * FROM mysql.no_such_table' }, async () => {
        for (const refused of [await dump(join(parent, 'refused')), await load(folder), await migrate()]) {
          expect(refused.state).toBe('failed');
          expect(refused.errors[0]).toMatchObject({ code: 'connect-refused', errno: 1184 });
          expect(refused.errors[0]?.message).toMatch(/init_connect/);
          expect(refused.errors[0]?.hint).toMatch(/init_connect.*CONNECTION[_ ]ADMIN/);
        }
      });
      expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      // Nothing is left of it: the same load ends equal.
      expect(await load(folder)).toMatchObject({ ok: true, errors: [] });
      await expectWhole(root, SCHEMA, COPY);
    });
  });
});

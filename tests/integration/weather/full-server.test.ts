import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Failure } from '../../../app/contract/failure';
import { testVendors } from '../../servers/test-server';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { mayMount } from '../faults/full-disk';
import { migrationOptions } from '../harness/migrations';
import { ofKind } from '../harness/result';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';
import { SmallSchema } from './small-schema';

const SCHEMA = 'too_much';
const COPY = 'too_much_copy';
/** The rows take 24 MB. */
const ROOM_MB = 14;
const ENOUGH_MB = 200;

const registry = newRegistry();

// No limit on files stands for it: where one of its own tables can't grow, MySQL ends itself (measured on 9.7).
describe.runIf(mayMount()).each(testVendors)('a server whose disk is full, %s', (vendor) => {
  let small: SmallSchema;

  beforeEach(async () => {
    small = await SmallSchema.make(vendor, COPY, ROOM_MB);
    const connection = await connectToFresh(vendor, SCHEMA);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(2000) CHARACTER SET ascii)');
    const ten = Array.from({ length: 10 }, (_, n) => `SELECT ${n} AS n`).join(' UNION ALL ');
    await connection.query(
      `INSERT INTO t SELECT a.n * 1000 + b.n * 100 + c.n * 10 + d.n, REPEAT(CHAR(97 + d.n), 2000) FROM (${ten}) a, (${ten}) b, (${ten}) c, (${ten}) d`,
    );
    await connection.end();
  });

  afterEach(async () => {
    await small.server.end();
    await dropSchemas(vendor, SCHEMA);
  });

  function expectFull(failure: Failure | undefined): void {
    expect(failure).toMatchObject({ code: 'server-full', errno: 1114, table: `${COPY}.t` });
    expect(failure?.message).toMatch(/is full/);
    expect(failure?.statement).toMatch(/^(?:LOAD DATA|INSERT)/);
    expect(failure?.hint).toMatch(/Make room on the server.*--resume/);
  }

  async function expectWhole(): Promise<void> {
    await withPlain(vendor, (source) =>
      small.server.use(async (target) => {
        expect(await schemaFingerprint(target, COPY)).toEqual(await schemaFingerprint(source, SCHEMA));
      }),
    );
  }

  it('a load names the table and the remedy, ends the same way while there is no room, and then goes on', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await dumpSchema(registry, { vendor, schema: SCHEMA, folder, bytesPerChunk: 1 << 20 });
      expect(dumped.errors).toEqual([]);
      const wish = { vendor, folder, endpoint: small.server.endpoint, schemaMap: { [SCHEMA]: COPY } };
      const full = await loadDump(registry, { ...wish, threads: 2 });
      expect({ state: full.state, left: full.targetState }).toEqual({ state: 'incomplete', left: 'left' });
      expectFull(full.errors[0]);
      expect(full.errors[0]?.chunk).toBeDefined();
      expect(full.unfinished?.resume).toContain('--resume');

      const again = await loadDump(registry, { ...wish, resume: true });
      expect(again.state).toBe('incomplete');
      expectFull(again.errors[0]);

      small.enlarge(ENOUGH_MB);
      expect(await loadDump(registry, { ...wish, resume: true })).toMatchObject({
        state: 'done',
        errors: [],
      });
      await expectWhole();
    });
  });

  it('a migration as well', async () => {
    const migrate = async (resume: boolean) => {
      const unsaved = { name: vendor, profileId: null };
      const { runId } = registry.startMigrate(
        { source: unsaved, target: unsaved },
        {
          ...{ source: testEndpoint(vendor), sourceProfile: null },
          ...{ target: small.server.endpoint, profile: null },
          options: { ...migrationOptions(SCHEMA, COPY), threads: 2, resume },
        },
      );
      return ofKind(await registry.finished(runId), 'migrate');
    };
    const full = await migrate(false);
    expect(full.state).toBe('incomplete');
    expectFull(full.errors[0]);
    expect(full.unfinished?.resume).toContain('--resume');
    small.enlarge(ENOUGH_MB);
    expect(await migrate(true)).toMatchObject({ ok: true, errors: [] });
    await expectWhole();
  });
});

import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oldStatements, readBytes } from '../../fixtures/old-utf8';
import { testVendors } from '../../servers/test-server';
import { migrationOptions } from '../harness/migrations';
import { OwnServer } from '../harness/own-server';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';

const SCHEMA = 'of_2010';
const COPY = 'of_2010_copy';
/** The server decides on the character set of each connection, whatever its client asks for at sign-in. */
const OF_2010 = ['--character-set-server=utf8mb3', '--loose-skip-character-set-client-handshake'];

const registry = newRegistry();

describe.each(testVendors)(
  'a source in utf8 of 2010 whose columns have other bytes than they say, %s',
  (vendor) => {
    let source: OwnServer;
    let target: OwnServer;

    beforeAll(async () => {
      source = await OwnServer.start(vendor, OF_2010);
      target = await OwnServer.start(vendor);
      await inUtf8mb4(source, async (connection) => {
        for (const statement of oldStatements(SCHEMA)) await connection.query(statement);
      });
    });
    beforeEach(() => target.use((connection) => connection.query(`DROP DATABASE IF EXISTS ${COPY}`)));
    afterAll(async () => {
      await source.end();
      await target.end();
    });

    /** The handshake's character set does not count there. */
    async function inUtf8mb4<T>(server: OwnServer, work: (connection: Connection) => Promise<T>): Promise<T> {
      return await server.use(async (connection) => {
        await connection.query('SET NAMES utf8mb4');
        return await work(connection);
      });
    }

    async function expectEqual(server = target): Promise<void> {
      const wanted = await inUtf8mb4(source, (connection) => readBytes(connection, SCHEMA));
      expect(await inUtf8mb4(server, (connection) => readBytes(connection, COPY))).toEqual(wanted);
    }

    it('is dumped and loaded with every byte, into either server', async () => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(registry, {
          vendor,
          schema: SCHEMA,
          folder,
          endpoint: source.endpoint,
        });
        expect(dumped).toMatchObject({ ok: true, errors: [] });
        for (const server of [target, source]) {
          const wish = { vendor, folder, endpoint: server.endpoint, schemaMap: { [SCHEMA]: COPY } };
          expect(await loadDump(registry, { ...wish, verify: 'checksum' })).toMatchObject({
            ok: true,
            errors: [],
          });
          await expectEqual(server);
        }
        await source.use((connection) => connection.query(`DROP DATABASE ${COPY}`));
      });
    });

    it('is loaded by INSERT with every byte', async () => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        await dumpSchema(registry, { vendor, schema: SCHEMA, folder, endpoint: source.endpoint });
        const wish = { vendor, folder, endpoint: target.endpoint, schemaMap: { [SCHEMA]: COPY } };
        const loaded = await loadDump(registry, { ...wish, method: 'insert' });
        expect(loaded).toMatchObject({ ok: true, errors: [] });
        await expectEqual();
      });
    });

    it('is migrated with every byte', async () => {
      const unsaved = { name: vendor, profileId: null };
      const { runId } = registry.startMigrate(
        { source: unsaved, target: unsaved },
        {
          ...{ source: source.endpoint, sourceProfile: null, target: target.endpoint, profile: null },
          options: migrationOptions(SCHEMA, COPY),
        },
      );
      expect(await registry.finished(runId)).toMatchObject({ ok: true, errors: [] });
      await expectEqual();
    });
  },
);

import { readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import type { OwnServer } from '../harness/own-server';
import { caughtUp, Replica, scalar, startLogging } from '../harness/replicas';
import { dumpSchema, loadDump, newRegistry, withFolder } from '../harness/runs';
import { CRASH_CHUNK_BYTES, makeCrashSchema } from '../load/crash-schema';

const SCHEMA = 'promoted';

const registry = newRegistry();

/** A server with a connection that goes past the network. */
interface Side {
  readonly server: OwnServer;
  readonly connection: Connection;
  readonly replica: Replica;
}

describe.each(testVendors)(
  'a server that changes its part in replication in the middle of a dump, %s',
  (vendor) => {
    const sides: Side[] = [];
    const side = (at: number) => {
      const found = sides[at];
      if (found === undefined) throw new Error(`There is no server ${at}`);
      return found;
    };

    beforeAll(async () => {
      for (const id of [21, 22, 23]) {
        const server = await startLogging(vendor, id);
        const connection = await server.connect();
        sides.push({ server, connection, replica: new Replica(vendor, connection) });
      }
      for (const { replica } of sides) await replica.forgetLog();
      const [source, copy] = [side(0), side(1)];
      await makeCrashSchema(source.connection, SCHEMA);
      await copy.replica.follow(source.server);
      await copy.connection.query('SET GLOBAL read_only = ON');
      await caughtUp(source.connection, copy.connection);
    });
    afterAll(async () => {
      for (const { server, connection } of sides) {
        await connection.end();
        await server.end();
      }
    });

    async function write(to: Side, what: string): Promise<void> {
      await to.connection.query(`DELETE FROM ${SCHEMA}.keyless LIMIT 3`);
      await to.connection.query(`INSERT INTO ${SCHEMA}.keyed (a, v) VALUES (1, '${what}')`);
    }

    /** Until the change of {@link write} is there. No statement on definitions: a dump holds those back. */
    async function expectArrival(at: Side, what: string): Promise<void> {
      const query = `SELECT COUNT(*) FROM ${SCHEMA}.keyed WHERE v = '${what}'`;
      await expect.poll(() => scalar(at.connection, query)).toBe(1);
    }

    /** Dumps the server, which changes its part when the snapshot has been taken; returns the dump's load elsewhere. */
    async function dumpDuring(
      of: Side,
      changes: () => Promise<void>,
      work: (loaded: LoadResult) => Promise<void>,
      isHeldBack = false,
      /** Statement of a failover that the dump says it blocks. */
      blocked?: string,
    ): Promise<void> {
      const third = side(2);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const reached = of.server.network.at('read', 'wait', 4);
        const dumping = dumpSchema(registry, {
          ...{ vendor, schema: SCHEMA, folder, endpoint: of.server.endpoint, threads: 2 },
          bytesPerChunk: CRASH_CHUNK_BYTES,
        });
        const early = await Promise.race([reached, dumping]);
        expect(early).toBeUndefined();
        const changing = changes();
        if (!isHeldBack) await changing;
        of.server.network.release();
        const dumped = await dumping;
        expect(dumped).toMatchObject({ ok: true, errors: [] });
        if (blocked !== undefined) expect(dumped.consistency).toContain(blocked);
        await changing;
        const manifest = JSON.parse(await readFile(join(folder, '@.json'), 'utf8')) as {
          gtidExecuted: string;
        };
        expect(manifest.gtidExecuted).not.toBe('');
        const loaded = await loadDump(registry, { vendor, folder, endpoint: third.server.endpoint });
        expect(loaded).toMatchObject({ ok: true, errors: [] });
        await work(loaded);
      });
    }

    /** A server that follows from where the load says has all that came after the snapshot, once. */
    async function expectFollowable(
      of: Side,
      { replicationStart }: LoadResult,
      /** Server that takes writes. */
      writable = of,
    ): Promise<void> {
      const third = side(2);
      await third.replica.follow(of.server, replicationStart?.slice(0, -1) ?? '');
      await caughtUp(writable.connection, third.connection);
      expect(await schemaFingerprint(third.connection, SCHEMA)).toEqual(
        await schemaFingerprint(of.connection, SCHEMA),
      );
      await third.replica.leave();
      await third.connection.query(`DROP DATABASE ${SCHEMA}`);
      // Or it would pass over the same transactions the next time.
      await third.replica.forgetLog();
    }

    it('a replica that is promoted and written to: the dump ends, and its position is that of its rows', async () => {
      const [source, promoted] = [side(0), side(1)];
      if (vendor === 'mysql') {
        // It stops no replica under the lock that holds DDL back; an account without the privilege takes none.
        const refused = () => expect(promoted.replica.leave()).rejects.toThrow(/locked for backup/);
        const follows = (loaded: LoadResult) => expectFollowable(promoted, loaded, source);
        await dumpDuring(promoted, refused, follows, false, 'STOP REPLICA');
        await promoted.connection.query('SET SESSION sql_log_bin = 0');
        await promoted.connection.query('REVOKE BACKUP_ADMIN ON *.* FROM CURRENT_USER');
        await promoted.connection.query('SET SESSION sql_log_bin = 1');
      }
      await dumpDuring(
        promoted,
        async () => {
          await write(source, 'still replicated');
          await expectArrival(promoted, 'still replicated');
          await promoted.replica.leave();
          await promoted.connection.query('SET GLOBAL read_only = OFF');
          await write(promoted, 'after the promotion');
        },
        (loaded) => expectFollowable(promoted, loaded),
      );
    });

    it('a source that becomes a replica: the dump ends, and its position is that of its rows', async () => {
      // The server of the test before was promoted; this one is its replica from the middle of the dump on.
      const [demoted, source] = [side(0), side(1)];
      await dumpDuring(
        demoted,
        async () => {
          await demoted.connection.query('SET GLOBAL read_only = ON');
          await demoted.replica.follow(source.server, demoted.replica.byOwnGtid);
          await write(source, 'after the demotion');
          await expectArrival(demoted, 'after the demotion');
        },
        (loaded) => expectFollowable(demoted, loaded, source),
        // The dump's locks hold MariaDB's read_only back, and on MySQL what is replicated of definitions.
        true,
        vendor === 'mariadb' ? 'SET GLOBAL read_only' : undefined,
      );
    });
  },
);

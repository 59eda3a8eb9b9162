import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sourceText } from '../../app/text/source';
import { testServer, testVendors } from '../servers/test-server';
import { ProviderProxy } from './harness/provider-proxy';
import { RewritingProxy } from './harness/rewriting-proxy';
import { dumpSchema, newRegistry, withFolder } from './harness/runs';
import { dropSchemas, testEndpoint, withPlain } from './harness/servers';

const SCHEMA = 'lock_watch';
const MANY_SCHEMA = 'lock_watch_many';
const TABLES = 30;
const MANY_TABLES = 300;
const THREADS = 8;

/** Statements that may run while writers are held up: the lock's proof, the snapshots, the position, and its end. */
const UNDER_THE_LOCK = [
  /^START TRANSACTION WITH CONSISTENT SNAPSHOT \/\*!50605 , READ ONLY \*\/$/,
  /^LOCK INSTANCE FOR BACKUP$/,
  // MariaDB logs both statements of a call as one.
  /^BACKUP STAGE BLOCK_DDL;\nBACKUP STAGE BLOCK_DDL$/,
  /^DO 0$/,
  /^SHOW (BINARY LOG|MASTER) STATUS$/,
  /^SELECT @@GLOBAL\.gtid_(executed|binlog_pos)$/,
  // One question whether the lock holds.
  /^SELECT OBJECT_TYPE AS type, LOCK_TYPE AS lock_type FROM performance_schema\.metadata_locks WHERE /,
  /^SELECT 1 FROM `\w+`\.`t0` LIMIT 0 FOR UPDATE$/,
];

/** A packet with locks and the question whether they hold. */
const TOGETHER = {
  mysql:
    /FLUSH TABLES WITH READ LOCK;\nLOCK INSTANCE FOR BACKUP;\nSELECT OBJECT_TYPE AS type, [^]*metadata_locks[^]*/,
  mariadb: /BACKUP STAGE BLOCK_DDL;\nBACKUP STAGE BLOCK_DDL/,
} as const;
const MODES = { mysql: 'backup-lock', mariadb: 'backup-stage' } as const;

interface Statement {
  readonly thread: number;
  readonly command: string;
  readonly text: string;
}

describe.each(testVendors)('statements under the read lock, %s', (vendor) => {
  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const [schema, tables] of [
        [SCHEMA, TABLES],
        [MANY_SCHEMA, MANY_TABLES],
      ] as const) {
        await connection.query(`DROP DATABASE IF EXISTS ${schema}`);
        await connection.query(`CREATE DATABASE ${schema}`);
        for (let table = 0; table < tables; table += 1)
          await connection.query(`CREATE TABLE ${schema}.t${table} (id INT PRIMARY KEY)`);
      }
    });
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, MANY_SCHEMA));

  it('sessions are open before it and definitions are read after it', async () => {
    const { statements, locked, freed } = await watchDump(SCHEMA, TABLES);
    const under = statements.slice(locked + 1, freed).map(({ text }) => text);
    expect(under.filter((text) => !UNDER_THE_LOCK.some((allowed) => allowed.test(text)))).toEqual([]);
    expect(under.filter((text) => text.startsWith('START TRANSACTION'))).toHaveLength(THREADS);
    const connects = statements.flatMap(({ command }, index) => (command === 'Connect' ? [index] : []));
    expect(connects.filter((index) => index > locked && index < freed)).toEqual([]);
    // Many go in one call, which MariaDB logs as one.
    const definitions = statements.flatMap(({ text }, index) =>
      (text.match(/^SHOW CREATE TABLE/gm) ?? []).map(() => index),
    );
    expect(definitions).toHaveLength(TABLES);
    expect(Math.min(...definitions)).toBeGreaterThan(freed);
  });

  it('sessions but the first ask what the server is in one question', async () => {
    const { statements } = await watchDump(SCHEMA, TABLES);
    const asked = statements.filter(({ text }) => text === 'SELECT @@version_comment LIMIT 1');
    const identified = statements.filter(({ text }) =>
      text.includes('FROM information_schema.PROCESSLIST WHERE ID IN'),
    );
    expect(asked).toHaveLength(1);
    // The catalogue's, the locker's, one that shows that there is room, and the one for bulk; and those of the lanes.
    expect(identified.length).toBeGreaterThan(THREADS + 3);
  });

  it('locks and the proof that they hold go in one call to a session', async () => {
    const proxy = await RewritingProxy.to(testServer(vendor), [
      { what: TOGETHER[vendor], by: '$& /* seen */' },
    ]);
    const address = { kind: 'tcp', host: '127.0.0.1', port: proxy.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    await withFolder(async (parent) => {
      const result = await dumpSchema(newRegistry(), {
        vendor,
        schema: SCHEMA,
        folder: join(parent, 'dump'),
        endpoint,
      });
      expect(result).toMatchObject({ state: 'done', consistency: sourceText.locks[MODES[vendor]] });
    }).finally(() => proxy.close());
    expect(proxy.changed).toBe(1);
  });

  it.each([
    { errno: 1064, message: 'You have an error in your SQL syntax' },
    { errno: 4501, message: 'Multi-Statements are forbidden if connection-sharing is enabled.' },
  ])('are asked for one by one where several in one call are refused, $errno', async (answer) => {
    const refusal = { ...answer, statement: /;\n/, toSeveral: true };
    const proxy = await ProviderProxy.to(testServer(vendor), [refusal]);
    const address = { kind: 'tcp', host: '127.0.0.1', port: proxy.port } as const;
    const endpoint = testEndpoint(vendor, { address, tls: { mode: 'disabled' } });
    await withFolder(async (parent) => {
      const wish = { vendor, schema: SCHEMA, folder: join(parent, 'dump'), endpoint };
      const result = await dumpSchema(newRegistry(), wish);
      expect(result).toMatchObject({ state: 'done', consistency: sourceText.locks[MODES[vendor]] });
    }).finally(() => proxy.close());
    expect(proxy.refused.some((text) => /LOCK INSTANCE|BLOCK_DDL/.test(text))).toBe(true);
  });

  it('a schema without views, routines, events and triggers is not made the default one', async () => {
    const { statements } = await watchDump(SCHEMA, TABLES);
    expect(statements.filter(({ text }) => /^USE\b/.test(text))).toEqual([]);
  });

  it('as many statements for ten times as many tables', async () => {
    const few = await watchDump(SCHEMA, TABLES);
    const many = await watchDump(MANY_SCHEMA, MANY_TABLES);
    const under = ({ statements, locked, freed }: typeof few) =>
      statements.slice(locked, freed).map(({ text }) => text.replace(MANY_SCHEMA, SCHEMA));
    expect(under(many).sort()).toEqual(under(few).sort());
  });

  it('locks end within a minute after their client vanished', async () => {
    const { statements } = await watchDump(SCHEMA, TABLES);
    const holds = /^(FLUSH TABLES WITH READ LOCK|LOCK INSTANCE FOR BACKUP|BACKUP STAGE START)$/;
    const holding = statements.flatMap(({ text }, index) => (holds.test(text) ? [index] : []));
    expect(holding).toHaveLength(2);
    for (const index of holding) {
      const before = statements.slice(0, index).filter(({ thread }) => thread === statements[index]?.thread);
      expect(before.map(({ text }) => text)).toContain('SET SESSION wait_timeout = 60');
    }
  });

  /** All statements of a dump, and the places of those between which writers are held up. */
  async function watchDump(schema: string, tables: number) {
    const statements = await logged(async () => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const result = await dumpSchema(newRegistry(), { vendor, schema, folder, threads: THREADS });
        expect(result).toMatchObject({ ok: true, tables });
        expect(result.lockHeldMs).not.toBeNull();
      });
    });
    const texts = statements.map(({ text }) => text);
    // The last, because one that was not granted is followed by UNLOCK TABLES too.
    const locked = texts.lastIndexOf('FLUSH TABLES WITH READ LOCK');
    const freed = texts.indexOf('UNLOCK TABLES', locked);
    expect(locked).toBeGreaterThan(0);
    expect(freed).toBeGreaterThan(locked);
    return { statements, locked, freed };
  }

  async function logged(work: () => Promise<void>): Promise<readonly Statement[]> {
    return await withPlain(vendor, async (connection) => {
      await connection.query("SET GLOBAL log_output = 'TABLE'");
      await connection.query('TRUNCATE TABLE mysql.general_log');
      await connection.query('SET GLOBAL general_log = ON');
      await work().finally(() => connection.query('SET GLOBAL general_log = OFF'));
      const [rows] = await connection.query(
        `SELECT thread_id AS thread, command_type AS command, TRIM(TRAILING ';' FROM CONVERT(argument USING utf8mb4)) AS text FROM mysql.general_log
         WHERE thread_id <> CONNECTION_ID() ORDER BY event_time`,
      );
      return rows as Statement[];
    });
  }
});

import { readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../../app/catalog/connect/connect';
import type { Endpoint } from '../../app/catalog/connect/endpoint';
import { DUMP_DEFAULTS, selecting, type DumpOptions } from '../../app/contract/runs/options';
import { mostLanes } from '../../app/dump/dump';
import { preflight } from '../../app/source/preflight';
import type { DumpResult } from '../../app/contract/runs/result';
import { sourceText } from '../../app/text/source';
import { testServer, testVendors } from '../servers/test-server';
import { ProviderProxy, type Refusal } from './harness/provider-proxy';
import { newRegistry, withFolder } from './harness/runs';
import { connectPlain, dropSchemas, testEndpoint, withPlain } from './harness/servers';
import { ofKind } from './harness/result';

const SCHEMA = 'ladder';
const PASSWORD = 'Rungs-1!';
const READING = 'SELECT, SHOW VIEW, TRIGGER, EVENT';

/** An account for each rung, with just the grants that it needs. */
const ACCOUNTS = {
  mysql: {
    'backup-lock': [`${READING}, RELOAD, PROCESS ON *.*`, 'BACKUP_ADMIN ON *.*'],
    // Grants that a provider shows its master account, whatever it then refuses.
    provider: [`${READING}, RELOAD, PROCESS, LOCK TABLES ON *.*`, 'BACKUP_ADMIN ON *.*'],
    'read-lock': [`${READING}, RELOAD ON *.*`],
    'table-locks': [`${READING}, LOCK TABLES ON ${SCHEMA}.*`, 'SHOW_ROUTINE ON *.*'],
    none: [`${READING} ON ${SCHEMA}.*`, 'SHOW_ROUTINE ON *.*'],
  },
  mariadb: {
    'backup-stage': [`${READING}, RELOAD, PROCESS ON *.*`],
    provider: [`${READING}, RELOAD, PROCESS, LOCK TABLES ON *.*`],
    'table-locks': [`${READING}, LOCK TABLES ON ${SCHEMA}.*`, 'SELECT ON mysql.proc'],
    none: [`${READING} ON ${SCHEMA}.*`, 'SELECT ON mysql.proc'],
  },
} as const;

describe.each(testVendors)('the consistency ladder, %s', (vendor) => {
  const rungs = Object.keys(ACCOUNTS[vendor]);

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await connection.query(`DROP DATABASE IF EXISTS ${SCHEMA}`);
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      for (const table of ['a', 'b']) {
        await connection.query(`CREATE TABLE ${SCHEMA}.${table} (id INT PRIMARY KEY, v INT)`);
        await connection.query(`INSERT INTO ${SCHEMA}.${table} VALUES (1, 1), (2, 2), (3, 3)`);
      }
      for (const [rung, grants] of Object.entries(ACCOUNTS[vendor])) {
        await connection.query(`DROP USER IF EXISTS '${accountOf(rung)}'@'%'`);
        await connection.query(`CREATE USER '${accountOf(rung)}'@'%' IDENTIFIED BY '${PASSWORD}'`);
        for (const grant of grants) await connection.query(`GRANT ${grant} TO '${accountOf(rung)}'@'%'`);
      }
    });
  });

  afterAll(async () => {
    await withPlain(vendor, async (connection) => {
      for (const rung of rungs) await connection.query(`DROP USER '${accountOf(rung)}'@'%'`);
    });
    await dropSchemas(vendor, SCHEMA);
  });

  const accountOf = (rung: string) => `ladder_${rung.replace('-', '_')}`;
  const endpointOf = (rung: string): Endpoint =>
    testEndpoint(vendor, { user: accountOf(rung), password: PASSWORD });
  const options = (more: Partial<DumpOptions> = {}): DumpOptions => ({
    ...DUMP_DEFAULTS,
    threads: 4,
    selection: selecting([{ kind: 'schema', schema: SCHEMA }]),
    ...more,
  });

  async function dumpAs(rung: string, folder: string, more: Partial<DumpOptions> = {}) {
    const registry = newRegistry();
    const { runId } = registry.startDump(rung, {
      endpoint: endpointOf(rung),
      folder,
      options: options(more),
    });
    return ofKind(await registry.finished(runId), 'dump');
  }

  it.each(rungs.filter((rung) => rung !== 'none' && rung !== 'provider'))(
    'an account with the grants for %s dumps by it',
    async (rung) => {
      const session = await connect(endpointOf(rung));
      const told = await preflight(session, options()).finally(() => session.close());
      expect(told.mode).toBe(rung);
      expect(told.better === '').toBe(rung === 'backup-lock' || rung === 'backup-stage');
      await withFolder(async (parent) => {
        const result = await dumpAs(rung, join(parent, 'dump'));
        expect(result).toMatchObject({ state: 'done', rows: 6, consistency: told.sentence });
        expect(result.lockHeldMs).not.toBeNull();
      });
    },
  );

  const DENIED = "Access denied for user 'admin'@'%' (using password: YES)";
  const refusing: Record<string, readonly Refusal[]> = {
    // RDS and Aurora: the master account has RELOAD, and FLUSH TABLES WITH READ LOCK is refused to it all the same.
    flush: [{ statement: /^FLUSH TABLES WITH READ LOCK/, errno: 1045, sqlstate: '28000', message: DENIED }],
    ddl: [
      {
        statement: /^LOCK INSTANCE|^BACKUP STAGE BLOCK_DDL/,
        errno: 1227,
        sqlstate: '42000',
        message: 'Denied',
      },
    ],
    stages: [{ statement: /^LOCK INSTANCE|^BACKUP STAGE START/, errno: 1235, message: 'Not supported' }],
    both: [
      { statement: /^LOCK INSTANCE|^BACKUP STAGE/, errno: 1290, message: 'An option forbids it' },
      { statement: /^FLUSH TABLES WITH READ LOCK/, errno: 1044, message: DENIED },
    ],
    all: [
      { statement: /^LOCK (?:INSTANCE|TABLES)|^BACKUP STAGE|^FLUSH TABLES/, errno: 1227, message: DENIED },
    ],
    // A gateway that looks for the words anywhere, so that UNLOCK TABLES is refused too.
    words: [
      { statement: /LOCK (?:INSTANCE|TABLES)|BACKUP STAGE|FLUSH TABLES/, errno: 1227, message: DENIED },
    ],
  };

  async function dumpBehind(
    rules: readonly Refusal[],
    work: (result: DumpResult, proxy: ProviderProxy) => void,
  ) {
    const { host, port } = testServer(vendor);
    const proxy = await ProviderProxy.to({ host, port }, rules);
    try {
      await withFolder(async (parent) => {
        const endpoint: Endpoint = {
          ...endpointOf('provider'),
          address: { kind: 'tcp', host: '127.0.0.1', port: proxy.port },
          tls: { mode: 'disabled' },
        };
        const registry = newRegistry();
        const wish = { endpoint, folder: join(parent, 'dump'), options: options() };
        const { runId } = registry.startDump('proxy', wish);
        work(ofKind(await registry.finished(runId), 'dump'), proxy);
      });
    } finally {
      await proxy.close();
    }
  }

  it.each([
    ['flush', 'table-locks', /refused FLUSH TABLES WITH READ LOCK with error 1045: Access denied/],
    ['ddl', 'read-lock', /refused (?:LOCK INSTANCE FOR BACKUP|BACKUP STAGE BLOCK_DDL) with error 1227/],
    ['stages', 'read-lock', /refused (?:LOCK INSTANCE FOR BACKUP|BACKUP STAGE START) with error 1235/],
    ['both', 'table-locks', /refused FLUSH TABLES WITH READ LOCK with error 1044/],
  ] as const)(
    'goes down by what the server answers, not by the grants: %s to %s',
    async (name, mode, said) => {
      await dumpBehind(refusing[name] ?? [], (result, { passed }) => {
        expect(result).toMatchObject({ state: 'done', rows: 6, errors: [] });
        expect(result.consistency).toContain(sourceText.locks[mode]);
        expect(result.consistency).toMatch(said);
        expect(result.lockHeldMs).not.toBeNull();
        const taken = mode === 'table-locks' ? /^LOCK TABLES/ : /^FLUSH TABLES WITH READ LOCK/;
        expect(passed.filter((statement) => taken.test(statement))).not.toEqual([]);
      });
    },
  );

  it.each(['all', 'words'])(
    'ends where the server refuses every lock, with what it answered, and dumps nothing: %s',
    async (name) => {
      await dumpBehind(refusing[name] ?? [], (result, { refused }) => {
        expect(result.errors[0]).toMatchObject({ code: 'privilege-missing' });
        expect(result.errors[0]?.message).toMatch(/LOCK TABLES, with error 1227/);
        expect(result.errors[0]?.hint).toContain('--consistency none');
        expect(refused.at(-1)).toMatch(/^LOCK TABLES/);
      });
    },
  );

  it('an account that may lock nothing is refused, and told which grant would help', async () => {
    await withFolder(async (parent) => {
      const result = await dumpAs('none', join(parent, 'dump'));
      expect(result.errors[0]).toMatchObject({ code: 'privilege-missing' });
      expect(result.errors[0]?.hint).toContain('LOCK TABLES');
    });
  });

  it('an account that may lock nothing dumps without consistency when it asks to, and the dump says so', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const result = await dumpAs('none', folder, { consistency: 'none' });
      expect(result).toMatchObject({ state: 'done-with-warnings', rows: 6, lockHeldMs: null });
      expect(result.warnings[0]).toMatchObject({ code: 'not-consistent' });
      const manifest = JSON.parse(await readFile(join(folder, '@.json'), 'utf8')) as { consistent: boolean };
      expect(manifest.consistent).toBe(false);
    });
  });

  it('locks on tables hold back writers of these tables only, and only until the snapshots are taken', async () => {
    await withPlain(vendor, async (watcher) => {
      const statements = await logged(watcher, async () => {
        await withFolder(async (parent) => {
          expect(await dumpAs('table-locks', join(parent, 'dump'))).toMatchObject({ state: 'done' });
        });
      });
      const locked = statements.indexOf(`LOCK TABLES \`${SCHEMA}\`.\`a\` READ, \`${SCHEMA}\`.\`b\` READ`);
      const freed = statements.indexOf('UNLOCK TABLES');
      expect(locked).toBeGreaterThan(0);
      const under = statements.slice(locked + 1, freed);
      expect(under.filter((text) => text.startsWith('START TRANSACTION'))).toHaveLength(mostLanes(4));
      const proof = `SELECT 1 FROM \`${SCHEMA}\`.\`a\` AS sluice_lock_proof LIMIT 0`;
      expect(under[0]).toBe(proof);
      expect(
        under.slice(1).filter((text) => !/^(START TRANSACTION|SHOW (BINARY LOG|MASTER) STATUS)/.test(text)),
      ).toEqual([]);
    });
  });

  it('a statement that holds the lock up is named when the wait is over', async () => {
    const blocker = await connectPlain(vendor);
    const slow = blocker
      .query(`UPDATE ${SCHEMA}.a SET v = v + SLEEP(60) WHERE id = 1`)
      .catch(() => undefined);
    try {
      await withFolder(async (parent) => {
        const result = await dumpAs(rungs[0] ?? '', join(parent, 'dump'), { lockWaitTimeoutMs: 2000 });
        expect(result.errors[0]).toMatchObject({ code: 'lock-timeout', retryable: true });
        expect(result.errors[0]?.message).toContain('SLEEP(60)');
        for (const choice of ['KILL', '--lock-wait-timeout', '--consistency none'])
          expect(result.errors[0]?.hint).toContain(choice);
      });
    } finally {
      await withPlain(vendor, (killer) => killer.query(`KILL ${blocker.threadId}`));
      await slow;
      blocker.destroy();
    }
  });

  it('a dump that shall not wait for long statements names them and asks for no lock', async () => {
    const blocker = await connectPlain(vendor);
    const slow = blocker.query(`SELECT v, SLEEP(600) FROM ${SCHEMA}.a`).catch(() => undefined);
    try {
      await withPlain(vendor, async (watcher) => {
        const seconds = async () => {
          const [rows] = await watcher.query(
            `SELECT TIME AS seconds FROM information_schema.PROCESSLIST WHERE ID = ${blocker.threadId}`,
          );
          return Number((rows as { seconds: number }[])[0]?.seconds);
        };
        await expect.poll(seconds, { timeout: 180_000, interval: 500 }).toBeGreaterThanOrEqual(10);
        const statements = await logged(watcher, () =>
          withFolder(async (parent) => {
            const result = await dumpAs(rungs[0] ?? '', join(parent, 'dump'), { longQueries: 'refuse' });
            expect(result.errors[0]).toMatchObject({ code: 'lock-timeout', retryable: true });
            expect(result.errors[0]?.message).toContain('SLEEP(600)');
          }),
        );
        expect(statements.length).toBeGreaterThan(10);
        expect(statements.filter((text) => text.startsWith('FLUSH TABLES'))).toEqual([]);
      });
    } finally {
      await withPlain(vendor, (killer) => killer.query(`KILL ${blocker.threadId}`));
      await slow;
      blocker.destroy();
    }
  });

  // A lock on tables that waits holds nobody up on either vendor (measured): writers go before it.
  it.each(rungs.filter((rung) => rung !== 'none' && rung !== 'table-locks'))(
    'writers that waited behind the lock go on when it is given up, by %s',
    async (rung) => {
      const [blocker, writer] = [await connectPlain(vendor), await connectPlain(vendor)];
      const slow = blocker
        .query(`UPDATE ${SCHEMA}.a SET v = v + SLEEP(600) WHERE id = 1`)
        .catch(() => undefined);
      try {
        await withPlain(vendor, (watcher) => giveUpBehind({ rung, watcher, blocker, writer }));
      } finally {
        await withPlain(vendor, (killer) => killer.query(`KILL ${blocker.threadId}`));
        await slow;
        blocker.destroy();
        await writer.end();
      }
    },
  );

  interface Crowd {
    readonly rung: string;
    readonly watcher: Connection;
    readonly blocker: Connection;
    readonly writer: Connection;
  }

  async function giveUpBehind({ rung, watcher, blocker, writer }: Crowd): Promise<void> {
    const states = async (condition: string): Promise<readonly string[]> => {
      const [rows] = await watcher.query(
        `SELECT CONCAT_WS(': ', STATE, INFO) AS text FROM information_schema.PROCESSLIST WHERE ${condition}`,
      );
      return (rows as { text: string }[]).map(({ text }) => text);
    };
    const eventually = { timeout: 180_000 };
    await expect
      .poll(() => states(`ID = ${blocker.threadId}`), eventually)
      .toEqual([expect.stringContaining('SLEEP')]);
    await withFolder(async (parent) => {
      const dumped = dumpAs(rung, join(parent, 'dump'), { lockWaitTimeoutMs: 10_000 });
      const waiting = /^Waiting .*: (FLUSH|LOCK) TABLES/;
      await expect
        .poll(() => states(`USER = '${accountOf(rung)}'`), eventually)
        .toContainEqual(expect.stringMatching(waiting));
      const written = writer.query(`UPDATE ${SCHEMA}.a SET v = v + 1 WHERE id = 3`);
      await expect
        .poll(() => states(`ID = ${writer.threadId}`), eventually)
        .toEqual([expect.stringMatching(/^Waiting .*: UPDATE/)]);
      expect((await dumped).errors[0]).toMatchObject({ code: 'lock-timeout' });
      await written;
    });
    // Nobody else let the writer go: what stood in the way goes on.
    expect(await states(`ID = ${blocker.threadId}`)).toEqual([expect.stringContaining('SLEEP')]);
    await expect.poll(() => states(`USER = '${accountOf(rung)}'`), eventually).toEqual([]);
  }

  async function logged(watcher: Connection, work: () => Promise<void>): Promise<readonly string[]> {
    await watcher.query("SET GLOBAL log_output = 'TABLE'");
    await watcher.query('TRUNCATE TABLE mysql.general_log');
    await watcher.query('SET GLOBAL general_log = ON');
    await work().finally(() => watcher.query('SET GLOBAL general_log = OFF'));
    const [rows] = await watcher.query(
      `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log
       WHERE thread_id <> CONNECTION_ID() ORDER BY event_time`,
    );
    return (rows as { text: string }[]).map(({ text }) => text);
  }
});

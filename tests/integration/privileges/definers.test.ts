import { readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { connectPlain } from '../harness/servers';
import { dsnOf, makeAccount, printedAccount, type PrintedAccount } from './accounts';

const SOURCE = 'definers_shop';
const COPY = 'definers_copy';
const MAP = ['--schema-map', `${SOURCE}=${COPY}`];
const LIMITED = 'definers_limited';
const [BOSS, CLERK] = ['definers_boss', 'definers_clerk'];

/** Objects of every kind that has a definer, of two accounts. */
const OBJECTS = [
  `CREATE TABLE ${SOURCE}.orders (id INT PRIMARY KEY, total INT)`,
  `INSERT INTO ${SOURCE}.orders VALUES (1, 10), (2, 20)`,
  `CREATE DEFINER = '${BOSS}'@'%' VIEW ${SOURCE}.totals AS SELECT id, total FROM ${SOURCE}.orders`,
  `CREATE DEFINER = '${BOSS}'@'%' PROCEDURE ${SOURCE}.bill() SELECT 1`,
  `CREATE DEFINER = '${CLERK}'@'%' FUNCTION ${SOURCE}.tax() RETURNS INT DETERMINISTIC RETURN 19`,
  `CREATE DEFINER = '${CLERK}'@'%' TRIGGER ${SOURCE}.stamp BEFORE INSERT ON ${SOURCE}.orders FOR EACH ROW SET NEW.total = 0`,
  `CREATE DEFINER = '${BOSS}'@'%' EVENT ${SOURCE}.purge ON SCHEDULE EVERY 1 DAY DISABLE DO SELECT 1`,
];

const DEFINERS = `SELECT TABLE_NAME AS name, DEFINER AS definer FROM information_schema.VIEWS WHERE TABLE_SCHEMA = '${COPY}'
  UNION ALL SELECT ROUTINE_NAME, DEFINER FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${COPY}'
  UNION ALL SELECT TRIGGER_NAME, DEFINER FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = '${COPY}'
  UNION ALL SELECT EVENT_NAME, DEFINER FROM information_schema.EVENTS WHERE EVENT_SCHEMA = '${COPY}'`;

const all = (account: string) => ({
  ...{ totals: account, bill: account, tax: account, stamp: account, purge: account },
});
const KEPT = { ...all(`${BOSS}@%`), tax: `${CLERK}@%`, stamp: `${CLERK}@%` };

describe.each(testVendors)('definers, %s', (vendor) => {
  let root: Connection;
  let account: PrintedAccount;
  const secret = { SLUICE_PASSWORD: testServer(vendor).password };
  const admin = dsnOf(vendor);
  const limited = dsnOf(vendor, LIMITED);

  beforeAll(async () => {
    root = await connectPlain(vendor);
    await root.query(`DROP DATABASE IF EXISTS ${SOURCE}`);
    await root.query(`CREATE DATABASE ${SOURCE}`);
    for (const user of [BOSS, CLERK]) {
      await root.query(`CREATE USER IF NOT EXISTS '${user}'@'%'`);
      await root.query(`GRANT ALL ON ${SOURCE}.* TO '${user}'@'%'`);
    }
    for (const statement of OBJECTS) await root.query(statement);
    account = await printedAccount(vendor, LIMITED, ['load', '--schemas', COPY, '--definers', 'current']);
    await makeAccount(root, LIMITED, account);
  });

  beforeEach(async () => {
    await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
  });

  afterAll(async () => {
    for (const schema of [SOURCE, COPY]) await root.query(`DROP DATABASE IF EXISTS ${schema}`);
    for (const user of [BOSS, CLERK, LIMITED]) await root.query(`DROP USER IF EXISTS '${user}'@'%'`);
    await root.end();
  });

  async function definersOfCopy(): Promise<Readonly<Record<string, unknown>>> {
    const [rows] = await root.query<RowDataPacket[]>(DEFINERS);
    return Object.fromEntries(rows.map(({ name, definer }) => [name as string, definer as unknown]));
  }

  async function withDump(words: readonly string[], work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dump = ['dump', '--source', admin, '--schemas', SOURCE, '--out', folder, ...words, '--json'];
      const { result, output } = await runSluice(dump, secret);
      expect(result.state, output).toBe('done');
      await work(folder);
    });
  }

  const load = async (folder: string, ...words: readonly string[]) =>
    await runSluice(['load', '--dump', folder, '--target', limited, ...MAP, ...words, '--json'], {
      SLUICE_PASSWORD: account.password,
    });

  it('are refused to an account that may not name others, with the choice; current makes it their definer', async () => {
    await withDump([], async (folder) => {
      const refused = await load(folder);
      expect(refused.exitCode).toBe(5);
      expect(refused.output).toMatch(/lacks .*(SET_ANY_DEFINER|SET USER)/);
      expect(refused.output).toContain('--definers current');
      expect((await root.query(`SHOW DATABASES LIKE '${COPY}'`))[0]).toEqual([]);
      const planned = await load(folder, '--definers', 'current', '--dry-run');
      expect(planned.exitCode, planned.output).toBe(0);
      const plan = planned.output.split('\n').find((line) => line.includes('"type":"plan"')) ?? '';
      expect(JSON.parse(plan)).toMatchObject({ definers: [] });
      const { result, output } = await load(folder, '--definers', 'current');
      expect(result.state, output).toBe('done');
      expect(await definersOfCopy()).toEqual(all(`${LIMITED}@%`));
    });
  });

  it('are replaced account by account', async () => {
    await withDump([], async (folder) => {
      const own = [BOSS, CLERK].flatMap((user) => ['--definers', `map:${user}@%=${LIMITED}@%`]);
      const half = await load(folder, ...own.slice(0, 2));
      expect(half.exitCode).toBe(5);
      const { result, output } = await load(folder, ...own);
      expect(result.state, output).toBe('done');
      expect(await definersOfCopy()).toEqual(all(`${LIMITED}@%`));
    });
  });

  it('are written into a dump as asked', async () => {
    await withDump(['--definers', `map:${CLERK}@%=${BOSS}@%`], async (folder) => {
      const words = ['load', '--dump', folder, '--target', admin, ...MAP, '--json'];
      const { result, output } = await runSluice(words, secret);
      expect(result.state, output).toBe('done');
      expect(await definersOfCopy()).toEqual(all(`${BOSS}@%`));
    });
    const [[{ account: own } = { account: '' }]] = await root.query<(RowDataPacket & { account: string })[]>(
      'SELECT CURRENT_USER() AS account',
    );
    await withDump(['--definers', 'current'], async (folder) => {
      const [user, host] = own.split('@');
      const script = await readFile(join(folder, `${SOURCE}.sql`), 'utf8');
      expect(script).toContain(`DEFINER=\`${user ?? ''}\`@\`${host ?? ''}\` FUNCTION`);
      expect(script).not.toContain(CLERK);
    });
  });

  it('of a migration become the target’s account, or are replaced or kept', async () => {
    const migrate = async (target: string, ...words: readonly string[]) =>
      await runSluice(
        [
          ...['migrate', '--source', admin, '--target', target, '--schemas', SOURCE, ...MAP],
          ...[...words, '--json'],
        ],
        {
          SLUICE_SOURCE_PASSWORD: secret.SLUICE_PASSWORD,
          SLUICE_TARGET_PASSWORD: target === admin ? secret.SLUICE_PASSWORD : account.password,
        },
      );
    const refused = await migrate(limited);
    expect(refused.exitCode).toBe(5);
    expect(refused.output).toContain('--definers current');
    const current = await migrate(limited, '--definers', 'current');
    expect(current.result.state, current.output).toBe('done');
    expect(await definersOfCopy()).toEqual(all(`${LIMITED}@%`));
    await root.query(`DROP DATABASE ${COPY}`);
    const mapped = await migrate(admin, '--definers', `map:${CLERK}@%=${BOSS}@%`);
    expect(mapped.result.state, mapped.output).toBe('done');
    expect(await definersOfCopy()).toEqual(all(`${BOSS}@%`));
    await root.query(`DROP DATABASE ${COPY}`);
    const kept = await migrate(admin);
    expect(kept.result.state, kept.output).toBe('done');
    expect(await definersOfCopy()).toEqual(KEPT);
  });
});

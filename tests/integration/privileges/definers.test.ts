import { readFile } from 'fs/promises';
import { join } from 'path';
import type { Connection, RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { connectPlain } from '../harness/servers';
import {
  BOSS,
  CLERK,
  COPY,
  createShop,
  definersOfCopy,
  dropShop,
  KEPT,
  ofAll,
  SOURCE,
} from './definers-shop';
import { dsnOf, makeAccount, printedAccount, type PrintedAccount } from './accounts';

const MAP = ['--schema-map', `${SOURCE}=${COPY}`];
const LIMITED = 'definers_limited';

describe.each(testVendors)('definers, %s', (vendor) => {
  let root: Connection;
  let account: PrintedAccount;
  const secret = { SLUICE_PASSWORD: testServer(vendor).password };
  const admin = dsnOf(vendor);
  const limited = dsnOf(vendor, LIMITED);

  beforeAll(async () => {
    root = await connectPlain(vendor);
    await createShop(root);
    account = await printedAccount(vendor, LIMITED, ['load', '--schemas', COPY, '--definers', 'current']);
    await makeAccount(root, LIMITED, account);
  });

  beforeEach(async () => {
    await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
  });

  afterAll(async () => {
    await dropShop(root);
    await root.query(`DROP USER IF EXISTS '${LIMITED}'@'%'`);
    await root.end();
  });

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
      expect(await definersOfCopy(root)).toEqual(ofAll(`${LIMITED}@%`));
    });
  });

  it('are replaced account by account', async () => {
    await withDump([], async (folder) => {
      const own = [BOSS, CLERK].flatMap((user) => ['--definers', `map:${user}@%=${LIMITED}@%`]);
      const half = await load(folder, ...own.slice(0, 2));
      expect(half.exitCode).toBe(5);
      const { result, output } = await load(folder, ...own);
      expect(result.state, output).toBe('done');
      expect(await definersOfCopy(root)).toEqual(ofAll(`${LIMITED}@%`));
    });
  });

  it('that the target lacks, and replaced ones that no object names, are named', async () => {
    await withDump([], async (folder) => {
      const words = ['load', '--dump', folder, '--target', admin, ...MAP];
      for (const more of [['--dry-run'], []]) {
        const ghost = await runSluice([...words, '--definers', "'ghost'@'nowhere'", ...more], secret);
        expect(ghost.exitCode, ghost.output).toBe(0);
        expect(ghost.output).toMatch(
          /The definer ghost@nowhere does not exist on the target: .*VIEW totals.* can’t be used until it does/,
        );
        await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
        const typo = await runSluice([...words, '--definers', `map:bos@%=${CLERK}@%`, ...more], secret);
        expect(typo.exitCode, typo.output).toBe(0);
        expect(typo.output).toMatch(
          new RegExp(`No object that is loaded has the definer bos@%.* Definers of the dump: .*${BOSS}@%`),
        );
        expect(typo.output).not.toContain('does not exist on the target');
        await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
      }
    });
  });

  it('are written into a dump as asked', async () => {
    await withDump(['--definers', `map:${CLERK}@%=${BOSS}@%`], async (folder) => {
      const words = ['load', '--dump', folder, '--target', admin, ...MAP, '--json'];
      const { result, output } = await runSluice(words, secret);
      expect(result.state, output).toBe('done');
      expect(await definersOfCopy(root)).toEqual(ofAll(`${BOSS}@%`));
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
    expect(await definersOfCopy(root)).toEqual(ofAll(`${LIMITED}@%`));
    await root.query(`DROP DATABASE ${COPY}`);
    const mapped = await migrate(admin, '--definers', `map:${CLERK}@%=${BOSS}@%`);
    expect(mapped.result.state, mapped.output).toBe('done');
    expect(await definersOfCopy(root)).toEqual(ofAll(`${BOSS}@%`));
    await root.query(`DROP DATABASE ${COPY}`);
    const kept = await migrate(admin);
    expect(kept.result.state, kept.output).toBe('done');
    expect(await definersOfCopy(root)).toEqual(KEPT);
  });
});

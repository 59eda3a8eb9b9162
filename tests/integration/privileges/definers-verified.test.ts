import { join } from 'path';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testServer, testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { withFolder } from '../harness/runs';
import { connectPlain } from '../harness/servers';
import { dsnOf } from './accounts';
import { BOSS, CLERK, COPY, createShop, definersOfCopy, dropShop, ofAll, SOURCE } from './definers-shop';

const MAP = ['--schema-map', `${SOURCE}=${COPY}`];

describe.each(testVendors)('definers that a load has changed, %s', (vendor) => {
  let root: Connection;
  let own = '';
  const secret = { SLUICE_PASSWORD: testServer(vendor).password };
  const admin = dsnOf(vendor);

  beforeAll(async () => {
    root = await connectPlain(vendor);
    await createShop(root);
    const [[row]] = (await root.query('SELECT CURRENT_USER() AS own')) as unknown as [{ own: string }[]];
    own = row?.own ?? '';
  });

  beforeEach(async () => {
    await root.query(`DROP DATABASE IF EXISTS ${COPY}`);
  });

  afterAll(async () => {
    await dropShop(root);
    await root.end();
  });

  async function withDump(work: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const dumped = await sluice('dump', '--source', admin, '--schemas', SOURCE, '--out', folder);
      expect(dumped.result.state, dumped.output).toBe('done');
      await work(folder);
    });
  }

  const sluice = async (...words: readonly string[]) => await runSluice([...words, '--json'], secret);
  const verify = async (folder: string, ...words: readonly string[]) =>
    await sluice('verify', '--dump', folder, '--target', admin, ...MAP, ...words);

  const half = ['--definers', `map:${CLERK}@%=${BOSS}@%`];
  it.each([
    // In the dump three are the boss's, and two the clerk's.
    { what: 'current', words: ['--definers', 'current'], wanted: () => ofAll(own), differing: 5 },
    { what: 'strip', words: ['--definers', 'strip'], wanted: () => ofAll(own), differing: 5 },
    {
      ...{ what: 'one account', words: ['--definers', `${CLERK}@%`] },
      ...{ wanted: () => ofAll(`${CLERK}@%`), differing: 3 },
    },
    { what: 'a map', words: half, wanted: () => ofAll(`${BOSS}@%`), differing: 2 },
  ])(
    '$what: are verified by the same words, and differ without them',
    async ({ words, wanted, differing }) => {
      await withDump(async (folder) => {
        const loaded = await sluice('load', '--dump', folder, '--target', admin, ...MAP, ...words);
        expect(loaded.result.state, loaded.output).toBe('done');
        expect(await definersOfCopy(root)).toEqual(wanted());

        const same = await verify(folder, ...words);
        expect(same.result, same.output).toMatchObject({ state: 'done', errors: [] });

        const plain = await verify(folder);
        expect(plain.result.state).toBe('failed');
        for (const { code, message, hint } of plain.result.errors)
          expect([code, message, hint]).toEqual([
            'definition-differs',
            expect.stringMatching(/The definer of the \w+ is .+@.+ on the target instead of definers_\w+@%/),
            expect.stringContaining('--definers'),
          ]);
        expect(plain.result.errors).toHaveLength(differing);

        const other = await verify(folder, '--definers', 'somebody@elsewhere');
        expect(other.result.errors.map(({ table }) => table).sort()).toEqual(
          Object.keys(wanted())
            .map((name) => `${COPY}.${name}`)
            .sort(),
        );
      });
    },
  );

  it('a definer that is not the account of the comparison differs from current, and is any for strip', async () => {
    await withDump(async (folder) => {
      const loaded = await sluice('load', '--dump', folder, '--target', admin, ...MAP);
      expect(loaded.result.state, loaded.output).toBe('done');
      const current = await verify(folder, '--definers', 'current');
      expect(current.result.errors).toHaveLength(5);
      expect(current.result.errors[0]?.message).toContain(`instead of ${own}`);
      expect((await verify(folder, '--definers', 'strip')).result.state).toBe('done');
    });
  });

  it('are verified against a dump after a migration has changed them', async () => {
    await withDump(async (folder) => {
      const words = ['migrate', '--source', admin, '--target', admin, '--schemas', SOURCE, ...MAP, ...half];
      const moved = await runSluice([...words, '--json'], {
        ...{ SLUICE_SOURCE_PASSWORD: testServer(vendor).password },
        ...{ SLUICE_TARGET_PASSWORD: testServer(vendor).password },
      });
      expect(moved.result.state, moved.output).toBe('done');
      expect((await verify(folder, ...half)).result.state).toBe('done');
      expect((await verify(folder)).result.errors).toHaveLength(2);
    });
  });

  it('are of no use where only files are verified', async () => {
    await withDump(async (folder) => {
      for (const [flag, value] of [
        ['--definers', 'current'],
        ['--missing-primary-key', 'add-invisible'],
      ] as const) {
        const refused = await sluice('verify', '--dump', folder, flag, value);
        expect(refused.exitCode).toBe(2);
        expect(refused.output).toContain(
          `${flag} is for comparing the dump with a server: name it by --target.`,
        );
      }
    });
  });
});

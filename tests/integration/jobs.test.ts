import { existsSync, promises as fs, readdirSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job, JobDump } from '../../app/contract/jobs/job';
import type { HistoryEntry } from '../../app/contract/runs/history';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../app/contract/runs/options';
import type { RunHeader } from '../../app/contract/runs/run';
import { SavedJobs } from '../../app/jobs/saved-jobs';
import { RunHistory } from '../../app/runs/history/history';
import type { RunSetup } from '../../app/runs/setup';
import { ProfileStore } from '../../app/profiles/store';
import { fillShop } from '../../app/sandbox/shop/fill-shop';
import { testServer } from '../servers/test-server';
import { startSluice } from './harness/command';
import { withFolder } from './harness/runs';
import { dropSchemas, withPlain } from './harness/servers';

const { host, port, user, password } = testServer('mysql');

/** A user's home with a saved connection and a dump job on it. */
async function withHome(
  work: (home: Home) => Promise<void>,
  keep: number | null = 2,
  account: { readonly user: string; readonly password: string } = { user, password },
): Promise<void> {
  await withFolder(async (parent) => {
    const config = join(parent, 'config');
    await new ProfileStore(join(config, 'sluice', 'profiles.json')).save({
      id: 'p1',
      name: 'db1',
      address: { kind: 'tcp', host, port },
      user: account.user,
      tls: { mode: 'preferred' },
      environment: 'production',
      colour: 'red',
    });
    const place = join(parent, 'dumps');
    await fs.mkdir(place);
    await new SavedJobs(join(config, 'sluice', 'jobs.json')).add({
      name: 'Nightly shop',
      keep,
      setup: {
        kind: 'dump',
        server: { name: 'db1', profileId: 'p1' },
        folder: join(place, 'shop'),
        options: { ...DUMP_DEFAULTS, threads: 2, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
      },
    });
    const environment = {
      SLUICE_PASSWORD: account.password,
      XDG_CONFIG_HOME: config,
      XDG_STATE_HOME: join(parent, 'state'),
    };
    const run = (...command: readonly string[]) => startSluice(command, environment).ended;
    await work({ parent, place, environment, run });
  });
}

interface Home {
  readonly parent: string;
  readonly place: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly run: (...command: readonly string[]) => ReturnType<typeof startSluice>['ended'];
}

/** The folder that a first run of a job makes, and what it and a second one leave, with `between` between them. */
async function runTwice({ place, run }: Home, between: () => Promise<unknown>) {
  expect((await run('run', 'Nightly shop', '--json')).result.errors).toEqual([]);
  const [good = ''] = readdirSync(place);
  await between();
  const { exitCode, result } = await run('run', 'Nightly shop', '--json');
  const codes = result.warnings.map(({ code }) => code);
  return {
    good,
    exitCode,
    codes,
    last: result.warnings[result.warnings.length - 1],
    left: readdirSync(place),
  };
}

describe('a dump that stands for no older one', () => {
  const fill = () =>
    withPlain('mysql', async (connection) => {
      await connection.query('DROP SCHEMA IF EXISTS shop');
      await connection.query('CREATE SCHEMA shop');
      await connection.query('CREATE TABLE shop.orders (id INT PRIMARY KEY)');
      await connection.query('CREATE TABLE shop.blank (id INT PRIMARY KEY)');
      await connection.query('INSERT INTO shop.orders VALUES (1), (2)');
    });
  const query = (...statements: readonly string[]) =>
    withPlain('mysql', async (connection) => {
      for (const statement of statements) await connection.query(statement);
    });
  beforeEach(fill);
  afterAll(() => query('DROP SCHEMA IF EXISTS shop', "DROP USER IF EXISTS job_reader@'%'"));

  it('is one of nothing but empty schemas, and counts for none later', async () => {
    await withHome(async (home) => {
      const { good, exitCode, codes, last, left } = await runTwice(home, () =>
        query('DROP TABLE shop.orders, shop.blank'),
      );
      expect({ exitCode, codes }).toEqual({ exitCode: 3, codes: ['unknown-object', 'dump-lacks'] });
      expect(last?.message).toContain('Older dumps were kept');
      expect(last?.message).toContain('nothing was taken but empty schemas');
      expect(left).toHaveLength(2);
      expect(left).toContain(good);
      expect(last?.message).toContain('there are 2 now');
      expect((await home.run('jobs', 'show', 'Nightly shop')).output).toContain('(partial: no older');
      expect((await home.run('jobs', 'list', '--json')).result).toMatchObject({ last: { isPartial: true } });
      expect((await home.run('jobs', 'list')).output).toContain('(partial)');

      await fill();
      const { exitCode: whole } = await home.run('run', 'Nightly shop', '--json');
      expect(whole).toBe(0);
      expect(readdirSync(home.place).filter((name) => left.includes(name))).toEqual([]);
    }, 1);
  });

  it('is one whose account could not read all of it', async () => {
    await query(
      "DROP USER IF EXISTS job_reader@'%'",
      "CREATE USER job_reader@'%' IDENTIFIED BY 'job-reader-1'",
      "GRANT ALL ON *.* TO job_reader@'%'",
    );
    const reader = { user: 'job_reader', password: 'job-reader-1' };
    await withHome(
      async (home) => {
        const { good, exitCode, codes, last, left } = await runTwice(home, () =>
          query(
            "REVOKE ALL ON *.* FROM job_reader@'%'",
            "GRANT RELOAD ON *.* TO job_reader@'%'",
            "GRANT SELECT ON shop.blank TO job_reader@'%'",
          ),
        );
        expect(exitCode).toBe(3);
        expect(codes.slice(-2)).toEqual(['not-readable', 'dump-lacks']);
        expect(last?.message).toContain('the account could not read all that was selected');
        expect(left).toHaveLength(2);
        expect(left).toContain(good);
      },
      1,
      reader,
    );
  });
});

describe('a saved job on the command line', () => {
  beforeAll(() => withPlain('mysql', (connection) => fillShop(connection, 'mysql', () => undefined, 0.02)));
  afterAll(() => dropSchemas('mysql', 'shop'));

  it('spares an older dump that a run of another process reads, and says so', async () => {
    await withHome(async ({ parent, place, run }) => {
      expect((await run('run', 'Nightly shop', '--json')).exitCode).toBe(0);
      const [first = ''] = readdirSync(place);
      // This process reads it.
      const history = new RunHistory(join(parent, 'state', 'sluice', 'history'), 'command');
      const runId = 'abcdefabcdefabcd';
      const header: RunHeader = { runId, kind: 'verify', title: 'x', startedAt: Date.now(), threads: 1 };
      const { definers, missingPrimaryKey } = LOAD_DEFAULTS;
      const setup: RunSetup = {
        ...{ kind: 'verify', server: null, folder: join(place, first), threads: 1, verify: 'rows' },
        ...{ schemaMap: {}, tableRenames: [], users: [], excludeUsers: [], definers, missingPrimaryKey },
      };
      await history.begun({ header, setup, job: null, resumed: false });
      const { exitCode, result } = await run('run', 'Nightly shop', '--json');
      expect(exitCode).toBe(0);
      expect(readdirSync(place)).toHaveLength(2);
      expect(result.notices?.join('\n')).toMatch(new RegExp(`Kept .*${first} for now.* is being read`));
    }, 1);
  });

  it('runs into a folder of its own each time and keeps its last dumps', async () => {
    await withHome(async ({ place, run }) => {
      await fs.mkdir(join(place, 'shop-by-hand'));
      const made = ['shop-by-hand'];
      for (let round = 0; round < 3; round += 1) {
        const { exitCode, result } = await run('run', 'Nightly shop', '--json');
        expect({ exitCode, warnings: result.warnings }).toEqual({ exitCode: 0, warnings: [] });
        made.push(...readdirSync(place).filter((name) => !made.includes(name)));
      }
      const [, first, ...kept] = made;
      expect(first).toMatch(/^shop-\d{4}-\d\d-\d\d-\d{4}/);
      expect(readdirSync(place).sort()).toEqual(['shop-by-hand', ...kept].sort());
      for (const name of kept) {
        const { exitCode } = await run('verify', '--dump', join(place, name), '--json');
        expect(exitCode).toBe(0);
      }
      const shown = (await run('jobs', 'show', 'Nightly shop', '--json')).result as unknown as Job & {
        readonly dumps: readonly JobDump[];
      };
      expect(shown).toMatchObject({
        kind: 'dump',
        server: 'db1',
        what: 'shop',
        keep: 2,
        last: { state: 'done' },
      });
      expect(shown.dumps.map(({ goesNext }) => goesNext)).toEqual([false, true]);
      const last = (await run('history', '--search', 'nightly', '--limit', '1', '--json'))
        .result as unknown as HistoryEntry;
      expect(last).toMatchObject({ job: { name: 'Nightly shop' }, profileId: 'p1', repeatable: true });
    });
  });

  it('has a folder for each of its runs in the same minute, and leaves none of a run that failed', async () => {
    await withHome(async ({ place, environment, run }) => {
      const both = await Promise.all([1, 2, 3].map(() => run('run', 'Nightly shop', '--json')));
      expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
      const made = readdirSync(place);
      expect(made).toHaveLength(3);
      for (const name of made) {
        expect((await run('verify', '--dump', join(place, name), '--json')).exitCode).toBe(0);
      }
      const wrong = { ...environment, SLUICE_PASSWORD: 'not it' };
      const failed = await startSluice(['run', 'Nightly shop', '--json'], wrong).ended;
      expect(failed.exitCode).toBe(5);
      expect(readdirSync(place)).toEqual(made);
    }, null);
  });

  it('takes its password from a program, without a terminal', async () => {
    await withHome(async ({ parent, environment, run }) => {
      const vault = join(parent, 'vault');
      await fs.writeFile(vault, `${password}\n`);
      await run('connections', 'password', 'db1', '--command', `cat ${vault}`);
      const { XDG_CONFIG_HOME = '', XDG_STATE_HOME = '' } = environment;
      const unattended = await startSluice(['run', 'Nightly shop', '--json'], {
        XDG_CONFIG_HOME,
        XDG_STATE_HOME,
      }).ended;
      expect({ exitCode: unattended.exitCode, errors: unattended.result.errors }).toEqual({
        exitCode: 0,
        errors: [],
      });
    });
  });

  it('removes nothing when the new dump fails', async () => {
    await withHome(async ({ place, run }) => {
      await run('run', 'Nightly shop', '--json');
      const [only = ''] = readdirSync(place);
      await dropSchemas('mysql', 'shop');
      const { exitCode, result } = await run('run', 'Nightly shop', '--json');
      await withPlain('mysql', (connection) => fillShop(connection, 'mysql', () => undefined, 0.02));
      expect({ exitCode, code: result.errors[0]?.code }).toEqual({ exitCode: 5, code: 'unknown-schema' });
      expect(readdirSync(place)).toEqual([only]);
      expect(existsSync(join(place, only, '@.done.json'))).toBe(true);
    }, 1);
  });

  it('says in the result when an older dump could not be removed', async () => {
    await withHome(async ({ place, run }) => {
      await run('run', 'Nightly shop', '--json');
      const [first = ''] = readdirSync(place);
      await fs.mkdir(join(place, first, 'notes'));
      const { exitCode, result } = await run('run', 'Nightly shop', '--json');
      expect({ exitCode, state: result.state }).toEqual({ exitCode: 3, state: 'done-with-warnings' });
      expect(result.warnings[0]?.message).toContain('could not be removed');
      expect(existsSync(join(place, first, 'notes'))).toBe(true);
    }, 1);
  });

  it('lists which of its dumps are kept', async () => {
    await withHome(async ({ run }) => {
      const kept = async () => {
        const shown = (await run('jobs', 'show', 'Nightly shop', '--json')).result as unknown as Job;
        return { keep: shown.keep, threads: shown.threads };
      };
      const keep = (...words: readonly string[]) => run('jobs', 'keep', 'Nightly shop', ...words);
      const daily = await keep('--daily', '7', '--weekly', '4');
      expect(daily.output).toContain('a dump of each of the last 7 days and 4 weeks');
      expect(await kept()).toEqual({ keep: { daily: 7, weekly: 4 }, threads: 2 });
      expect((await keep('--last', '3', '--json')).result).toMatchObject({ keep: 3 });
      expect(await kept()).toEqual({ keep: 3, threads: 2 });
      for (const wrong of [['--daily', '7'], ['--last', '0'], ['--last', '2', '--all'], []])
        expect((await keep(...wrong)).exitCode, wrong.join(' ')).toBe(2);
      expect(await kept()).toEqual({ keep: 3, threads: 2 });
      expect((await keep('--all')).exitCode).toBe(0);
      expect(await kept()).toEqual({ keep: null, threads: 2 });
    });
  });

  it('is listed, exported, imported and removed', async () => {
    await withHome(async ({ parent, run }) => {
      expect((await run('jobs', 'list', '--json')).result).toMatchObject({
        name: 'Nightly shop',
        last: null,
      });
      const exported = (await run('jobs', 'export', 'Nightly shop')).output;
      expect(exported).not.toContain(password);
      const file = join(parent, 'job.json');
      await fs.writeFile(file, exported);
      expect((await run('jobs', 'import', file, '--json')).result).toMatchObject({ name: 'Nightly shop 2' });
      expect((await run('jobs', 'show', 'Nightly shop 2', '--json')).result).toMatchObject({
        profileId: 'p1',
      });
      expect((await run('jobs', 'remove', 'Nightly shop', '--json')).exitCode).toBe(0);
      const refused = await run('run', 'Nightly shop', '--json');
      expect({ exitCode: refused.exitCode, code: refused.result.errors[0]?.code }).toEqual({
        exitCode: 2,
        code: 'unknown-job',
      });
    });
  });
});

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MIGRATE_DEFAULTS, migrating } from '../../../app/contract/runs/migrate';
import { DUMP_DEFAULTS, LOAD_DEFAULTS, selecting } from '../../../app/contract/runs/options';
import type { DumpSetup, VerifySetup } from '../../../app/runs/setup';
import { SavedJobs, type SavedJob } from '../../../app/jobs/saved-jobs';
import { failingWith } from '../harness/failure';

let folder: string;
let file: string;
let jobs: SavedJobs;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-jobs-'));
  file = join(folder, 'jobs.json');
  jobs = new SavedJobs(file);
});
afterEach(() => rmSync(folder, { recursive: true }));

const DUMP: Omit<SavedJob, 'id'> = {
  name: 'Nightly shop',
  keep: 7,
  setup: {
    kind: 'dump',
    server: { name: 'db1', profileId: 'p1' },
    folder: '/backups/shop',
    options: { ...DUMP_DEFAULTS, selection: selecting([{ kind: 'schema', schema: 'shop' }]) },
  },
};
const SCRIPTS: Omit<SavedJob, 'id'> = {
  ...DUMP,
  setup: {
    kind: 'dump',
    server: { name: 'db1', profileId: 'p1' },
    folder: '/backups/shop.sql',
    options: {
      ...DUMP_DEFAULTS,
      output: { kind: 'sql', packing: { kind: 'none' } },
      selection: selecting([{ kind: 'schema', schema: 'shop' }]),
    },
  },
};
const LOAD: Omit<SavedJob, 'id'> = {
  name: 'Fill staging',
  keep: null,
  setup: {
    kind: 'load',
    server: { name: 'db2', profileId: 'p2' },
    folder: '/backups/shop-2026-11-20-0905',
    options: { ...LOAD_DEFAULTS, schemaMap: { shop: 'shop_staging' } },
  },
};

const MIGRATION: Omit<SavedJob, 'id'> = {
  name: 'Move shop',
  keep: null,
  setup: {
    kind: 'migrate',
    source: { name: 'db1', profileId: 'p1' },
    server: { name: 'db2', profileId: 'p2' },
    options: {
      ...MIGRATE_DEFAULTS,
      selection: migrating([{ kind: 'schema', schema: 'shop' }]),
      fixes: ['types'],
    },
  },
};

describe('SavedJobs', () => {
  it('keeps jobs, by name, and finds them by id and by name', async () => {
    const dump = await jobs.add(DUMP);
    const load = await jobs.add(LOAD);
    expect(await new SavedJobs(file).list()).toEqual([load, dump]);
    expect(await jobs.find(dump.id)).toEqual(dump);
    expect(await jobs.find('Fill staging')).toEqual(load);
    await expect(jobs.find('Fill')).rejects.toThrow(failingWith('unknown-job'));
  });

  it('has no two jobs of one name', async () => {
    const dump = await jobs.add(DUMP);
    await expect(jobs.add(DUMP)).rejects.toThrow(failingWith('usage'));
    const load = await jobs.add(LOAD);
    const change = { name: DUMP.name, threads: 2, keep: null, requireComplete: null };
    await expect(jobs.change(load.id, change)).rejects.toThrow(failingWith('usage'));
    expect((await jobs.change(dump.id, change)).setup).toMatchObject({ options: { threads: 2 } });
  });

  it('refuses a dump in another format, whose older dumps could not be removed', async () => {
    await expect(jobs.add(SCRIPTS)).rejects.toThrow(failingWith('usage'));
    expect(await jobs.list()).toEqual([]);
  });

  it('keeps a verification, of files alone too', async () => {
    const setup: VerifySetup = {
      kind: 'verify',
      server: null,
      folder: '/d',
      threads: 1,
      schemaMap: {},
      tableRenames: [],
      users: [],
      excludeUsers: [],
      definers: { kind: 'keep' },
      missingPrimaryKey: 'refuse',
      verify: 'rows',
    };
    const { id } = await jobs.add({ name: 'Look at it', keep: null, setup });
    await jobs.change(id, { name: 'Look at it', threads: 6, keep: null, requireComplete: null });
    expect((await jobs.find(id)).setup).toEqual({ ...setup, threads: 6 });
    expect((await jobs.import(await jobs.export(id), () => Promise.resolve(null))).setup).toMatchObject({
      server: null,
    });
  });

  it('changes name, threads and retention, and nothing else', async () => {
    const { id } = await jobs.add(DUMP);
    await jobs.change(id, { name: 'Renamed', threads: 9, keep: 3, requireComplete: null });
    expect(await jobs.list()).toEqual([
      {
        id,
        name: 'Renamed',
        keep: 3,
        setup: { ...DUMP.setup, options: { ...(DUMP.setup as DumpSetup).options, threads: 9 } },
      },
    ]);
  });

  it('duplicates under a free name, and removes', async () => {
    const { id } = await jobs.add(DUMP);
    await jobs.duplicate(id);
    await jobs.duplicate(id);
    expect((await jobs.list()).map(({ name }) => name)).toEqual([
      'Nightly shop',
      'Nightly shop 2',
      'Nightly shop 3',
    ]);
    await jobs.remove(id);
    await jobs.remove(id);
    expect((await jobs.list()).map(({ name }) => name)).toEqual(['Nightly shop 2', 'Nightly shop 3']);
  });

  it('keeps a migration, which travels with the names of both its servers', async () => {
    const { id, setup } = await jobs.add(MIGRATION);
    expect((await new SavedJobs(file).find(id)).setup).toEqual(setup);
    const text = await jobs.export(id);
    expect(text).not.toMatch(/p1|p2/);
    const elsewhere = new SavedJobs(join(folder, 'elsewhere', 'jobs.json'));
    const known = await elsewhere.import(text, (server) => Promise.resolve(`own ${server}`));
    expect(known.setup).toEqual({
      ...setup,
      source: { name: 'db1', profileId: 'own db1' },
      server: { name: 'db2', profileId: 'own db2' },
    });
  });

  it('travels as a file, without this machine’s ids, to the connection of the same name', async () => {
    const { id } = await jobs.add(DUMP);
    const text = await jobs.export(id);
    expect(text).not.toContain('p1');
    expect(text).not.toContain(id);
    const elsewhere = new SavedJobs(join(folder, 'elsewhere', 'jobs.json'));
    const known = await elsewhere.import(text, (server) =>
      Promise.resolve(server === 'db1' ? 'own-1' : null),
    );
    expect(known).toEqual({
      ...DUMP,
      id: known.id,
      setup: { ...DUMP.setup, server: { name: 'db1', profileId: 'own-1' } },
    });
    const again = await elsewhere.import(text, () => Promise.resolve(null));
    expect(again).toMatchObject({ name: 'Nightly shop 2', setup: { server: { profileId: null } } });
  });

  it.each([
    ['no JSON', '{'],
    ['other JSON', '{"sluice":"profiles","version":1}'],
    ['a newer version', '{"sluice":"job","version":2,"job":{}}'],
    [
      'a rollback',
      JSON.stringify({
        sluice: 'job',
        version: 1,
        job: {
          name: 'x',
          keep: null,
          setup: { kind: 'rollback', server: { name: 'db1', profileId: null }, folder: '/d', schemaMap: {} },
        },
      }),
    ],
  ])('refuses to import %s', async (_, text) => {
    await expect(jobs.import(text, () => Promise.resolve(null))).rejects.toThrow(failingWith('usage'));
    expect(await jobs.list()).toEqual([]);
  });

  it('keeps a job that another version set up, through every change of others', async () => {
    const { id } = await jobs.add(DUMP);
    const document = JSON.parse(readFileSync(file, 'utf8')) as { jobs: object[] };
    const foreign = {
      id: '0123456789abcdef',
      name: 'foreign',
      keep: null,
      setup: { kind: 'migrate', to: 'moon' },
    };
    writeFileSync(file, JSON.stringify({ ...document, jobs: [...document.jobs, foreign] }));
    await jobs.change(id, { name: 'Renamed', threads: 1, keep: null, requireComplete: null });
    expect((await jobs.list()).map(({ name }) => name)).toEqual(['Renamed']);
    expect((JSON.parse(readFileSync(file, 'utf8')) as { jobs: object[] }).jobs).toContainEqual(foreign);
  });

  it('gives options that an older set-up does not have their defaults', async () => {
    await jobs.add(LOAD);
    const text = readFileSync(file, 'utf8').replace(/\s*"onExisting": "fail",/, '');
    expect(text).not.toContain('onExisting');
    writeFileSync(file, text);
    expect((await jobs.list())[0]?.setup).toMatchObject({ options: { onExisting: 'fail' } });
  });
});

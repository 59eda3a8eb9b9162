import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'fs/promises';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, loadDump, newRegistry, startLoad, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { FOREIGN_SHAPES, reshape } from './foreign-shapes';

const SCHEMA = 'shell_names';
const COPY = 'shell_names_copy';
const ZSTD = 'format 1.0.2, zstd in chunks, without a version of its own';
/** Names that end as the scripts of other objects do. */
const TABLES = ['a.pre', 'b', 'b.triggers', 'c.sql', 'd.json', 'e.post', 'f.users'];
const registry = newRegistry();

/**
 * Names the files of a dump of ours as MySQL Shell does, which numbers none of them: `a.pre` and the view `a` have one name
 * (modules/util/common/dump/utils.cc).
 */
async function renameAsShell(folder: string): Promise<void> {
  const file = join(folder, `${SCHEMA}.json`);
  const { basenames, ...document } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly basenames: Readonly<Record<string, string>>;
  };
  for (const [table, stem] of Object.entries(basenames))
    for (const name of await readdir(folder))
      if (new RegExp(`^${stem}[.@]`).test(name))
        await rename(join(folder, name), join(folder, `${SCHEMA}@${table}${name.slice(stem.length)}`));
  await writeFile(file, JSON.stringify({ ...document, basenames: {} }));
}

describe.each(testVendors)('tables in a dump of MySQL Shell that are named like scripts, %s', (vendor) => {
  let place = '';
  let dump = '';
  let clashing = '';

  beforeAll(async () => {
    place = await mkdtemp(join(tmpdir(), 'sluice-shell-names-'));
    const shape = FOREIGN_SHAPES[ZSTD];
    if (shape === undefined) throw new Error('There is no such shape.');
    await dropSchemas(vendor, SCHEMA);
    const run = (statements: readonly string[]) =>
      withPlain(vendor, async (connection) => {
        for (const statement of statements) await connection.query(statement);
      });
    await run([
      `CREATE DATABASE ${SCHEMA}`,
      ...TABLES.flatMap((table, at) => [
        `CREATE TABLE ${SCHEMA}.\`${table}\` (id INT PRIMARY KEY, v INT)`,
        `INSERT INTO ${SCHEMA}.\`${table}\` VALUES (1, ${String(at)}), (2, ${String(at)})`,
      ]),
      `CREATE VIEW ${SCHEMA}.seen AS SELECT id FROM ${SCHEMA}.b`,
    ]);
    const write = async (name: string) => {
      const ours = join(place, `${name}-ours`);
      expect((await dumpSchema(registry, { vendor, schema: SCHEMA, folder: ours })).errors).toEqual([]);
      await renameAsShell(ours);
      await reshape(ours, join(place, name), shape);
      return join(place, name);
    };
    dump = await write('dump');
    await run([
      `CREATE VIEW ${SCHEMA}.a AS SELECT id FROM ${SCHEMA}.b`,
      `CREATE TRIGGER ${SCHEMA}.stamp BEFORE INSERT ON ${SCHEMA}.b FOR EACH ROW SET NEW.v = 1`,
    ]);
    clashing = await write('clashing');
    await run([`DROP VIEW ${SCHEMA}.a`, `DROP TRIGGER ${SCHEMA}.stamp`]);
  });
  afterAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await rm(place, { recursive: true, force: true });
  });
  beforeEach(() => dropSchemas(vendor, COPY));

  const asked = { vendor, schemaMap: { [SCHEMA]: COPY } } as const;

  async function expectWhole(): Promise<void> {
    await withPlain(vendor, async (connection) => {
      const found = await schemaFingerprint(connection, COPY);
      expect(found).toEqual(await schemaFingerprint(connection, SCHEMA));
    });
  }

  it('are loaded', async () => {
    expect(await readdir(dump)).toContain(`${SCHEMA}@a.pre.sql`);
    expect((await loadDump(registry, { ...asked, folder: dump })).errors).toEqual([]);
    await expectWhole();
  });

  it('are refused where two objects have one file, which the tool has written twice', async () => {
    const { errors } = await loadDump(registry, { ...asked, folder: clashing });
    expect(errors).toMatchObject([{ code: 'dump-damaged' }]);
    expect(errors[0]?.message).toContain(`${SCHEMA}@b.triggers.sql`);
    expect(errors[0]?.message).toMatch(/1 more such finding/);
  });

  it.each(['a.pre', 'b.triggers', 'e.post'])(
    'are waited for while they are written: the definition of %s',
    async (table) => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        await cp(dump, folder, { recursive: true });
        await rm(join(folder, '@.done.json'));
        const file = join(folder, `${SCHEMA}@${table}.sql`);
        const script = await readFile(file);
        await writeFile(file, '');
        const runId = startLoad(registry, { ...asked, folder, follow: true });
        const ended = registry.finished(runId);
        // As many looks as would have begun it.
        await new Promise((resolve) => setTimeout(resolve, 2000));
        expect(registry.view(runId).state).toBe('running');
        expect(
          await withPlain(vendor, (connection) => connection.query(`SHOW DATABASES LIKE '${COPY}'`)),
        ).toMatchObject([[], {}]);
        await writeFile(file, script);
        await cp(join(dump, '@.done.json'), join(folder, '@.done.json'));
        expect((await ended).errors).toEqual([]);
        await expectWhole();
      });
    },
  );
});

import { spawnSync } from 'child_process';
import { readdir, truncate, unlink } from 'fs/promises';
import { join, resolve } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { connectToFresh, dropSchemas } from '../harness/servers';
import { withoutSpoken } from '../harness/spoken';

const CLI = resolve(import.meta.dirname, '../../../dist/cli.cjs');
const SCHEMA = 'engine_words';
const NAME = /engine_words[\w.@]*/g;
/** Words of the compressor, which says itself why it can't read on. */
const OF_ZSTD = 'Data corruption detected';

/** The engine has no words of its own: in the pseudo-locale none is left of what it finds. */
describe('findings of the engine', () => {
  beforeAll(async () => {
    const connection = await connectToFresh('mysql', SCHEMA);
    const values = Array.from({ length: 2000 }, (_, id) => `(${id}, REPEAT('x', 100))`).join(', ');
    for (const table of ['cut', 'gone', 'whole']) {
      await connection.query(`CREATE TABLE ${table} (id INT PRIMARY KEY, v VARCHAR(100))`);
      await connection.query(`INSERT INTO ${table} VALUES ${values}`);
    }
    await connection.end();
  });
  afterAll(() => dropSchemas('mysql', SCHEMA));

  it('are worded by the catalogues of whoever reads them', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(newRegistry(), { vendor: 'mysql', schema: SCHEMA, folder })).errors).toEqual(
        [],
      );
      const fileOf = async (table: string) => {
        const found = (await readdir(folder)).find((name) => name.startsWith(`${SCHEMA}@${table}@`));
        return join(folder, found ?? '');
      };
      await truncate(await fileOf('cut'), 100);
      await unlink(await fileOf('gone'));
      const verify = (language: string) =>
        spawnSync(process.execPath, [CLI, 'verify', '--dump', folder], {
          encoding: 'utf8',
          env: { ...process.env, SLUICE_LANGUAGE: language },
        });
      const english = verify('en');
      expect(english.stderr).toMatch(/cut@@0\.tsv\.zst ends in the middle of its data/);
      expect(english.stderr).toMatch(/gone@@0\.tsv\.zst is missing/);
      const { status, stderr } = verify('en-XA');
      expect(status).toBe(1);
      const rest = withoutSpoken(stderr).replaceAll(OF_ZSTD, '').replace(NAME, '');
      expect(rest.match(/[A-Za-z]{3,}/g)).toBeNull();
    });
  });
});

import { promises as fs } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillShop } from '../../../app/sandbox/shop/fill-shop';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { createTypeMatrix, TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { shareOf } from '../../fixtures/extent';
import { testVendors } from '../../servers/test-server';
import { dumpSchema, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { checkDump } from './check-dump';
import { loadPlainly, WITH_HISTORY } from './plain-load';

const COPY = 'format_copy';
/** Small, so that even the scaled shop has tables of several chunks. */
const BYTES_PER_CHUNK = 256 * 1024;

const registry = newRegistry();

/** MySQL Shell itself is not run: its rules are, and the statements that it would send. */
const DUMPS = [
  ['shop', 'zstd'],
  ['shop', 'none'],
  [TYPE_MATRIX_SCHEMA, 'none'],
  [TYPE_MATRIX_SCHEMA, 'zstd'],
] as const;

describe.each(testVendors)('MySQL Shell’s dump format, %s', (vendor) => {
  const session = vendor === 'mariadb' ? WITH_HISTORY : undefined;

  beforeAll(async () => {
    await withPlain(vendor, async (connection) => {
      await fillShop(connection, vendor, () => undefined, 0.05);
      await createTypeMatrix(connection, vendor);
    });
  });

  afterAll(() => dropSchemas(vendor, 'shop', TYPE_MATRIX_SCHEMA, COPY));

  it.each(shareOf(DUMPS, vendor === 'mariadb'))(
    'a dump of %s (%s) keeps every rule, and plain LOAD DATA statements give the same values',
    async (schema, kind) => {
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        const dumped = await dumpSchema(registry, {
          vendor,
          schema,
          folder,
          threads: 3,
          bytesPerChunk: BYTES_PER_CHUNK,
          compression: kind === 'zstd' ? { kind, level: 1 } : { kind },
        });
        expect(dumped.errors).toEqual([]);
        expect(await checkDump(folder)).toEqual([]);
        await dropSchemas(vendor, COPY);
        await withPlain(vendor, async (connection) => {
          await loadPlainly(connection, folder, COPY, session);
          const { tables } = await schemaFingerprint(connection, COPY);
          expect(tables).toEqual((await schemaFingerprint(connection, schema)).tables);
          expect(Object.keys(tables).length).toBeGreaterThan(3);
        });
      });
    },
  );
});

/** Every rule of the checker is worth something only if it can be broken. */
describe('the checker of the format', () => {
  beforeAll(async () => {
    await withPlain('mysql', async (connection) => {
      await connection.query('DROP DATABASE IF EXISTS rules');
      await connection.query('CREATE DATABASE rules');
      await connection.query('CREATE TABLE rules.t (id INT PRIMARY KEY, b VARBINARY(500))');
      const values = Array.from({ length: 4000 }, (_, id) => `(${id}, REPEAT('x', 300))`);
      await connection.query(`INSERT INTO rules.t VALUES ${values.join(', ')}`);
      await connection.query('CREATE VIEW rules.v AS SELECT id FROM rules.t');
    });
  });

  afterAll(() => dropSchemas('mysql', 'rules'));

  const editText = (name: string, from: string | RegExp, to: string) => async (folder: string) => {
    const path = join(folder, name);
    const text = await fs.readFile(path, 'utf8');
    expect(text).toMatch(from);
    await fs.writeFile(path, text.replace(from, to));
  };
  const rename = (from: string, to: string) => (folder: string) =>
    fs.rename(join(folder, from), join(folder, to));
  const remove = (name: string) => (folder: string) => fs.unlink(join(folder, name));
  const lastFile = async (folder: string) =>
    (await fs.readdir(folder)).find((name) => /@@\d+\.tsv$/.test(name)) ?? '';

  it.each<readonly [string, (folder: string) => Promise<unknown>, RegExp]>([
    ['a gap in the numbers', rename('rules@t@0.tsv', 'rules@t@77.tsv'), /rules@t@@0\.tsv is missing/],
    [
      'a last file without its second @',
      async (folder) => {
        const last = await lastFile(folder);
        await fs.rename(join(folder, last), join(folder, last.replace('@@', '@')));
      },
      /rules@t@@\d+\.tsv is missing/,
    ],
    [
      'a file that is still being written',
      rename('rules@t@0.tsv', 'rules@t@0.tsv.dumping'),
      /\.dumping belongs/,
    ],
    ['an index that is missing', remove('rules@t@0.tsv.idx'), /rules@t@0\.tsv\.idx is missing/],
    ['a view without placeholder', remove('rules@v.pre.sql'), /rules@v\.pre\.sql is missing/],
    ['a row less', editText('rules@t@0.tsv', /^.*\n/, ''), /tells 4000 rows of t, which has 3999/],
    ['a field more', editText('rules@t@0.tsv', /\n/, '\tmore\n'), /row 0 has 3 fields for 2 columns/],
    ['a carriage return', editText('rules@t@0.tsv', /\n/, '\r\n'), /row 0 has an unescaped byte in field 1/],
    ['an unknown escape', editText('rules@t@0.tsv', /\t/, '\t\\x'), /row 0 has an unescaped byte/],
    ['a value that is no base64', editText('rules@t@0.tsv', /\t/, '\t?'), /row 0 has no base64 in field 1/],
    [
      'an option that no loader knows',
      editText('rules@t.json', '"columns"', '"ours": 1, "columns"'),
      /rules@t\.json: options: .*ours/,
    ],
    [
      'a capability that no loader knows',
      editText('@.json', '"capabilities": []', '"capabilities": [{"id": "ours"}]'),
      /@\.json: capabilities/,
    ],
    ['a missing version', editText('@.json', '"serverVersion"', '"x"'), /@\.json: serverVersion/],
    ['a basename too little', editText('rules.json', '"t":', '"x":'), /rules\.json has no basename for t/],
    [
      'another sum of bytes',
      editText('@.done.json', '"dataBytes": ', '"dataBytes": 1'),
      /another sum of bytes/,
    ],
    [
      'a file open to others',
      (folder) => fs.chmod(join(folder, '@.json'), 0o644),
      /@\.json is open to others/,
    ],
    ['a folder open to others', (folder) => fs.chmod(folder, 0o755), /the folder is open to others/],
  ])('finds %s', async (_, damage, problem) => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      await dumpSchema(registry, {
        vendor: 'mysql',
        schema: 'rules',
        folder,
        threads: 1,
        bytesPerChunk: 131_072,
        compression: { kind: 'none' },
      });
      expect(await checkDump(folder)).toEqual([]);
      await damage(folder);
      expect((await checkDump(folder)).join('\n')).toMatch(problem);
    });
  });
});

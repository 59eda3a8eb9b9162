import { execFileSync } from 'child_process';
import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'fs';
import { basename, dirname, join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { dumpByClient } from '../../servers/dump-programs';
import { loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { writeZip, type ZippedFile, type ZipWish } from '../harness/zip';

const COPY = 'zip_copy';
const VENDOR = 'mariadb';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

const SMALL = 'CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1),(2);\n';

describe('a zip of scripts', () => {
  const registry = newRegistry();
  let script: Buffer = Buffer.alloc(0);
  beforeAll(async () => {
    await dropSchemas(VENDOR, 'sakila', COPY);
    await withPlain(VENDOR, async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
    await withFolder(async (folder) => {
      script = await dumped(folder, ['--routines', '--events', '--triggers', '--databases', 'sakila']);
    });
  });
  afterAll(() => dropSchemas(VENDOR, 'sakila', COPY));

  async function dumped(folder: string, words: readonly string[]): Promise<Buffer> {
    const path = join(folder, 'dump.sql');
    await dumpByClient(VENDOR, path, words);
    return readFileSync(path);
  }

  const load = (path: string, schema = 'sakila') =>
    loadDump(registry, { vendor: VENDOR, folder: path, threads: 3, schemaMap: { [schema]: COPY } });

  async function expectLoaded(path: string, schema = 'sakila'): Promise<void> {
    await dropSchemas(VENDOR, COPY);
    const loaded = await load(path, schema);
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    await withPlain(VENDOR, async (connection) => {
      expect(await schemaFingerprint(connection, COPY)).toEqual(
        await schemaFingerprint(connection, 'sakila'),
      );
    });
    expect((await verifyDump(registry, path)).errors).toEqual([]);
  }

  async function expectRefused(path: string, code: string, message: RegExp): Promise<void> {
    await dropSchemas(VENDOR, COPY);
    const { errors } = await load(path, basename(path).split('.')[0]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) as string });
    await withPlain(VENDOR, async (connection) => {
      const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(found).toEqual([]);
    });
  }

  async function withZip(
    files: readonly ZippedFile[],
    work: (path: string) => Promise<void>,
    wish: ZipWish = {},
  ): Promise<void> {
    await withFolder(async (folder) => {
      const path = join(folder, 'backup.zip');
      writeZip(path, files, wish);
      await work(path);
    });
  }

  const small = (name: string): ZippedFile => ({ name, bytes: Buffer.from(SMALL) });

  it.each<[string, ZipWish]>([
    ['deflated', {}],
    ['stored', { method: 'ZIP_STORED' }],
    ['with sizes of eight bytes', { isLarge: true }],
  ])('is loaded %s', async (_how, wish) => {
    await withZip([{ name: 'sakila.sql', bytes: script }], (path) => expectLoaded(path), wish);
  });

  it('is loaded as zip writes it into a pipe, whatever the name', async () => {
    await withFolder(async (folder) => {
      const plain = join(folder, 'sakila.sql');
      writeFileSync(plain, script);
      const packed = execFileSync('sh', ['-c', 'cat "$1" | zip -q - - | cat', 'sh', plain], {
        maxBuffer: 64 << 20,
      });
      const path = join(folder, 'sakila.sql.gz');
      writeFileSync(path, packed);
      await expectLoaded(path);
    });
  });

  it('is loaded with a script for each table, in the order of their names, which are no places', async () => {
    await withFolder(async (folder) => {
      const tables = await dumped(folder, ['--no-data', '--skip-triggers', 'sakila']);
      const rows = await dumped(folder, ['--no-create-info', '--skip-triggers', 'sakila']);
      const programs = await dumped(folder, [
        ...['--no-create-info', '--no-data', '--triggers', '--routines', '--events', 'sakila'],
      ]);
      const path = join(folder, 'inner', 'sakila.zip');
      execFileSync('mkdir', [dirname(path)]);
      writeZip(path, [
        { name: '../../escaped.sql', bytes: rows },
        { name: 'C:\\Windows\\tables.sql', bytes: tables },
        { name: '/tmp/sluice-programs.sql', bytes: programs },
        { name: 'notes/readme.txt', bytes: Buffer.from('nothing') },
        { name: '__MACOSX/._tables.sql', bytes: Buffer.from([0, 5, 22, 7]) },
      ]);
      const before = readdirSync(folder);
      await expectLoaded(path);
      expect(readdirSync(folder)).toEqual(before);
      expect(existsSync('/tmp/sluice-programs.sql')).toBe(false);
    });
  });

  it.each(['u.csv', 'in/t.parquet', 't.xml.gz', 'in/t.txt'])(
    'is refused with %s, whose rows none of its scripts would load',
    async (rows) => {
      const script = rows.startsWith('in/') ? 'in/t.sql' : 't.sql';
      await withZip([small(script), { name: rows, bytes: Buffer.from('1\n') }], (path) =>
        expectRefused(path, 'dump-unsupported', new RegExp(`holds ${rows} beside its scripts`)),
      );
    },
  );

  it('is refused where one of its scripts is cut, by the name of that', async () => {
    const half = script.subarray(0, script.length / 2);
    const files = [
      { name: 'a.sql', bytes: script },
      { name: 'b.sql', bytes: half },
    ];
    await withZip(files, async (path) => {
      await dropSchemas(VENDOR, COPY);
      const { errors } = await load(path);
      expect(errors[0]).toMatchObject({
        code: 'dump-incomplete',
        message: expect.stringMatching(/b\.sql ends within/) as string,
      });
    });
  });

  it('is refused where it is cut or changed', async () => {
    await withZip([{ name: 'sakila.sql', bytes: script }], async (path) => {
      const whole = readFileSync(path);
      const changed = Buffer.from(whole);
      changed[whole.length >> 1] = (whole[whole.length >> 1] ?? 0) ^ 1;
      writeFileSync(path, changed);
      await expectRefused(path, 'dump-damaged', /backup\.zip is damaged/);
      writeFileSync(path, Buffer.concat([whole, Buffer.alloc(100)]));
      await expectRefused(path, 'dump-damaged', /does not end with the list/);
      writeFileSync(path, whole);
      for (const bytes of [whole.length - 1, whole.length >> 1, 40]) {
        truncateSync(path, bytes);
        await expectRefused(path, 'dump-damaged', /does not end with the list of its files/);
      }
    });
  });

  it('is refused where it says that it holds more than can be', async () => {
    await withZip([small('a.sql')], async (path) => {
      const whole = readFileSync(path);
      const entry = whole.indexOf('PK\x01\x02');
      for (const [field, value] of [
        [24, 0xfffffff0],
        [20, 0xfffffff0],
        [42, 0xfffffff0],
      ] as const) {
        const lying = Buffer.from(whole);
        lying.writeUInt32LE(value, entry + field);
        writeFileSync(path, lying);
        await expectRefused(path, 'dump-damaged', /names places or sizes that can’t be true/);
      }
      const lying = Buffer.from(whole);
      lying.writeUInt32LE(0x12345678, entry + 16);
      writeFileSync(path, lying);
      await expectRefused(path, 'dump-damaged', /code or a checksum in it is wrong/);
    });
    const tera = Buffer.from(SMALL);
    await withZip(
      [{ name: 'a.sql', bytes: tera }],
      async (path) => {
        const whole = readFileSync(path);
        const lying = Buffer.concat([whole]);
        const entry = whole.indexOf('PK\x01\x02');
        lying.writeUInt32LE(0xffffffff, entry + 24);
        writeFileSync(path, lying);
        await expectRefused(path, 'dump-damaged', /can’t be true/);
      },
      { isLarge: true },
    );
  });

  it.each<[string, readonly ZippedFile[], ZipWish, string, RegExp]>([
    ['another method', [small('a.sql')], { method: 'ZIP_LZMA' }, 'dump-unsupported', /the method 14/],
    [
      'a packed script',
      [{ name: 'a.sql.gz', bytes: gzipSync(SMALL) }],
      {},
      'dump-unsupported',
      /packed as zip, .* once more, as gz\./,
    ],
    [
      'a packed script that does not say so',
      [{ name: 'a.sql', bytes: gzipSync(SMALL) }],
      {},
      'dump-unsupported',
      /packed as zip, .* once more, as gz\./,
    ],
    ['one name twice', [small('a.sql'), small('a.sql')], {}, 'dump-unsupported', /several files .* a\.sql/],
    [
      'a folder of mydumper',
      [small('d/metadata'), small('d/s-schema-create.sql')],
      {},
      'dump-unsupported',
      /zip of a dump folder/,
    ],
    [
      'a folder of Sluice',
      [small('d/@.json'), small('d/@.sql')],
      {},
      'dump-unsupported',
      /zip of a dump folder/,
    ],
    ['no script', [small('a.txt'), small('b.txt')], {}, 'not-a-dump', /holds no dump.*\(2\)/],
    ['nothing', [], {}, 'not-a-dump', /holds no dump.*\(0\)/],
    ['an empty script', [{ name: 'a.sql', bytes: Buffer.alloc(0) }], {}, 'not-a-dump', /no statement/],
  ])('is refused with %s', async (_what, files, wish, code, message) => {
    await withZip(files, (path) => expectRefused(path, code, message), wish);
  });

  it('is refused where it is encrypted', async () => {
    await withFolder(async (folder) => {
      writeFileSync(join(folder, 'a.sql'), SMALL);
      execFileSync('zip', ['-q', '-P', 'secret', 'backup.zip', 'a.sql'], { cwd: folder });
      await expectRefused(join(folder, 'backup.zip'), 'dump-unsupported', /a\.sql in .* is encrypted/);
    });
  });

  it('unpacks no bomb to refuse it', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'backup.zip');
      execFileSync('sh', ['-c', 'head -c 300000000 /dev/zero | zip -q1 - - > "$1"', 'sh', path]);
      await expectRefused(path, 'not-a-dump', /holds no SQL text/);
    });
  });
});

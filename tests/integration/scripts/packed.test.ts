import { execFileSync } from 'child_process';
import { mkdirSync, readFileSync, renameSync, truncateSync, writeFileSync } from 'fs';
import { basename, dirname, join } from 'path';
import { gzipSync } from 'zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { sakilaStatements } from '../../fixtures/sakila';
import { dumpByClient } from '../../servers/dump-programs';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'packed_copy';
const VENDOR = 'mariadb';
const SAKILA = { location: '', textEngine: 'InnoDB' } as const;

/** Programs that pack a file, with the ending that they give it. */
const PACKERS: Readonly<Record<string, readonly string[]>> = {
  gz: ['gzip', '-c'],
  bz2: ['bzip2', '-c'],
  xz: ['xz', '-c'],
  lz4: ['lz4', '-c', '-q'],
  zst: ['zstd', '-c', '-q'],
};

/** Packs a file by the program of its packing. */
function pack(file: string, suffix: string): Buffer {
  const [program = '', ...words] = PACKERS[suffix] ?? [];
  return execFileSync(program, [...words, file], { maxBuffer: 64 << 20 });
}

describe('a script that is packed', () => {
  const registry = newRegistry();
  let script = Buffer.alloc(0);
  beforeAll(async () => {
    await dropSchemas(VENDOR, 'sakila', COPY);
    await withPlain(VENDOR, async (connection) => {
      for (const statement of sakilaStatements(SAKILA)) await connection.query(statement);
    });
    await withFolder(async (folder) => {
      const path = join(folder, 'sakila.sql');
      await dumpByClient(VENDOR, path, ['--routines', '--events', '--triggers', '--databases', 'sakila']);
      script = readFileSync(path);
    });
  });
  afterAll(() => dropSchemas(VENDOR, 'sakila', COPY));

  const load = (path: string) =>
    loadDump(registry, { vendor: VENDOR, folder: path, threads: 3, schemaMap: { sakila: COPY } });

  async function expectLoaded(path: string): Promise<void> {
    await dropSchemas(VENDOR, COPY);
    const loaded = await load(path);
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    await withPlain(VENDOR, async (connection) => {
      expect(await schemaFingerprint(connection, COPY)).toEqual(
        await schemaFingerprint(connection, 'sakila'),
      );
    });
  }

  /** Nothing is made, and one sentence says why. */
  async function expectRefused(path: string, code: string, message: RegExp): Promise<void> {
    await dropSchemas(VENDOR, COPY);
    const { errors } = await load(path);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({ code, message: expect.stringMatching(message) as string });
    await withPlain(VENDOR, async (connection) => {
      const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
      expect(found).toEqual([]);
    });
  }

  /** A plain script and what a program makes of it. */
  async function withPacked(
    suffix: string,
    work: (packed: string, plain: string) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (folder) => {
      const plain = join(folder, 'sakila.sql');
      writeFileSync(plain, script);
      const packed = `${plain}.${suffix}`;
      writeFileSync(packed, pack(plain, suffix));
      await work(packed, plain);
    });
  }

  it.each(Object.keys(PACKERS))(
    'is loaded from %s, also under another name and in two pieces',
    async (suffix) => {
      await withPacked(suffix, async (packed, plain) => {
        await expectLoaded(packed);
        const half = script.lastIndexOf('\n', script.length / 2) + 1;
        const pieces = [script.subarray(0, half), script.subarray(half)].map((piece) => {
          writeFileSync(plain, piece);
          return pack(plain, suffix);
        });
        writeFileSync(plain, Buffer.concat(pieces));
        await expectLoaded(plain);
        const nameless = join(dirname(packed), 'backup');
        renameSync(packed, nameless);
        await expectLoaded(nameless);
      });
    },
  );

  it.each(Object.keys(PACKERS))(
    'is refused where its %s is cut, empty or goes on with something else',
    async (suffix) => {
      await withPacked(suffix, async (packed) => {
        const whole = readFileSync(packed);
        writeFileSync(packed, Buffer.concat([whole, Buffer.from('rubbish, and a lot of it, with no end')]));
        await expectRefused(packed, 'dump-damaged', /sakila\.sql\.\w+ is damaged/);
        writeFileSync(packed, whole);
        for (const bytes of [whole.length - 1, Math.floor(whole.length / 2), 30]) {
          truncateSync(packed, bytes);
          await expectRefused(packed, 'dump-damaged', /sakila\.sql\.\w+ ends in the middle of its data/);
        }
        truncateSync(packed, 0);
        await expectRefused(packed, 'not-a-dump', /sakila\.sql\.\w+ is empty\./);
      });
    },
  );

  it.each(Object.keys(PACKERS))(
    'is refused where it is packed twice, or what is in its %s is no script',
    async (suffix) => {
      await withPacked(suffix, async (packed, plain) => {
        const twice = join(dirname(plain), 'twice.sql.gz');
        writeFileSync(twice, gzipSync(readFileSync(packed)));
        await expectRefused(
          twice,
          'dump-unsupported',
          new RegExp(`is packed as gz, .* once more, as ${suffix}\\.`),
        );
        writeFileSync(plain, '');
        writeFileSync(packed, pack(plain, suffix));
        await expectRefused(packed, 'not-a-dump', /holds no statement that creates anything/);
        writeFileSync(plain, Buffer.from([0, 1, 2, 3, 0, 200]));
        writeFileSync(packed, pack(plain, suffix));
        await expectRefused(packed, 'not-a-dump', /holds no SQL text/);
      });
    },
  );

  it('is refused in words of its own where nobody can read it', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'x.sql');
      writeFileSync(path, Buffer.from(`\ufeff${script.toString('latin1', 0, 500)}`, 'utf16le'));
      await expectRefused(path, 'dump-unsupported', /UTF-16/);
      const tree = join(folder, 'tree');
      mkdirSync(tree);
      writeFileSync(join(tree, 'a.sql'), script);
      const archive = join(folder, 'all.sql.gz');
      writeFileSync(archive, gzipSync(execFileSync('tar', ['-cC', tree, 'a.sql'], { maxBuffer: 64 << 20 })));
      await expectRefused(
        archive,
        'dump-unsupported',
        /all\.sql\.gz is packed as gz, .* once more, as tar\./,
      );
      writeFileSync(`${path}.xz`, Buffer.from([9, 1, 2, 3, 0, 200]));
      await expectRefused(`${path}.xz`, 'dump-damaged', /does not begin as a file of xz does/);
      const large = join(folder, 'large.sql');
      writeFileSync(large, script);
      const packed = execFileSync('xz', ['-c', '--lzma2=dict=512MiB', large], { maxBuffer: 64 << 20 });
      writeFileSync(`${large}.xz`, packed);
      await expectRefused(`${large}.xz`, 'memory-limit', new RegExp(`${basename(large)}.xz .* more memory`));
    });
  });

  it('is loaded in several parts, each of which begins within the gzip', async () => {
    const lines = Array.from({ length: 40_000 }, (_, id) => `(${id},'${String(id * 7919).repeat(120)}')`);
    const inserts = [0, 1, 2, 3].map(
      (part) => `INSERT INTO t VALUES\n${lines.slice(part * 10_000, (part + 1) * 10_000).join(',\n')};\n`,
    );
    const text = `CREATE TABLE t (id INT PRIMARY KEY, a TEXT);\n${inserts.join('')}`;
    expect(text.length).toBeGreaterThan(2 * (16 << 20));
    await withFolder(async (folder) => {
      const path = join(folder, 'sakila.sql.gz');
      writeFileSync(path, gzipSync(text, { level: 1 }));
      await dropSchemas(VENDOR, COPY);
      expect((await load(path)).errors).toEqual([]);
      await withPlain(VENDOR, async (connection) => {
        const [rows] = await connection.query(
          `SELECT COUNT(*) AS n, SUM(a = REPEAT(id * 7919, 120)) AS same FROM ${COPY}.t`,
        );
        expect(rows).toEqual([{ n: 40_000, same: '40000' }]);
      });
    });
  });

  it('is loaded with a byte order mark and line ends of Windows', async () => {
    await withFolder(async (folder) => {
      const path = join(folder, 'windows.sql.gz');
      const text = `\ufeffCREATE DATABASE sakila;\r\nUSE sakila;\r\nCREATE TABLE t (id INT PRIMARY KEY);\r\nINSERT INTO t VALUES (1),\r\n(2);\r\n`;
      writeFileSync(path, gzipSync(text));
      await dropSchemas(VENDOR, COPY);
      expect((await load(path)).errors).toEqual([]);
    });
  });
});

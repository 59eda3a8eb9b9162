import { execFileSync } from 'child_process';
import { mkdirSync, symlinkSync } from 'fs';
import { readdir, readFile, rename, rm, truncate, unlink, writeFile } from 'fs/promises';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../app/engine/failures';
import { readDump } from '../../app/format/read/reader';
import { testVendors } from '../servers/test-server';
import { compareWithDump, dumpSchema, loadDump, newRegistry, verifyDump, withFolder } from './harness/runs';
import { connectToFresh, dropSchemas } from './harness/servers';
import { unseal } from './harness/unseal';

const SCHEMA = 'damaged';
const ROWS = 3000;

describe('a dump with several damaged files', () => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh('mysql', SCHEMA);
    try {
      const values = Array.from({ length: ROWS }, (_, id) => `(${id}, REPEAT('x', 100))`).join(', ');
      for (const table of ['cut', 'gone', 'whole']) {
        await connection.query(`CREATE TABLE ${table} (id INT PRIMARY KEY, v VARCHAR(100))`);
        await connection.query(`INSERT INTO ${table} VALUES ${values}`);
      }
    } finally {
      await connection.end();
    }
  });

  afterAll(() => dropSchemas('mysql', SCHEMA));

  /** A dump of which two files are damaged, the first and the last of two tables; they are handed to `look`. */
  async function withDamage(
    look: (folder: string, damaged: readonly [cut: string, gone: string]) => Promise<void>,
  ): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      const wish = { vendor: 'mysql', schema: SCHEMA, folder, bytesPerChunk: 131_072 } as const;
      expect((await dumpSchema(registry, wish)).errors).toEqual([]);
      const files = (await readdir(folder)).filter((name) => name.endsWith('.tsv.zst')).sort();
      const cut = files.find((name) => name.startsWith(`${SCHEMA}@cut@`)) ?? '';
      const gone = files.filter((name) => name.startsWith(`${SCHEMA}@gone@`)).at(-1) ?? '';
      await truncate(join(folder, cut), 100);
      await unlink(join(folder, gone));
      await look(folder, [cut, gone]);
    });
  }

  it('is verified to its end: each damaged file is named, and what is whole is said to be', async () => {
    await withDamage(async (folder, [cut, gone]) => {
      const { state, errors, verdicts } = await verifyDump(registry, folder);
      expect(state).toBe('failed');
      const named = errors.map(({ code, table, chunk }) => [code, table, chunk]).sort();
      expect(named).toEqual([
        ['dump-damaged', `${SCHEMA}.cut`, cut],
        ['dump-damaged', `${SCHEMA}.gone`, gone],
      ]);
      const states = verdicts.map(
        ({ table, checks }) => [table, checks.map((check) => check.state)] as const,
      );
      expect(Object.fromEntries(states)).toEqual({ cut: ['failed'], gone: ['failed'], whole: ['ok'] });
      expect(verdicts.find(({ table }) => table === 'whole')?.rows).toBe(ROWS);
    });
  });

  it('is no measure for a server: a comparison by checksums fails for the damage', async () => {
    await withDamage(async (folder) => {
      const wish = { vendor: 'mysql', folder, verify: 'checksum' } as const;
      const { state, errors } = await compareWithDump(registry, wish);
      expect(state).toBe('failed');
      expect(errors.map(({ code }) => code)).toEqual(['dump-damaged']);
    });
  });
});

describe('a dump with something else in the place of a file', () => {
  const registry = newRegistry();
  const schema = 'no_file';

  afterAll(() => dropSchemas('mysql', schema));

  const others: readonly (readonly [name: string, put: (path: string) => void])[] = [
    ['a folder', (path) => mkdirSync(path)],
    ['a pipe that nobody writes into', (path) => void execFileSync('mkfifo', [path])],
    ['a device', (path) => symlinkSync('/dev/zero', path)],
    ['a link out of the dump', (path) => symlinkSync('/etc/passwd', path)],
  ];

  it.each(others)('is damaged by %s, and the file is named', async (_name, put) => {
    const connection = await connectToFresh('mysql', schema);
    await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
    await connection.query('INSERT INTO t VALUES (1), (2)');
    await connection.end();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor: 'mysql', schema, folder })).errors).toEqual([]);
      for (const name of await readdir(folder)) {
        await rename(join(folder, name), join(parent, 'kept'));
        put(join(folder, name));
        const { state, errors } = await verifyDump(registry, folder);
        expect([name, state]).toEqual([name, 'failed']);
        expect(errors[0]?.message).toContain(name);
        await rm(join(folder, name), { recursive: true });
        await rename(join(parent, 'kept'), join(folder, name));
      }
      expect((await verifyDump(registry, folder)).state).toBe('done');
    });
  });
});

describe.each(testVendors)('a dump with a changed definition, %s', (vendor) => {
  const registry = newRegistry();
  const schema = 'damaged_view';

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, schema);
    try {
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY)');
      await connection.query('CREATE VIEW v AS SELECT id FROM t WHERE id < 1000');
      await connection.query('CREATE TRIGGER b BEFORE INSERT ON t FOR EACH ROW SET NEW.id = NEW.id + 1');
    } finally {
      await connection.end();
    }
  });

  afterAll(() => dropSchemas(vendor, schema, `${schema}_copy`));

  async function withDump(look: (folder: string) => Promise<void>): Promise<void> {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect((await dumpSchema(registry, { vendor, schema, folder })).errors).toEqual([]);
      await look(folder);
    });
  }

  it('is refused by a verification, a load and a comparison by checksums', async () => {
    await withDump(async (folder) => {
      const file = `${schema}@v.sql`;
      const text = await readFile(join(folder, file), 'utf8');
      await writeFile(join(folder, file), text.replace('1000', '1001'));
      const damaged = { state: 'failed', errors: [{ code: 'dump-damaged', chunk: file }] };
      const verified = await verifyDump(registry, folder);
      expect(verified).toMatchObject(damaged);
      expect(verified.checks).toMatchObject([{ kind: 'checksum', state: 'failed' }]);
      const schemaMap = { [schema]: `${schema}_copy` };
      expect(await loadDump(registry, { vendor, folder, schemaMap })).toMatchObject(damaged);
      const compared = await compareWithDump(registry, { vendor, folder, verify: 'checksum' });
      expect(compared).toMatchObject(damaged);
    });
  });

  it('is found wherever a bit of a definition, a document or the facts is flipped', async () => {
    await withDump(async (folder) => {
      expect((await verifyDump(registry, folder)).errors).toEqual([]);
      const names = (await readdir(folder)).filter((name) => /\.(?:sql|json|jsonl)$/.test(name));
      for (const name of names.filter((one) => one !== '@.done.json')) {
        const bytes = await readFile(join(folder, name));
        for (let at = 0; at < bytes.length; at += name.endsWith('.sql') ? 11 : 41) {
          const changed = Buffer.from(bytes);
          changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8));
          await writeFile(join(folder, name), changed);
          // A document that is none any more can't be opened.
          const problems = await readDump(folder).then(
            (dump) => dump.problems,
            (error: unknown) => [failureOf(error)],
          );
          expect(
            problems.map(({ code }) => code),
            `${name} at ${at}`,
          ).toContain('dump-damaged');
        }
        await writeFile(join(folder, name), bytes);
      }
    });
  });

  it('is not called sound where the dump has nothing to compare it with', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'shop.sql');
      const created = ['t', 'empty'].map((name) => `CREATE TABLE ${name} (id INT PRIMARY KEY);\n`).join('');
      await writeFile(script, `${created}INSERT INTO t VALUES (1), (2);\n`);
      const result = await verifyDump(registry, script);
      expect(result).toMatchObject({ state: 'done-with-warnings', rows: 2, errors: [] });
      expect(result.warnings).toMatchObject([
        { code: 'rows-not-compared', message: expect.stringContaining('records no checksums') as unknown },
      ]);
    });
  });

  it('can’t be told from another where no digests are recorded, which is said', async () => {
    await withDump(async (folder) => {
      await unseal(folder);
      const { state, checks } = await verifyDump(registry, folder);
      expect(state).toBe('done');
      expect(checks).toMatchObject([
        { state: 'not-checked', detail: expect.stringContaining('records no checksums') as unknown },
      ]);
    });
  });
});

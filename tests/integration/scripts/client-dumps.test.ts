import { appendFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'fs';
import { join } from 'path';
import { gzipSync } from 'zlib';
import { compress } from 'zstd-napi';
import type { Connection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoadResult } from '../../../app/contract/runs/result';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { TYPE_MATRIX_SCHEMA } from '../../fixtures/type-matrix';
import { dumpByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { makeClientSchemas } from '../harness/client-schemas';
import { compareWithDump, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';

const COPY = 'script_copy';
/** The tool itself rounds FLOAT, and leaves out the history of versioned tables. */
const LOST = ['key_float', 'floats', 'versioned', 'versioned_period'];
const WITHOUT_LOST = LOST.map((table) => `--ignore-table=${TYPE_MATRIX_SCHEMA}.${table}`);

async function fingerprint(connection: Connection, schema: string) {
  const { tables, objects } = await schemaFingerprint(connection, schema);
  return { tables: Object.entries(tables).filter(([name]) => !LOST.includes(name)), objects };
}

/** Scripts of the vendor's own client, of all that the type matrix and sakila hold. */
const OF_VENDOR: Readonly<Record<'mysql' | 'mariadb', readonly (readonly [string, readonly string[]])[]>> = {
  mysql: [
    ['with its GTID set and histograms', ['--set-gtid-purged=ON', '--column-statistics']],
    ['with its GTID set in a comment', ['--set-gtid-purged=COMMENTED']],
    ['for a replica, in older words', ['--output-as-version=BEFORE_8_2_0', '--apply-replica-statements']],
    ['in binary', ['--default-character-set=binary', '--no-tablespaces']],
  ],
  mariadb: [
    ['for a replica', ['--dump-slave=2', '--apply-slave-statements']],
    ['with the history of rows', ['--dump-history', '--copy_s3_tables=0', '--order-by-size']],
    ['with the server’s own objects', ['--system=all']],
    ['in binary', ['--default-character-set=binary']],
  ],
};

describe.each(testVendors)('a script of the client of %s', (vendor) => {
  const registry = newRegistry();
  beforeAll(() => makeClientSchemas(vendor));
  afterAll(() => dropSchemas(vendor, 'sakila', TYPE_MATRIX_SCHEMA, COPY));

  const everything = ['--routines', '--events', '--triggers'];

  /** Loads the script into the copy, and compares that with the schema that was dumped. */
  async function expectEqual(script: string, schema: string): Promise<LoadResult> {
    await dropSchemas(vendor, COPY);
    const loaded = await loadDump(registry, {
      vendor,
      folder: script,
      threads: 3,
      schemaMap: { [schema]: COPY },
    });
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    expect(loaded.ok).toBe(true);
    await withPlain(vendor, async (connection) => {
      const [copy, source] = [await fingerprint(connection, COPY), await fingerprint(connection, schema)];
      expect(copy).toEqual(source);
    });
    return loaded;
  }

  it.each([
    ['as it writes it by itself', []],
    ['with bytes as hexadecimal digits', ['--hex-blob']],
    ['with all columns', ['--complete-insert']],
    ['with REPLACE', ['--replace']],
  ])('is loaded %s, all types', async (_how, words) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'backup.sql');
      await dumpByClient(vendor, script, [...everything, ...words, ...WITHOUT_LOST, TYPE_MATRIX_SCHEMA]);
      await expectEqual(script, TYPE_MATRIX_SCHEMA);
    });
  });

  it.each([
    ['with a row a statement', ['--skip-extended-insert', '--complete-insert']],
    ['without its usual options', ['--skip-opt', '--create-options', '--quick']],
    ['without comments', ['--skip-comments']],
    [
      'with drops, INSERT IGNORE and a transaction for each table',
      ['--add-drop-database', '--add-drop-trigger', '--insert-ignore', '--no-autocommit', '--flush-logs'],
    ],
    [
      'without locks, key switches, quotes, drops and SET NAMES',
      [
        ...['--skip-add-locks', '--skip-disable-keys', '--skip-lock-tables', '--skip-add-drop-table'],
        ...['--skip-quote-names', '--skip-set-charset', '--skip-dump-date'],
      ],
    ],
    [
      'in key order, in latin1 and in small statements',
      [
        '--order-by-primary',
        '--default-character-set=latin1',
        '--net-buffer-length=4096',
        '--all-tablespaces',
      ],
    ],
  ])('is loaded %s, a whole schema', async (_how, words) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'sakila.sql');
      await dumpByClient(vendor, script, [...everything, ...words, '--databases', 'sakila']);
      await expectEqual(script, 'sakila');
    });
  });

  it.each(OF_VENDOR[vendor])('is loaded %s, by what only this client does', async (_how, words) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'sakila.sql');
      await dumpByClient(vendor, script, [...everything, ...words, '--databases', 'sakila']);
      await expectEqual(script, 'sakila');
    });
  });

  it.each(['gz', 'zst'])('is loaded packed as %s', async (suffix) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'sakila.sql');
      await dumpByClient(vendor, script, [...everything, '--databases', 'sakila']);
      const packed = `${script}.${suffix}`;
      const pack = suffix === 'gz' ? gzipSync : compress;
      writeFileSync(packed, pack(readFileSync(script)));
      const { bytes, storedBytes, verdicts } = await expectEqual(packed, 'sakila');
      expect(Math.abs(storedBytes - statSync(packed).size)).toBeLessThan(30);
      expect(bytes).toBeGreaterThan(statSync(script).size / 2);
      expect(bytes).toBeLessThan(statSync(script).size);
      expect(verdicts.find(({ table }) => table === 'rental')?.bytes).toBeGreaterThan(1000);
    });
  });

  it('is refused where it does not say what its times mean', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'compact.sql');
      await dumpByClient(vendor, script, ['--compact', '--databases', 'sakila']);
      const loaded = await loadDump(registry, { vendor, folder: script, schemaMap: { sakila: COPY } });
      expect(loaded.errors[0]?.message).toMatch(
        /TIMESTAMP values, and the script does not set the time zone/,
      );
    });
  });

  it.each([
    ['--compact', ['--compact']],
    ['--skip-tz-utc', ['--skip-tz-utc']],
  ])('is loaded in the time zone that a user names, %s', async (_option, words) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'times.sql');
      await dumpByClient(vendor, script, [...words, '--databases', 'sakila']);
      await dropSchemas(vendor, COPY);
      const loadIn = (timeZone: string) =>
        loadDump(registry, {
          ...{ vendor, folder: script, verify: 'checksum', input: { timeZone } },
          schemaMap: { sakila: COPY },
        });
      const unknown = await loadIn('Nowhere/Near');
      expect(unknown.errors[0]?.message).toMatch(/'Nowhere\/Near', which the target does not know/);
      const loaded = await loadIn('+02:00');
      expect(loaded.errors).toEqual([]);
      const actor = loaded.verdicts.find(({ table }) => table === 'actor');
      expect(actor?.checks.find(({ kind }) => kind === 'checksum')).toMatchObject({
        state: 'not-checked',
        detail: expect.stringMatching(/in another time zone than UTC/) as string,
      });
      await withPlain(vendor, async (connection) => {
        await connection.query("SET time_zone = '+00:00'");
        const [rows] = await connection.query(
          `SELECT COUNT(*) AS ok FROM ${COPY}.actor c JOIN sakila.actor s USING (actor_id)
           WHERE c.last_update = s.last_update - INTERVAL 2 HOUR`,
        );
        expect(rows).toEqual([{ ok: actor?.rows }]);
      });
    });
  });

  it('is loaded with views, routines, triggers and foreign keys, and compared afterwards', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'sakila.sql');
      await dumpByClient(vendor, script, [...everything, '--databases', 'sakila']);
      await expectEqual(script, 'sakila');
      const compared = await compareWithDump(registry, {
        vendor,
        folder: script,
        schemaMap: { sakila: COPY },
        verify: 'checksum',
      });
      expect(compared.errors).toEqual([]);
      expect((await verifyDump(registry, script)).errors).toEqual([]);
    });
  });

  it('is loaded with several schemas', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'whole.sql');
      await dumpByClient(vendor, script, [
        ...everything,
        ...WITHOUT_LOST,
        '--databases',
        'sakila',
        TYPE_MATRIX_SCHEMA,
      ]);
      await dropSchemas(vendor, COPY, 'second_copy');
      const loaded = await loadDump(registry, {
        vendor,
        folder: script,
        threads: 4,
        schemaMap: { sakila: COPY, [TYPE_MATRIX_SCHEMA]: 'second_copy' },
      });
      expect(loaded.errors.map(({ message }) => message)).toEqual([]);
      expect(loaded.verdicts.every(({ checks }) => checks.length > 0)).toBe(true);
      await dropSchemas(vendor, 'second_copy');
    });
  });

  it('is refused where it is cut, and nothing is made', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'cut.sql');
      await dumpByClient(vendor, script, ['sakila']);
      const text = readFileSync(script);
      for (const bytes of [text.length - 200, Math.floor(text.length / 2)]) {
        truncateSync(script, bytes);
        await dropSchemas(vendor, COPY);
        const loaded = await loadDump(registry, { vendor, folder: script, schemaMap: { sakila: COPY } });
        expect(loaded.errors[0]).toMatchObject({ code: 'dump-incomplete' });
        await withPlain(vendor, async (connection) => {
          const [found] = await connection.query(`SHOW DATABASES LIKE '${COPY}'`);
          expect(found).toEqual([]);
        });
      }
    });
  });

  it('is refused with a statement that nobody knows, by its line', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'odd.sql');
      writeFileSync(script, 'CREATE TABLE t (id INT PRIMARY KEY);\nINSERT INTO t VALUES (1);\n');
      appendFileSync(script, 'DELETE FROM t;\n');
      const loaded = await loadDump(registry, { vendor, folder: script, schemaMap: { odd: COPY } });
      expect(loaded.errors[0]?.message).toMatch(/line 3 .*DELETE FROM t/);
    });
  });
});

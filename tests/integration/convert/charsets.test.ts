import { readFileSync, writeFileSync } from 'fs';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RowDataPacket } from 'mysql2/promise';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { testVendors } from '../../servers/test-server';
import { loadDump, newRegistry, withFolder } from '../harness/runs';
import { dropSchemas, withPlain } from '../harness/servers';
import { convertDump, dumpSchemas } from './harness';

const SCHEMA = 'every_charset';
const COPY = 'every_charset_copy';

/** Characters of one and two bytes: halves that look like backslashes and quotes are among them. */
const CODES = [
  ...Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0')),
  ...[0x81, 0x9f, 0xa1, 0xb0, 0xe0, 0xf9, 0xfe].flatMap((lead) =>
    [0x40, 0x5c, 0x60, 0x7c, 0xa1, 0xc0, 0xfe].map((trail) => (lead * 256 + trail).toString(16)),
  ),
];

/** Every character set of a server, as our own script, back by our own load. */
describe.each(testVendors)('texts of %s in all character sets', (vendor) => {
  const registry = newRegistry();
  const charsets: string[] = [];

  beforeAll(async () => {
    await dropSchemas(vendor, SCHEMA, COPY);
    await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query<RowDataPacket[]>(
        "SELECT CHARACTER_SET_NAME AS name FROM information_schema.CHARACTER_SETS WHERE CHARACTER_SET_NAME <> 'binary' ORDER BY 1",
      );
      charsets.push(...rows.map(({ name }) => String(name)));
      await connection.query(`CREATE DATABASE ${SCHEMA}`);
      await connection.query(`USE ${SCHEMA}`);
      for (const charset of charsets) {
        await connection.query(
          `CREATE TABLE t_${charset} (id INT PRIMARY KEY, plain VARCHAR(20), own VARCHAR(20) CHARACTER SET ${charset})`,
        );
        // Nothing in the first rows; texts of both columns behind them.
        const values = [
          ...['(1, NULL, NULL)', "(2, 'ä', NULL)"],
          ...CODES.map((code, at) => `(${at + 3}, 'é', CONVERT(0x${code} USING ${charset}))`),
        ];
        await connection.query("SET SESSION sql_mode = ''");
        await connection.query(`INSERT IGNORE INTO t_${charset} VALUES ${values.join()}`);
      }
    });
  });
  afterAll(() => dropSchemas(vendor, SCHEMA, COPY));

  it('are equal again, as rows that are moved and compared, not as statements', async () => {
    await withFolder(async (folder) => {
      const [dump, script] = [join(folder, 'dump'), join(folder, 'a.sql')];
      await dumpSchemas(registry, vendor, dump, [SCHEMA]);
      await convertDump(dump, script);
      const text = readFileSync(script, 'latin1');
      for (const charset of ['gbk', 'sjis', 'cp932', 'big5', 'eucjpms', 'ujis', 'euckr', 'gb2312'])
        expect(text).toContain(`_${charset} 0x`);
      const loaded = await loadDump(registry, {
        vendor,
        folder: script,
        threads: 2,
        schemaMap: { [SCHEMA]: COPY },
        verify: 'checksum',
      });
      expect(loaded.errors).toEqual([]);
      expect(loaded.ok).toBe(true);
      await withPlain(vendor, async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, SCHEMA),
        );
      });
      // A script is read without a server, and gives itself again.
      await convertDump(script, join(folder, 'b.sql'));
      expect(readFileSync(join(folder, 'b.sql'), 'latin1')).toBe(text);
    });
  });

  it('are loaded where a script writes them in several ways', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'mixed.sql');
      writeFileSync(
        script,
        [
          'SET NAMES utf8mb4;',
          'CREATE TABLE mixed (id INT PRIMARY KEY, a VARCHAR(9) CHARACTER SET gbk, n INT, b VARBINARY(9)) DEFAULT CHARSET=utf8mb4;',
          "INSERT INTO mixed VALUES (1, _gbk 0x815C, 1, _binary 'x'), (2, '中', 2, _gbk 0x815C), (3, _big5 0xA440, 3, NULL);",
          "INSERT INTO mixed VALUES (4, _GBK x'815C', 4, 0x00), (5, _latin1 x'B0', 5, NULL), (6, NULL, 6, NULL);\n",
        ].join('\n'),
      );
      await dropSchemas(vendor, COPY);
      const loaded = await loadDump(registry, { vendor, folder: script, schemaMap: { mixed: COPY } });
      expect(loaded.errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const [rows] = await connection.query<RowDataPacket[]>(
          `SELECT CONCAT_WS(' ', id, HEX(a), n, HEX(b)) AS text FROM ${COPY}.mixed ORDER BY id`,
        );
        expect(rows.map(({ text }) => String(text))).toEqual([
          ...['1 815C 1 78', '2 D6D0 2 815C', '3 D2BB 3', '4 815C 4 00', '5 A1E3 5', '6 6'],
        ]);
      });
    });
  });
});

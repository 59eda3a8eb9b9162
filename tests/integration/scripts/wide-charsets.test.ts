import { writeFileSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { tablesOf } from '../../../app/format/read/dump';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient, loadByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';
import { convertDump } from '../convert/harness';
import { connectToFresh, dropSchemas, withPlain } from '../harness/servers';

const SOURCE = 'wide_charsets';
const [CLIENTS, COPY] = [`${SOURCE}_client`, `${SOURCE}_copy`];

/** First and second bytes of letters of two bytes, as the servers have them (strings/ctype-*.c). */
const GBK = {
  leads: [[0x81, 0xfe]],
  trails: [
    [0x40, 0x7e],
    [0x80, 0xfe],
  ],
} as const;
const SJIS = {
  leads: [
    [0x81, 0x9f],
    [0xe0, 0xfc],
  ],
  trails: [
    [0x40, 0x7e],
    [0x80, 0xfc],
  ],
} as const;
const LETTERS = {
  gbk: GBK,
  gb18030: GBK,
  sjis: SJIS,
  cp932: SJIS,
  big5: {
    leads: [[0xa1, 0xf9]],
    trails: [
      [0x40, 0x7e],
      [0xa1, 0xfe],
    ],
  },
} as const;
type Charset = keyof typeof LETTERS;

function bytesIn(ranges: readonly (readonly [number, number])[]): readonly string[] {
  return ranges.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => (from + at).toString(16)),
  );
}

/** All letters of two bytes, in hexadecimal digits. */
function lettersOf(charset: Charset): readonly string[] {
  const { leads, trails } = LETTERS[charset];
  return bytesIn(leads).flatMap((lead) => bytesIn(trails).map((trail) => lead + trail));
}

/** Scripts of the vendors' own tools in character sets in which a part of a letter may look like a backslash. */
describe.each(testVendors)('a script in a character set whose letters hold backslashes, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  afterEach(() => dropSchemas(vendor, SOURCE, CLIENTS, COPY));

  async function isLoadedAsByItsClient(charset: Charset, script: string): Promise<void> {
    await (await connectToFresh(vendor, CLIENTS)).end();
    await dropSchemas(vendor, COPY);
    const words = [`--default-character-set=${charset}`, '--binary-mode', CLIENTS];
    await loadByClient(vendor, script, words);
    const loaded = await loadDump(registry, {
      ...{ vendor, folder: script, threads: 2, verify: 'checksum' as const },
      schemaMap: { [SOURCE]: COPY },
    });
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    await withPlain(vendor, async (connection) => {
      expect(await schemaFingerprint(connection, COPY)).toEqual(await schemaFingerprint(connection, CLIENTS));
      const [sums] = await connection.query<RowDataPacket[]>(
        `CHECKSUM TABLE ${CLIENTS}.letters, ${COPY}.letters`,
      );
      expect(sums[1]?.Checksum).toBe(sums[0]?.Checksum);
    });
    const [table] = tablesOf(await openDump(script, engine));
    expect(table?.chunks.map(({ part }) => part?.asWritten)).toEqual([null]);
    expect(loaded.verdicts[0]?.checks).toContainEqual(
      expect.objectContaining({ kind: 'checksum', state: 'ok' }),
    );
  }

  it.each(Object.keys(LETTERS).filter((name) => vendor === 'mysql' || name !== 'gb18030') as Charset[])(
    'is loaded in %s with all letters of two bytes as the client loads it, in ranges of LOAD DATA',
    async (charset) => {
      const connection = await connectToFresh(vendor, SOURCE);
      await connection.query(
        `CREATE TABLE letters (id INT PRIMARY KEY, own VARCHAR(9) CHARACTER SET ${charset}, fixed CHAR(4) CHARACTER SET ${charset},
           uni VARCHAR(9) CHARACTER SET utf8mb4, raw VARBINARY(9), t TEXT CHARACTER SET ${charset}, e ENUM('a', '\u4e00') CHARACTER SET utf8mb4,
           d DATETIME, n DECIMAL(9,3), KEY own (own)) DEFAULT CHARSET = ${charset}`,
      );
      await connection.query("SET SESSION sql_mode = ''");
      const letters = lettersOf(charset);
      for (let from = 0; from < letters.length; from += 1000) {
        const rows = letters.slice(from, from + 1000).map((letter, at) => {
          const id = from + at;
          const text = `_${charset} 0x${letter}`;
          return `(${id}, ${text}, _${charset} 0x${letter}5C, CONVERT(${text} USING utf8mb4), 0x${letter}5C27${letter.slice(0, 2)},
            _${charset} 0x275C${letter}0A${letter}, ${id % 2 === 0 ? "'a'" : 'NULL'}, '2026-11-30 01:02:03', ${id}.5)`;
        });
        await connection.query(`INSERT IGNORE INTO letters VALUES ${rows.join()}`);
      }
      await connection.end();
      await withFolder(async (folder) => {
        const script = join(folder, 'script.sql');
        await dumpByClient(vendor, script, [`--default-character-set=${charset}`, SOURCE]);
        await isLoadedAsByItsClient(charset, script);
      });
    },
  );

  it('is loaded in gbk as the client loads it, whichever way its values are written', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    await withFolder(async (folder) => {
      const script = join(folder, 'script.sql');
      for (const mode of ['', 'NO_BACKSLASH_ESCAPES']) {
        const quote = mode === '' ? "\\'" : "''";
        writeFileSync(
          script,
          bytes(`SET NAMES gbk;
SET sql_mode = '${mode}';
CREATE TABLE letters (id INT PRIMARY KEY, a VARCHAR(20) CHARACTER SET gbk, u VARCHAR(20), b VARBINARY(20), j JSON, d DATE,
  big VARCHAR(9) CHARACTER SET big5, n INT) DEFAULT CHARSET = utf8mb4;
INSERT INTO letters VALUES (1,'\xd5\x5c','\xd5\x5c${quote}\xd5\x5c',_binary '\xd5\x5c\x81','{"a": "\xd5\x5c"}','2026-11-30',_big5 0xB35C,1),
 (2,'a' '\xd5\x5c',"\xd5\x5c",0xD55C5C,NULL,NULL,'\xd2\xbb',-1);
INSERT INTO letters (u, id, a) VALUES ('\x81\x60',3,N'x'),(_gbk 0xD55C,4,_GBK '\xc4\xe3');
`),
        );
        await (await connectToFresh(vendor, CLIENTS)).end();
        await dropSchemas(vendor, COPY);
        await loadByClient(vendor, script, ['--default-character-set=gbk', '--binary-mode', CLIENTS]);
        const loaded = await loadDump(registry, {
          ...{ vendor, folder: script, threads: 2 },
          schemaMap: { script: COPY },
        });
        expect(loaded.errors.map(({ message }) => message)).toEqual([]);
        await withPlain(vendor, async (connection) => {
          expect(await schemaFingerprint(connection, COPY)).toEqual(
            await schemaFingerprint(connection, CLIENTS),
          );
        });
      }
    });
  });

  it.each([
    ['half a letter', 'a\x81'],
    ['a letter that stands for nothing', 'a\xd7\xfa'],
  ])('is not loaded with %s, and its row is named', async (_what, text) => {
    await withFolder(async (folder) => {
      const script = join(folder, 'script.sql');
      const lines = [
        'SET NAMES gbk;',
        'CREATE TABLE letters (id INT PRIMARY KEY, u VARCHAR(20)) DEFAULT CHARSET = utf8mb4;',
        `INSERT INTO letters VALUES (1,'a'),(2,'${text}');\n`,
      ];
      writeFileSync(script, Buffer.from(lines.join('\n'), 'latin1'));
      const { errors } = await loadDump(registry, {
        ...{ vendor, folder: script, threads: 2 },
        schemaMap: { script: COPY },
      });
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ table: `${COPY}.letters` });
      expect(errors[0]?.message).toMatch(/row 2\b|Invalid gbk character string/);
    });
  });

  it('is converted to SQL that gives the same rows, and to no format of UTF-8 alone', async () => {
    await withFolder(async (folder) => {
      const [script, converted] = [join(folder, 'script.sql'), join(folder, 'converted.sql')];
      const lines = [
        'SET NAMES gbk;',
        'CREATE TABLE letters (id INT PRIMARY KEY, u VARCHAR(20), d DATE, j JSON) DEFAULT CHARSET = utf8mb4;',
        `INSERT INTO letters VALUES (1,'a',NULL,NULL),(2,'\xd5\x5c','2026-11-30','{"a": "\xd5\x5c"}');\n`,
      ];
      writeFileSync(script, Buffer.from(lines.join('\n'), 'latin1'));
      await convertDump(script, converted);
      await (await connectToFresh(vendor, CLIENTS)).end();
      await loadByClient(vendor, script, ['--default-character-set=gbk', '--binary-mode', CLIENTS]);
      const { errors } = await loadDump(registry, {
        ...{ vendor, folder: converted },
        schemaMap: { script: COPY },
      });
      expect(errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, CLIENTS),
        );
      });
      for (const format of ['csv', 'jsonl', 'parquet'] as const)
        await expect(convertDump(script, join(folder, format), { format })).rejects.toThrow(
          /script\.letters has texts in gbk/,
        );
    });
  });
});

import { writeFileSync } from 'fs';
import { join } from 'path';
import type { RowDataPacket } from 'mysql2/promise';
import { afterEach, describe, expect, it } from 'vitest';
import { quoteName } from '../../../app/catalog/text/quote';
import { openEngine } from '../../../app/engine/open';
import { openDump } from '../../../app/format/formats';
import { tablesOf } from '../../../app/format/read/dump';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { dumpByClient, loadByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { connectToFresh, dropSchemas, queryRows, withPlain } from '../harness/servers';
import { ENGINE_FILE, loadDump, newRegistry, withFolder } from '../harness/runs';

const SOURCE = 'names_in_charsets';
const COPY = `${SOURCE}_copy`;
const CLIENTS = `${SOURCE}_client`;

type Names = Readonly<Record<string, readonly [string, string]>>;

/** Names of a table and of a column. */
const NAMES: Names = {
  latin1: ['straße', 'größe € in cm'],
  cp1251: ['имя таблицы', 'Ёж'],
  greek: ['όνομα', 'τιμή'],
  koi8r: ['имя', 'Ёж'],
  latin2: ['źródło', 'ęż'],
  gbk: ['姓名', '地`址'],
  big5: ['姓名', '地`址'],
  sjis: ['名前', '住`所'],
  ujis: ['表示', 'テスト'],
};

/**
 * The same whose letters hold a backslash, and a backtick, as their second bytes: no tool dumps these as it should, and the
 * servers read some as others.
 */
const ODD_NAMES: Names = {
  gbk: ['乗俓', '乣`俙'],
  big5: ['功俞', '亡`匝'],
  sjis: ['ソ十', 'チ`港'],
};

/** Letters that the Encoding Standard, or the runtime, takes for others than the servers do, or does not know. */
const LETTERS: Readonly<Record<string, string>> = {
  euckr: '똠방각하€',
  big5: 'ぁЯ①∼',
  gb2312: '・―',
  sjis: '〜−¢£¬',
  ujis: '〜−¢£¬',
  greek: '\u02bd\u02bc',
  KOI8R: 'Ёж',
  cp852: 'źródło',
};

/** Scripts of the vendors' own tools, whose INSERTs name tables and columns in another character set than UTF-8. */
describe.each(testVendors)('names in the character set of a script, %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  afterEach(() => dropSchemas(vendor, SOURCE, COPY, CLIENTS));

  /** Loads a script of one table of three rows, as ranges of LOAD DATA. */
  async function isLoaded(script: string): Promise<void> {
    const loaded = await loadDump(registry, {
      ...{ vendor, folder: script, threads: 2, verify: 'checksum' as const },
      schemaMap: { [SOURCE]: COPY },
    });
    expect(loaded.errors.map(({ message }) => message)).toEqual([]);
    expect(loaded.rows).toBe(3);
    const [found] = tablesOf(await openDump(script, engine));
    expect(found?.chunks.map(({ part }) => part?.asWritten)).toEqual([null]);
  }

  it.each(Object.keys(NAMES))('are those that the client takes them for, in %s', async (charset) => {
    const [table = '', column = ''] = NAMES[charset] ?? [];
    const quoted = [table, column].map(quoteName);
    const connection = await connectToFresh(vendor, SOURCE);
    await connection.query(
      `CREATE TABLE ${quoted[0]} (id INT PRIMARY KEY, ${quoted[1]} VARCHAR(40), KEY k (${quoted[1]})) DEFAULT CHARSET = ${charset}`,
    );
    await connection.query(`INSERT INTO ${quoted[0]} VALUES (1, ?), (2, NULL), (3, 'plain')`, [table]);
    await connection.end();
    await withFolder(async (folder) => {
      const script = join(folder, 'names.sql');
      const words = [`--default-character-set=${charset}`, '--complete-insert', SOURCE];
      await dumpByClient(vendor, script, words);
      await isLoaded(script);
      await (await connectToFresh(vendor, CLIENTS)).end();
      await loadByClient(vendor, script, [`--default-character-set=${charset}`, '--binary-mode', CLIENTS]);
    });
    await withPlain(vendor, async (plain) => {
      expect(await schemaFingerprint(plain, CLIENTS)).toEqual(await schemaFingerprint(plain, SOURCE));
      expect(await schemaFingerprint(plain, COPY)).toEqual(await schemaFingerprint(plain, SOURCE));
    });
  });

  /** The bytes of a text in a character set, as the server has them. */
  async function bytesIn(charset: string, text: string): Promise<Buffer> {
    return await withPlain(vendor, async (plain) => {
      const converted = `SELECT CAST(CONVERT(? USING ${charset}) AS BINARY) AS bytes`;
      const [[row]] = await plain.query<RowDataPacket[]>(converted, [text]);
      return (row as { readonly bytes: Buffer }).bytes;
    });
  }

  it.each(Object.keys(LETTERS))('are those of the server in definitions too, in %s', async (charset) => {
    const letters = LETTERS[charset] ?? '';
    const text = `SET NAMES ${charset};
      CREATE DATABASE IF NOT EXISTS ${SOURCE};
      USE ${SOURCE};
      CREATE TABLE t (id INT PRIMARY KEY, e ENUM('a', '${letters}') NOT NULL DEFAULT '${letters}' COMMENT '${letters}')
        DEFAULT CHARSET = ${charset} COMMENT '${letters}';
      INSERT INTO t VALUES (1, 'a'), (2, '${letters}'), (3, 'a');
      CREATE VIEW w AS SELECT id, '${letters}' AS \`${letters}\` FROM t;`;
    await withFolder(async (folder) => {
      const script = join(folder, 'letters.sql');
      writeFileSync(script, await bytesIn(charset, text));
      await isLoaded(script);
      await loadByClient(vendor, script, [`--default-character-set=${charset}`, '--binary-mode']);
    });
    await withPlain(vendor, async (plain) => {
      expect(await schemaFingerprint(plain, COPY)).toEqual(await schemaFingerprint(plain, SOURCE));
    });
  });

  it.each(Object.keys(ODD_NAMES))('may hold quotes within letters, in %s', async (charset) => {
    const [table, column] = (ODD_NAMES[charset] ?? []).map(quoteName);
    const text = `SET NAMES ${charset};
      CREATE DATABASE IF NOT EXISTS ${SOURCE};
      USE ${SOURCE};
      CREATE TABLE ${table} (id INT PRIMARY KEY, ${column} VARCHAR(9)) DEFAULT CHARSET = ${charset};
      INSERT INTO ${table} (id, ${column}) VALUES (1, 'a'), (2, NULL), (3, 'b');`;
    const bytes = await bytesIn(charset, text);
    const countIn = (where: string, quote: string) => where.split(quote).length;
    for (const quote of ['\\', '`'])
      expect(countIn(bytes.toString('latin1'), quote)).toBeGreaterThan(countIn(text, quote));
    await withFolder(async (folder) => {
      const script = join(folder, 'names.sql');
      writeFileSync(script, bytes);
      await isLoaded(script);
    });
    const columns = await queryRows(
      vendor,
      `SELECT TABLE_NAME AS t, COLUMN_NAME AS c FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = '${COPY}' ORDER BY ORDINAL_POSITION`,
    );
    const [name, other] = ODD_NAMES[charset] ?? [];
    expect(columns.map(({ t, c }) => [t, c])).toEqual([
      [name, 'id'],
      [name, other],
    ]);
  });

  it('are refused where the server is to compute the rows: these go in as they stand', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'computed.sql');
      const text = [
        ...[`CREATE DATABASE ${SOURCE};`, `USE ${SOURCE};`, 'SET NAMES latin1;'],
        ...['CREATE TABLE `straße` (id INT PRIMARY KEY);', 'INSERT INTO `straße` VALUES (1 + 1);'],
      ];
      writeFileSync(script, Buffer.from(text.join('\n'), 'latin1'));
      const loaded = await loadDump(registry, { vendor, folder: script, threads: 2 });
      expect(loaded.errors.map(({ message }) => message)).toEqual([
        'The rows on line 5 can only go to the server as they stand in the script, where the name of their table or of a column is in latin1.',
      ]);
      expect(loaded.targetState).toBe('untouched');
    });
  });

  it('are refused where they are no text of it', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'no-text.sql');
      const text = `CREATE DATABASE ${SOURCE};\nUSE ${SOURCE};\nCREATE TABLE a (id INT PRIMARY KEY);\nINSERT INTO \`stra\xdfe\` VALUES (1);\n`;
      writeFileSync(script, Buffer.from(text, 'latin1'));
      const loaded = await loadDump(registry, { vendor, folder: script, threads: 2 });
      expect(loaded.errors.map(({ message }) => message)).toEqual([
        'The statement on line 4 is not in the character set that the script names (utf8mb4).',
      ]);
      expect(loaded.targetState).toBe('untouched');
    });
  });
});

import type { Connection } from 'mysql2/promise';
import { join } from 'path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Vendor } from '../../app/contract/connections/connection';
import { testVendors } from '../servers/test-server';
import { migrateSchema } from './harness/migrations';
import { definitionsOf } from './harness/definitions';
import { compareWithDump, dumpSchema, loadDump, newRegistry, withFolder } from './harness/runs';
import { connectPlain, connectToFresh, dropSchemas } from './harness/servers';

const SCHEMA = 'definition_bytes';
const COPY = 'definition_bytes_copy';
const HIDDEN = 'definition_bytes_hidden';

/** MariaDB prints `?` for the long characters of members and defaults; MySQL writes CHECKs of utf32 anew in an ALTER. */
const HIDDEN_CHARACTERS = [
  `CREATE TABLE hidden (id INT PRIMARY KEY,
     e ENUM('x', '😀', 'q?') CHARACTER SET utf8mb4 DEFAULT '😀',
     st SET('a', 'b', '😀''?') CHARACTER SET utf8mb4 NOT NULL DEFAULT '😀''?',
     s VARCHAR(20) CHARACTER SET utf8mb4 DEFAULT '?😀''' COMMENT '?', KEY k (s))`,
  'CREATE TABLE bare LIKE hidden',
  `CREATE TABLE keyless (id INT, e ENUM('x', '😀') CHARACTER SET utf8mb4 NOT NULL DEFAULT '😀',
     st SET('a', '😀') CHARACTER SET utf8mb4 NOT NULL DEFAULT 'a,😀',
     s VARCHAR(20) CHARACTER SET utf8mb4 NOT NULL DEFAULT '?😀') DEFAULT CHARSET = utf8mb4`,
  "INSERT INTO hidden (id, e, st) VALUES (1, '😀', 'a,😀''?')",
  `CREATE TABLE wide (id INT PRIMARY KEY, c BIT(8), KEY k (c), CHECK (COALESCE(HEX(c), '') <> '😀'))
     CHARACTER SET utf32`,
];

const BOTH = [
  `CREATE TABLE smile (a VARCHAR(10), g VARCHAR(20) AS (CONCAT(a, '😀')) STORED,
     d VARCHAR(10) DEFAULT (CONCAT('😀', '')), CHECK (a <> '😀'))`,
  "INSERT INTO smile (a) VALUES ('x')",
  "CREATE VIEW literals AS SELECT _latin1 X'E9' AS a, _latin1 X'80' AS euro, '😀' AS smile FROM smile",
];
const MYSQL = [
  "CREATE TABLE latin (a VARCHAR(10), CHECK (a <> _latin1 X'80'), g VARCHAR(9) AS (CONCAT(a, _latin1 X'E9')))",
  "CREATE TABLE indexed (a VARCHAR(10), KEY k ((CONCAT(a, '😀'))))",
];

/** Sends a statement as these bytes, one for each character. */
async function sendBytes(connection: Connection, bytes: string): Promise<void> {
  const { config } = connection as unknown as { readonly config: { charsetNumber: number } };
  const before = config.charsetNumber;
  config.charsetNumber = 63;
  await connection.query(bytes);
  config.charsetNumber = before;
}

/** Clients of other character sets, with a text of theirs: € and curly quotes, two kana, Cyrillic, Chinese, Korean. */
const CLIENTS = [
  ['latin1', '\x80\x93\xe9\x94'],
  ['sjis', '\x83\x5c\x95\x5c\xb1'],
  ['cp932', '\x83\x5c\x95\x5c\xb1'],
  ['cp1251', '\xcf\xf0\xe8'],
  ['gbk', '\xd6\xd0\x81\x40'],
  ['euckr', '\x8c\x63\xb0\xa1'],
  ['utf8mb3', '\xe2\x82\xac\xc3\xa9'],
] as const;

async function makeObjects(vendor: Vendor, characterSet: string, text: string): Promise<void> {
  const connection = await connectToFresh(vendor, SCHEMA);
  await connection.query(`SET NAMES ${characterSet}`);
  // MySQL itself can't read a view of a client of gbk with such bytes before a quote.
  const foreign = characterSet === 'gbk' ? '' : ", _utf8mb4 X'C3A9' AS c";
  const named = (letter: string) => `\`${letter}${text}\``;
  for (const statement of [
    `TABLE ${named('t')} (id INT, ${named('c')} INT)`,
    `VIEW ${named('v')} AS SELECT '${text}' AS ${named('a')}${foreign} FROM ${named('t')}`,
    `PROCEDURE ${named('p')}(${named('i')} INT) COMMENT 'c${text}' BEGIN SELECT '${text}', _latin1 X'E9'; END`,
    `FUNCTION f(a INT) RETURNS VARCHAR(20) DETERMINISTIC COMMENT '\\'${text}' RETURN '${text}'`,
    `EVENT ${named('e')} ON SCHEDULE EVERY 1 DAY DISABLE COMMENT 'c${text} DO' DO SELECT '${text}'`,
    `TRIGGER ${named('tr')} BEFORE INSERT ON ${named('t')} FOR EACH ROW SET @x = '${text}'`,
  ])
    await sendBytes(connection, `CREATE ${statement}`);
  await connection.end();
}

describe.each(testVendors)('definitions whose bytes are no plain text, %s', (vendor) => {
  const registry = newRegistry();

  beforeAll(async () => {
    const connection = await connectToFresh(vendor, SCHEMA);
    for (const statement of [...BOTH, ...(vendor === 'mysql' ? MYSQL : [])])
      await connection.query(statement);
    await connection.end();
  });

  afterAll(() => dropSchemas(vendor, SCHEMA, COPY, HIDDEN));

  it('are the same after a dump and a load', async () => {
    await dropSchemas(vendor, COPY);
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ state: 'done', errors: [] });
    });
    expect(await definitionsOf(vendor, COPY)).toEqual(await definitionsOf(vendor, SCHEMA));
  });

  it('keep characters that the server does not print, and literals that an ALTER would rewrite', async () => {
    await dropSchemas(vendor, COPY);
    const connection = await connectToFresh(vendor, HIDDEN);
    for (const statement of HIDDEN_CHARACTERS) await connection.query(statement);
    await connection.end();
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: HIDDEN, folder })).toMatchObject({ errors: [] });
      const target = { vendor, folder, schemaMap: { [HIDDEN]: COPY } };
      const loaded = await loadDump(registry, { ...target, indexes: 'defer' });
      expect(loaded).toMatchObject({ state: 'done', errors: [] });
      const compared = await compareWithDump(registry, { ...target, verify: 'checksum' });
      expect(compared).toMatchObject({ state: 'done', errors: [] });
    });
    expect(await definitionsOf(vendor, COPY)).toEqual(await definitionsOf(vendor, HIDDEN));
    const plain = await connectPlain(vendor);
    await plain.query(`INSERT INTO ${COPY}.hidden (id, e, st) VALUES (2, 3, 5), (3, DEFAULT, DEFAULT)`);
    await plain.query(`INSERT INTO ${COPY}.bare (id) VALUES (4)`);
    await plain.query(`INSERT INTO ${COPY}.hidden SELECT * FROM ${COPY}.bare`);
    const [rows] = await plain.query(
      `SELECT HEX(CONCAT_WS('|', e, st, s)) AS bytes FROM ${COPY}.hidden ORDER BY id`,
    );
    await plain.query(`INSERT INTO ${COPY}.keyless (id) VALUES (5)`);
    const [[keyless]] = (await plain.query(
      `SELECT CONVERT(CONCAT_WS('|', e, st, s) USING utf8mb4) AS text FROM ${COPY}.keyless`,
    )) as unknown as [[{ readonly text: string }]];
    expect(keyless.text).toBe('😀|a,😀|?😀');
    await plain.end();
    expect(rows).toEqual(
      ['😀|a,😀’?|?😀’', 'q?|a,😀’?|?😀’', '😀|😀’?|?😀’', '😀|😀’?|?😀’'].map((text) => ({
        bytes: Buffer.from(text.replace(/’/g, "'")).toString('hex').toUpperCase(),
      })),
    );
  });

  it('are the same after a migration', async () => {
    await dropSchemas(vendor, COPY);
    const migrated = await migrateSchema(registry, { from: vendor, to: vendor, schema: SCHEMA, copy: COPY });
    expect(migrated).toMatchObject({ errors: [] });
    expect(await definitionsOf(vendor, COPY)).toEqual(await definitionsOf(vendor, SCHEMA));
    const connection = await connectPlain(vendor);
    const [rows] = await connection.query(`SELECT HEX(g) AS g FROM ${COPY}.smile`);
    await connection.end();
    expect(rows).toEqual([{ g: '78F09F9880' }]);
  });

  it.each(['sjis', 'cp932', 'big5', 'gbk', ...(vendor === 'mysql' ? ['gb18030'] : [])])(
    'hold the same literals of other character sets in a view that a client of %s has made',
    async (characterSet) => {
      await dropSchemas(vendor, COPY);
      const connection = await connectToFresh(vendor, SCHEMA);
      await connection.query(`SET NAMES ${characterSet}`);
      // Behind a first byte of two: the quote that ends the literal, and a second byte before a backslash.
      await connection.query("CREATE VIEW v AS SELECT _latin1 X'E9' AS `a'b`, _latin1 X'E9416E' AS c");
      await connection.query("CREATE VIEW w AS SELECT _latin1 X'E9415C' AS `a'b`, 'x' AS c");
      const before = await textsIn(connection, SCHEMA);
      expect(before).toMatch(/"E9".*"E9416E".*"E9415C"/);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
        const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
        expect(loaded).toMatchObject({ state: 'done', errors: [] });
      });
      expect(await textsIn(connection, COPY)).toBe(before);
      await connection.end();
    },
  );

  it.each(CLIENTS)('are the same where a client of %s has made them', async (characterSet, text) => {
    await dropSchemas(vendor, COPY);
    await makeObjects(vendor, characterSet, text);
    const before = await definitionsOf(vendor, SCHEMA);
    expect(before['FUNCTION f']).toContain(Buffer.from(`RETURN '${text}'`, 'latin1').toString('hex'));
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      expect(await dumpSchema(registry, { vendor, schema: SCHEMA, folder })).toMatchObject({ errors: [] });
      const loaded = await loadDump(registry, { vendor, folder, schemaMap: { [SCHEMA]: COPY } });
      expect(loaded).toMatchObject({ state: 'done', errors: [] });
    });
    expect(await definitionsOf(vendor, COPY)).toEqual(before);
  });
});

async function textsIn(connection: Connection, schema: string): Promise<string> {
  const [rows] = await connection.query(
    `SELECT HEX(v.\`a'b\`) AS a, HEX(v.c) AS b, HEX(w.\`a'b\`) AS d, HEX(w.c) AS e FROM ${schema}.v, ${schema}.w`,
  );
  return JSON.stringify(rows);
}

describe.each(testVendors)(
  'views of latin1 clients in a schema whose name they can spell too, %s',
  (vendor) => {
    const [source, target] = ['latin_schéma', 'latin_schéma_copy'];
    afterAll(() => dropSchemas(vendor, source, target));

    it('are loaded one after another under their settings, whatever words they hold', async () => {
      const connection = await connectToFresh(vendor, source);
      await connection.query('CREATE TABLE t (id INT PRIMARY KEY, n INT, KEY k (n))');
      await connection.query('SET character_set_client = latin1');
      await connection.query('CREATE VIEW a AS SELECT id AS `schema`, DATABASE() AS d FROM t USE INDEX (k)');
      await connection.query('CREATE VIEW b AS SELECT id AS `use` FROM t');
      await connection.end();
      await dropSchemas(vendor, target);
      await withFolder(async (parent) => {
        const folder = join(parent, 'dump');
        expect((await dumpSchema(newRegistry(), { vendor, schema: source, folder })).errors).toEqual([]);
        const loaded = await loadDump(newRegistry(), { vendor, folder, schemaMap: { [source]: target } });
        expect(loaded.errors).toEqual([]);
      });
    });
  },
);

import { mkdirSync, symlinkSync, writeFileSync } from 'fs';
import { join } from 'path';
import { Cancellation } from '../../../app/engine/cancellation';
import { openEngine } from '../../../app/engine/open';
import { summarize } from '../../../app/load/summary';
import { LOAD_DEFAULTS, type LoadOptions } from '../../../app/contract/runs/options';
import { afterAll, describe, expect, it } from 'vitest';
import { schemaFingerprint } from '../../fixtures/fingerprint';
import { TOOL_SCRIPTS } from '../../fixtures/scripts/tool-scripts';
import { runByClient } from '../../servers/dump-programs';
import { testVendors } from '../../servers/test-server';
import { runSluice } from '../harness/command';
import { ENGINE_FILE, loadDump, newRegistry, verifyDump, withFolder } from '../harness/runs';
import { planLoad } from '../harness/plans';
import { connectToFresh, dropSchemas, testEndpoint, withPlain } from '../harness/servers';

const COPY = 'tool_copy';
const REFERENCE = 'tool_reference';

/** Scripts in the manner of other tools: Sluice must leave what the vendor's own client leaves. */
describe.each(testVendors)('a script on %s', (vendor) => {
  const registry = newRegistry();
  const engine = openEngine(ENGINE_FILE);
  afterAll(async () => {
    const named = TOOL_SCRIPTS.flatMap(({ schema }) => schema ?? []);
    await dropSchemas(vendor, COPY, REFERENCE, ...named);
  });

  /** Loads the script from a file `backup.sql` into the copy. */
  async function loaded(folder: string, text: string | Buffer, more: Partial<LoadOptions> = {}) {
    const script = join(folder, 'backup.sql');
    writeFileSync(script, text);
    await dropSchemas(vendor, COPY);
    return await loadDump(registry, {
      ...{ vendor, folder: script, threads: 3, schemaMap: { backup: COPY } },
      ...more,
    });
  }

  async function rowsOf(table: string): Promise<unknown[][]> {
    return await withPlain(vendor, async (connection) => {
      const [rows] = await connection.query({ sql: `SELECT * FROM ${COPY}.${table}`, rowsAsArray: true });
      return rows as unknown[][];
    });
  }

  it.each(TOOL_SCRIPTS)('of $tool is loaded as its client loads it', async ({ schema, text }) => {
    await withFolder(async (folder) => {
      const reference = schema ?? REFERENCE;
      await (await connectToFresh(vendor, REFERENCE)).end();
      if (schema !== null) await dropSchemas(vendor, schema);
      await runByClient(vendor, REFERENCE, text);
      const { errors } = await loaded(folder, text, { schemaMap: { [schema ?? 'backup']: COPY } });
      expect(errors.map(({ message }) => message)).toEqual([]);
      await withPlain(vendor, async (connection) => {
        const copy = await schemaFingerprint(connection, COPY);
        expect(copy).toEqual(await schemaFingerprint(connection, reference));
      });
      expect((await verifyDump(registry, join(folder, 'backup.sql'))).errors).toEqual([]);
    });
  });

  it('is loaded behind the messages that its tool has printed into it', async () => {
    await withFolder(async (folder) => {
      const messages =
        'Warning: A partial dump from a server that has GTIDs will by default include the GTIDs; to make another, pass --x.\n' +
        "/usr/bin/mysqldump: Deprecated program name. It will be removed in a future release, use '/usr/bin/mariadb-dump' instead\n";
      const script =
        'CREATE TABLE `t` (`id` int);\nINSERT INTO `t` VALUES (1),(2);\nSET GLOBAL max_connections = 151;\n';
      const { errors } = await loaded(folder, messages + script);
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([[1], [2]]);
      const failed = await loaded(folder, `mysqldump: Couldn't find table: "u"\n${script}`);
      expect(failed.errors.map(({ code }) => code)).toEqual(['dump-incomplete']);
    });
  });

  it.each([
    [
      'mysqldump --dump-replica=2 --apply-replica-statements --source-data',
      [
        'SET @MYSQLDUMP_TEMP_LOG_BIN = @@SESSION.SQL_LOG_BIN;',
        'SET @@SESSION.SQL_LOG_BIN= 0;',
        "SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ '3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5,\n4e11fa47-71ca-11e1-9e33-c80aa9429562:1-77';",
        'STOP REPLICA;',
        "CHANGE REPLICATION SOURCE TO SOURCE_LOG_FILE='binlog.000042', SOURCE_LOG_POS=157;",
        "-- CHANGE MASTER TO MASTER_HOST='h', MASTER_LOG_FILE='binlog.000042', MASTER_LOG_POS=157;",
      ],
      ['START REPLICA;', 'SET @@SESSION.SQL_LOG_BIN = @MYSQLDUMP_TEMP_LOG_BIN;'],
    ],
    [
      'mariadb-dump --dump-slave --gtid --apply-slave-statements',
      [
        'STOP ALL SLAVES;',
        "-- SET GLOBAL gtid_slave_pos='0-1-5';",
        "SET GLOBAL gtid_slave_pos='0-1-5';",
        "CHANGE MASTER '' TO MASTER_USE_GTID=slave_pos;",
        "CHANGE MASTER TO MASTER_LOG_FILE='binlog.000042', MASTER_LOG_POS=157;",
      ],
      ['START ALL SLAVES;'],
    ],
  ])('with the positions of %s is loaded, and they are left alone', async (_tool, before, after) => {
    await withFolder(async (folder) => {
      const rows = 'CREATE TABLE `t` (`id` int);\r\nINSERT INTO `t` VALUES (1),\n(2);\n';
      const { errors } = await loaded(folder, [...before, rows, ...after, ''].join('\n'));
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([[1], [2]]);
      const { remarks } = await summarize({ folder: join(folder, 'backup.sql'), engine });
      expect(remarks).toContainEqual(expect.stringMatching(/sets positions of a replica/));
    });
  });

  it('of mysqlpump that was cut between two statements is refused', async () => {
    await withFolder(async (folder) => {
      const head =
        '-- Dump created by MySQL pump utility, version: 5.7.44, Linux (x86_64)\n-- Dump start time: Mon Nov 30 02:00:00 2026\n-- Server version: 5.7.44\n\n';
      const script = `${head}CREATE TABLE \`backup\`.\`t\` (\`id\` int);\nINSERT INTO \`backup\`.\`t\` VALUES (1);\n`;
      const cut = await loaded(folder, script);
      expect(cut.errors.map(({ message }) => message)).toEqual([
        expect.stringMatching(/no “Dump end time” at its end/),
      ]);
      const { errors } = await loaded(folder, `${script}-- Dump end time: Mon Nov 30 02:00:01 2026\n`);
      expect(errors).toEqual([]);
      expect(await rowsOf('t')).toEqual([[1]]);
    });
  });

  it('is loaded with an index that a foreign key brings behind the others', async () => {
    await withFolder(async (folder) => {
      const { errors } = await loaded(
        folder,
        `CREATE TABLE p (id INT PRIMARY KEY);
         CREATE TABLE c (id INT PRIMARY KEY, p INT, n INT, KEY n (n), CONSTRAINT c_p FOREIGN KEY (p) REFERENCES p (id));
         INSERT INTO p VALUES (1); INSERT INTO c VALUES (1, 1, 1);`,
      );
      expect(errors).toEqual([]);
    });
  });

  it('runs statements that nobody knows only where asked, after all rows, each once', async () => {
    await withFolder(async (folder) => {
      const text = `SET foreign_key_checks = 0;
        CREATE TABLE brand (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(20), items INT DEFAULT 0);
        CREATE TABLE item (id INT PRIMARY KEY, brand INT, FOREIGN KEY (brand) REFERENCES brand (id) ON DELETE CASCADE);
        TRUNCATE item;
        INSERT INTO brand (name) VALUES ('a'), ('b'), ('c');
        INSERT INTO item VALUES (1, 1), (2, 1);
        INSERT INTO item VALUES (3, (SELECT id FROM brand WHERE name = 'b')), (4, 3);
        UPDATE brand SET items = (SELECT COUNT(*) FROM item WHERE brand = brand.id);
        DELETE FROM brand WHERE name = 'c';
        ALTER TABLE brand ADD COLUMN added INT DEFAULT 7;
        INSERT INTO brand SELECT id + 10, name, items, added FROM brand;
        DELIMITER //
        CREATE PROCEDURE more() BEGIN UPDATE brand SET items = items + 1; END//
        DELIMITER ;
        CALL more();\n`;
      const refused = await loaded(folder, text);
      expect(refused.errors[0]?.message).toMatch(
        /line 7 that Sluice does not know: INSERT INTO item.* 5 more/,
      );
      const { errors } = await loaded(folder, text, { runUnknownStatements: true });
      expect(errors.map(({ message }) => message)).toEqual([]);
      const connection = await connectToFresh(vendor, REFERENCE);
      await connection.end();
      await runByClient(vendor, REFERENCE, text.replace('foreign_key_checks = 0', 'foreign_key_checks = 1'));
      await withPlain(vendor, async (plain) => {
        const copy = await schemaFingerprint(plain, COPY);
        expect(copy.tables).toEqual((await schemaFingerprint(plain, REFERENCE)).tables);
      });
    });
  });

  it('drops what it has created only where asked, and says that it makes no histogram', async () => {
    await withFolder(async (folder) => {
      const text = `CREATE TABLE kept (id INT PRIMARY KEY, n INT, KEY i (n));
        CREATE TABLE scratch (id INT PRIMARY KEY);
        INSERT INTO kept VALUES (1, 2); INSERT INTO scratch VALUES (1);
        CREATE PROCEDURE p() SELECT 1;
        DROP INDEX i ON kept; DROP TABLE scratch; DROP PROCEDURE p;
        DROP TABLE IF EXISTS never;\n`;
      expect((await loaded(folder, text)).errors[0]?.message).toMatch(
        /line 5 that Sluice does not know: DROP INDEX i ON kept.* 2 more/,
      );
      const { errors } = await loaded(folder, text, { runUnknownStatements: true });
      expect(errors).toEqual([]);
      await (await connectToFresh(vendor, REFERENCE)).end();
      await runByClient(vendor, REFERENCE, text);
      await withPlain(vendor, async (plain) => {
        expect(await schemaFingerprint(plain, COPY)).toEqual(await schemaFingerprint(plain, REFERENCE));
      });
      const histogram = 'CREATE TABLE t (id INT);\nANALYZE TABLE t UPDATE HISTOGRAM ON id WITH 2 BUCKETS;\n';
      writeFileSync(join(folder, 'backup.sql'), histogram);
      const run = await runSluice(['inspect-dump', join(folder, 'backup.sql')], {});
      expect(run.exitCode, run.output).toBe(0);
      expect(run.output).toMatch(/histograms .*line 2/);
    });
  });

  // MySQL's own client of today sends such a line to its server, which refuses it; MariaDB's takes it for a comment.
  it('is loaded with lines of dashes between its rows', async () => {
    await withFolder(async (folder) => {
      const text = `CREATE TABLE t (id INT PRIMARY KEY);
INSERT INTO t VALUES (1);
--------------------
INSERT INTO t VALUES (2);
--more
INSERT INTO t VALUES (3);\n`;
      expect((await loaded(folder, text)).errors).toEqual([]);
      expect(await rowsOf('t')).toEqual([[1], [2], [3]]);
    });
  });

  it('brings rows alone, and leaves the triggers of the tables that are there', async () => {
    await withFolder(async (folder) => {
      const text = `INSERT INTO kept VALUES (1), (2);
        CREATE TRIGGER told BEFORE INSERT ON kept FOR EACH ROW SET NEW.id = NEW.id + 100;\n`;
      const script = join(folder, 'backup.sql');
      writeFileSync(script, text);
      const connection = await connectToFresh(vendor, COPY);
      await connection.query('CREATE TABLE kept (id INT PRIMARY KEY)');
      await connection.query(
        'CREATE TRIGGER told BEFORE INSERT ON kept FOR EACH ROW SET NEW.id = NEW.id + 100',
      );
      const { errors } = await loadDump(registry, { vendor, folder: script, schemaMap: { backup: COPY } });
      expect(errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('kept')).toEqual([[1], [2]]);
      await connection.query('INSERT INTO kept VALUES (3)');
      await connection.end();
      expect(await rowsOf('kept')).toEqual([[1], [2], [103]]);
    });
  });

  it('is resumed at the statement that has failed, which then runs once', async () => {
    await withFolder(async (folder) => {
      const text = `CREATE TABLE t (a INT PRIMARY KEY);
        INSERT INTO t VALUES (1);
        UPDATE t SET a = a + 1;
        INSERT INTO t SELECT a + 1 FROM later;
        UPDATE t SET a = a * 10 ORDER BY a DESC;\n`;
      const wish = { runUnknownStatements: true } as const;
      const failed = await loaded(folder, text, wish);
      expect(failed.errors[0]?.message).toMatch(/^The statement on line 4 of the script failed: /);
      await withPlain(vendor, async (connection) => {
        await connection.query(`CREATE TABLE ${COPY}.later (a INT)`);
        await connection.query(`INSERT INTO ${COPY}.later VALUES (5)`);
      });
      const resumed = await loadDump(registry, {
        ...{ vendor, folder: join(folder, 'backup.sql'), threads: 2, schemaMap: { backup: COPY } },
        ...{ ...wish, resume: true },
      });
      expect(resumed.errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([[20], [60]]);
    });
  });

  it('is loaded with the files of its folder that it includes, and with no others', async () => {
    await withFolder(async (parent) => {
      const folder = join(parent, 'dump');
      mkdirSync(join(folder, 'data'), { recursive: true });
      writeFileSync(join(folder, 'schema.sql'), 'CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(9));\n');
      const rows = "SET NAMES latin1;\nINSERT INTO t VALUES (1, 'J\xfcrgen');\nSET NAMES utf8mb4;\n";
      writeFileSync(join(folder, 'data', 'rows.sql'), Buffer.from(rows, 'latin1'));
      const text = "source schema.sql\n\\. data/rows.sql\nINSERT INTO t VALUES (2, 'Zoë');\n";
      expect((await loaded(folder, text)).errors.map(({ message }) => message)).toEqual([]);
      expect(await rowsOf('t')).toEqual([
        [1, 'Jürgen'],
        [2, 'Zoë'],
      ]);
      writeFileSync(join(folder, 'schema.sql'), 'CREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(8));\n');
      expect((await loaded(folder, text)).errors).toEqual([]);
      writeFileSync(join(parent, 'outside.sql'), 'CREATE TABLE secret (id INT);\n');
      symlinkSync(join(parent, 'outside.sql'), join(folder, 'link.sql'));
      for (const [line, message] of [
        ['source ../outside.sql', /outside of its folder on line 1: \.\.\/outside\.sql/],
        ['source link.sql;', /outside of its folder on line 1: link\.sql/],
        ['\\. /etc/passwd', /outside of its folder on line 1: \/etc\/passwd/],
        ['source none.sql', /which is not there: none\.sql/],
        ['source backup.sql', /being read already/],
      ] as const) {
        const { errors } = await loaded(folder, `${line}\n${text}`);
        expect(errors.map((error) => error.message).join()).toMatch(message);
      }
    });
  });

  it('is loaded with JSON as mydumper writes it, and compared by checksums', async () => {
    await withFolder(async (folder) => {
      const rows = String.raw`(1,CONVERT("{\"a\": \"ä\\n\"}" USING UTF8MB4)),(2,NULL)`;
      const text = `SET NAMES binary;\nCREATE TABLE t (id INT PRIMARY KEY, j JSON);\nINSERT INTO \`t\` VALUES${rows};\n`;
      const { errors, verdicts } = await loaded(folder, text, { verify: 'checksum' });
      expect(errors.map(({ message }) => message)).toEqual([]);
      const said = verdicts.flatMap(({ checks }) => checks.map(({ detail }) => detail));
      expect(said.join()).not.toMatch(/The server computed/);
      const [first] = await rowsOf('t');
      const value = first?.[1];
      expect(typeof value === 'string' ? JSON.parse(value) : value).toEqual({ a: 'ä\n' });
    });
  });

  it('is planned with the statements that nobody knows, and the tables that are missing', async () => {
    await withFolder(async (folder) => {
      const script = join(folder, 'backup.sql');
      const text = 'INSERT INTO a VALUES (1);\nINSERT INTO b VALUES (1);\nUPDATE a SET id = 2;\nCALL p();\n';
      writeFileSync(script, text);
      const connection = await connectToFresh(vendor, COPY);
      await connection.query('CREATE TABLE other (id INT)');
      await connection.end();
      const options = { ...LOAD_DEFAULTS, schemaMap: { backup: COPY } };
      const { conflicts } = await planLoad(
        { endpoint: testEndpoint(vendor), profile: null, folder: script, options },
        new Cancellation(),
      );
      expect(conflicts.map(({ message, table }) => table ?? message)).toEqual([
        expect.stringMatching(/line 3 that Sluice does not know: UPDATE a/),
        expect.stringMatching(/line 4 that Sluice does not know: CALL p/),
        `${COPY}.a`,
        `${COPY}.b`,
      ]);
    });
  });

  it('is loaded into tables that are there, where it has rows alone', async () => {
    await withFolder(async (folder) => {
      const text = `SET time_zone = '+00:00';
        INSERT INTO kept VALUES (1, 'a', b'101', x'00ff', '2024-01-01 00:00:00'), (2, NULL, NULL, '', NULL);
        INSERT INTO kept (name) VALUES ('b'), (NOW());`;
      const script = join(folder, 'backup.sql');
      writeFileSync(script, text);
      const missing = await loaded(folder, text);
      expect(missing.errors.map(({ message }) => message).join()).toMatch(
        /^Only rows are loaded, and the schema/,
      );
      const connection = await connectToFresh(vendor, COPY);
      await connection.query(`CREATE TABLE other (id INT)`);
      const load = () =>
        loadDump(registry, { vendor, folder: script, threads: 2, schemaMap: { backup: COPY } });
      expect((await load()).errors.map(({ message, table }) => [message, table])).toEqual([
        [expect.stringMatching(/their table is not there/), `${COPY}.kept`],
      ]);
      await connection.query(
        `CREATE TABLE kept (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(30), flags BIT(3), raw VARBINARY(9), at TIMESTAMP NULL)`,
      );
      expect((await load()).errors.map(({ message }) => message)).toEqual([]);
      await connection.end();
      const rows = await rowsOf('kept');
      expect(rows.slice(0, 3)).toEqual([
        [1, 'a', Buffer.from([5]), Buffer.from([0, 255]), new Date('2024-01-01T00:00:00Z')],
        [2, null, null, Buffer.from(''), null],
        [3, 'b', null, null, null],
      ]);
      expect(rows).toHaveLength(4);
    });
  });

  it.each([
    ['gbk', [0xd5, 0x5c, 0xc4, 0xe3], '誠你'],
    ['sjis', [0x95, 0x5c, 0x93, 0xfa], '表日'],
    ['big5', [0xb3, 0x5c, 0xa7, 0x41], '許你'],
    ['cp932', [0x95, 0x5c, 0x93, 0xfa], '表日'],
  ])('is loaded in %s, where half of a letter may be a backslash', async (charset, bytes, letters) => {
    await withFolder(async (folder) => {
      const [before, after] = [
        `SET NAMES ${charset};\nCREATE TABLE t (id INT PRIMARY KEY, name VARCHAR(20)) CHARACTER SET utf8mb4;\nINSERT INTO t VALUES (1,'`,
        `\\'x'),(2,'a\\\\b');\n`,
      ];
      const text = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
      expect((await loaded(folder, text)).errors).toEqual([]);
      expect(await rowsOf('t')).toEqual([
        [1, `${letters}'x`],
        [2, 'a\\b'],
      ]);
    });
  });

  it('is loaded with numbers in columns of text, ENUM, SET and YEAR as the server reads them', async () => {
    await withFolder(async (folder) => {
      const text = `CREATE TABLE t (id INT PRIMARY KEY, e ENUM('0','1','2'), s SET('1','2','3'), v VARCHAR(9), y YEAR, b BLOB);
        INSERT INTO t (ID, E, S, V, Y, B) VALUES (1, 1, 3, 007, 0, 1.50), (2, '1', '3', '007', '0', '1.50');
        INSERT INTO t VALUES (3, '2', '1', 'a', 0000, 'b'), (4, '2', '1', 'a', 00, 'b');`;
      await (await connectToFresh(vendor, REFERENCE)).end();
      await runByClient(vendor, REFERENCE, text);
      const { errors } = await loaded(folder, text);
      expect(errors).toEqual([]);
      await withPlain(vendor, async (connection) => {
        expect(await schemaFingerprint(connection, COPY)).toEqual(
          await schemaFingerprint(connection, REFERENCE),
        );
      });
      const rows = await rowsOf('t');
      expect(rows[0]?.slice(0, 5)).toEqual([1, '0', '1,2', '7', 0]);
      expect(rows[1]?.slice(0, 5)).toEqual([2, '1', '3', '007', 2000]);
    });
  });

  it('creates its tables as they read under its own sql_mode', async () => {
    await withFolder(async (folder) => {
      const text = String.raw`SET sql_mode = 'ANSI,NO_BACKSLASH_ESCAPES';
        CREATE TABLE "t" ("id" INT PRIMARY KEY, "path" VARCHAR(20) DEFAULT 'C:\temp', "r" REAL);
        INSERT INTO "t" ("id", "r") VALUES (1, 0.1);`;
      const { errors } = await loaded(folder, text);
      expect(errors).toEqual([]);
      const [[id, path] = []] = await rowsOf('t');
      expect([id, path]).toEqual([1, String.raw`C:\temp`]);
      const created = await withPlain(vendor, async (connection) => {
        const [found] = await connection.query(`SHOW CREATE TABLE ${COPY}.t`);
        return (found as { 'Create Table': string }[])[0]?.['Create Table'];
      });
      expect(created).toMatch(/`r` float/);
    });
  });

  it('is refused where || joins texts in a table, which is OR under Sluice’s own sql_mode', async () => {
    await withFolder(async (folder) => {
      const text = `SET sql_mode = 'PIPES_AS_CONCAT';
        CREATE TABLE t (id INT PRIMARY KEY, a VARCHAR(9), b VARCHAR(20) AS (a || '!'));`;
      const { errors } = await loaded(folder, text);
      expect(errors).toMatchObject([
        { code: 'dump-unsupported', table: expect.stringMatching(/\.t$/) as unknown },
      ]);
      expect(errors[0]?.hint).toContain('CONCAT');
    });
  });

  it('is loaded with values that only the server can compute, which no checksum compares', async () => {
    await withFolder(async (folder) => {
      const text = `SET NAMES latin1; SET sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'; SET time_zone = '+03:00';
        CREATE TABLE "t" (id VARCHAR(36) PRIMARY KEY, made DATETIME, "text" VARCHAR(20), at TIMESTAMP NULL);
        INSERT INTO "t" VALUES (UUID(), NOW(), 'K\xf6' || 'ln', '2024-01-01 03:00:00');
        INSERT INTO "t" VALUES ('b', NULL, 'M\xfcnster', '2024-01-01 03:00:00');`;
      const { errors, verdicts } = await loaded(folder, Buffer.from(text, 'latin1'), { verify: 'checksum' });
      expect(errors).toEqual([]);
      const checks = verdicts.flatMap((verdict) => verdict.checks);
      expect(checks.map(({ detail }) => detail).join()).toMatch(/The server computed values of its rows/);
      const rows = await rowsOf('t');
      expect(rows.map(([id, , name, at]) => [String(id).length, name, at]).sort()).toEqual([
        [1, 'Münster', new Date('2024-01-01T00:00:00Z')],
        [36, 'Köln', new Date('2024-01-01T00:00:00Z')],
      ]);
      const [offset] = await withPlain(vendor, async (connection) => {
        const [found] = await connection.query(
          `SELECT TIMESTAMPDIFF(MINUTE, UTC_TIMESTAMP(), MAX(made)) AS minutes FROM ${COPY}.t`,
        );
        return found as { minutes: number }[];
      });
      expect(offset?.minutes).toBeGreaterThan(170);
    });
  });
});

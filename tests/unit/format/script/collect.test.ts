import { describe, expect, it } from 'vitest';
import type { EngineScriptItem, EngineScriptRows } from '../../../../app/engine/scan/scans';
import { ScriptCollector } from '../../../../app/format/script/collect';
import type { ScriptPlace } from '../../../../app/format/script/content';

const PLACE: ScriptPlace = {
  file: { name: 'backup.sql', path: 'backup.sql', compression: 'none', entry: null },
  schema: 'backup',
};

function collected(items: readonly EngineScriptItem[], place: Partial<ScriptPlace> = {}) {
  const collector = new ScriptCollector({ ...PLACE, ...place });
  for (const item of items) collector.add(item);
  return collector.content();
}

let line = 0;
const statement = (text: string, bytes = Buffer.from(text)): EngineScriptItem => {
  line += 1;
  return { kind: 'statement', text: bytes, offset: 0, line };
};
const rows = (table: string, more: Partial<EngineScriptRows> = {}): EngineScriptItem => ({
  ...{
    kind: 'rows',
    verb: 'insert',
    hasByteNames: false,
    schema: null,
    table,
    columns: null,
    offset: 100,
    length: 50,
  },
  ...{
    rows: 2,
    line: 9,
    isComputed: false,
    nulls: 0,
    zeros: 0,
    numbers: [],
    notYears: [],
    notOwnTexts: [],
    backward: 0,
    notUtf8: 0,
    plain: 0,
    charset: 'utf8mb4',
    backslashesEscape: true,
    ansiQuotes: false,
    charsets: [],
    lines: 0,
  },
  ...more,
});
const noise = (text: string, at: number): EngineScriptItem => ({
  ...{ kind: 'noise', text: Buffer.from(text), offset: 0, line: at },
});
const comment = (text: string): EngineScriptItem => ({
  ...{ kind: 'comment', text: Buffer.from(text), offset: 0, line: 1 },
});
const end: EngineScriptItem = { kind: 'end', bytes: 1000, lines: 40, cut: null };
const messagesOf = ({ problems }: ReturnType<typeof collected>) => problems.map(({ message }) => message);

const UTC = statement("SET TIME_ZONE='+00:00'");
const TABLE = statement('CREATE TABLE `t` (\n  `id` int NOT NULL\n) ENGINE=InnoDB');

describe('a script', () => {
  it('has the objects of each schema, by USE, by its header, or by the name of its file', () => {
    const many = collected([
      statement('CREATE DATABASE `a`'),
      statement('USE `a`'),
      TABLE,
      rows('t'),
      statement('USE `b`'),
      TABLE,
      statement('CREATE PROCEDURE `p`() SELECT 1'),
      statement('CREATE TABLE `a`.`u` (`id` int)'),
    ]);
    expect(
      many.schemas.map(({ name, create, tables, programs }) => [
        name,
        create,
        tables.map(({ text }) => text.name),
        programs.length,
      ]),
    ).toEqual([
      ['a', 'CREATE DATABASE `a`', ['t', 'u'], 0],
      ['b', null, ['t'], 1],
    ]);
    const host = comment('-- Host: localhost    Database: sakila');
    expect(collected([host, TABLE]).schemas[0]?.name).toBe('sakila');
    expect(collected([TABLE]).schemas[0]?.name).toBe('backup');
  });

  it('has views instead of what stood for them', () => {
    const { schemas } = collected([
      statement('/*!50001 CREATE VIEW `v` AS SELECT \n 1 AS `a`,\n 1 AS `b`*/'),
      statement('CREATE TABLE `w` (`x` int, `y` int)'),
      statement('/*!50001 CREATE ALGORITHM=MERGE */\n/*!50001 VIEW `v` AS select 1 AS `a`, 2 AS `b` */'),
      statement('CREATE VIEW `w` AS SELECT 1 AS x, 2 AS y'),
    ]);
    expect(schemas[0]?.tables).toEqual([]);
    expect(schemas[0]?.views.map(({ name, columns }) => [name, columns])).toEqual([
      ['v', ['a', 'b']],
      ['w', ['x', 'y']],
    ]);
  });

  it('runs a drop of what it has created, unless that is created again', () => {
    const dropsOf = (...items: readonly EngineScriptItem[]) =>
      collected(items).statements.map(({ definition }) => definition);
    const procedure = statement('CREATE PROCEDURE `p`() SELECT 1');
    expect(dropsOf(statement('DROP TABLE IF EXISTS `t`'), TABLE)).toEqual([]);
    expect(dropsOf(TABLE, rows('t'), statement('DROP TABLE `t`'))).toEqual(['DROP TABLE `t`']);
    expect(dropsOf(TABLE, statement('DROP INDEX i ON t'))).toEqual(['DROP INDEX i ON t']);
    expect(
      dropsOf(TABLE, statement('DROP TABLE `t`'), statement('CREATE VIEW `t` AS SELECT 1 AS id')),
    ).toEqual([]);
    expect(dropsOf(procedure, statement('DROP PROCEDURE p'))).toEqual(['DROP PROCEDURE p']);
    expect(dropsOf(procedure, statement('DROP PROCEDURE p'), procedure)).toEqual([]);
    expect(messagesOf(collected([statement('USE `a`'), TABLE, statement('DROP DATABASE a')]))).toEqual([
      expect.stringContaining('DROP DATABASE a') as unknown,
    ]);
    expect(collected([statement('DROP DATABASE IF EXISTS a'), statement('USE `a`'), TABLE]).problems).toEqual(
      [],
    );
  });

  it('says what a load does not do for it', () => {
    const { remarks, problems } = collected([
      TABLE,
      statement('ALTER DATABASE `a` CHARACTER SET latin1 COLLATE latin1_swedish_ci'),
      statement('ANALYZE TABLE `t` UPDATE HISTOGRAM ON `id` WITH 8 BUCKETS'),
    ]);
    expect(problems).toEqual([]);
    expect(remarks).toEqual([
      expect.stringContaining('default character set of a schema') as unknown,
      expect.stringContaining('histograms') as unknown,
    ]);
  });

  it('keeps to the target’s triggers where it does not create the table', () => {
    const trigger = statement('CREATE TRIGGER `tr` BEFORE INSERT ON `t` FOR EACH ROW SET NEW.id = 1');
    const { schemas, remarks, problems } = collected([rows('t'), trigger]);
    expect(problems).toEqual([]);
    expect(remarks).toEqual([expect.stringContaining('stay as they are')]);
    expect(schemas[0]?.tables[0]?.triggers.map(({ name }) => name)).toEqual(['tr']);
    expect(collected([rows('u'), trigger])).toMatchObject({ problems: [], remarks: [expect.any(String)] });
    const program = statement('CREATE FUNCTION `f`() RETURNS int NO SQL RETURN 1');
    expect(collected([rows('t'), program, trigger])).toMatchObject({
      problems: [],
      remarks: [expect.stringContaining('stay as they are')],
    });
    // Nothing but programs, or another table beside it: it would be lost.
    expect(messagesOf(collected([program, trigger]))).toEqual([
      expect.stringMatching(/creates the trigger “tr” on line .*, and does not create its table “t”/),
    ]);
    const other = statement('CREATE TABLE `other` (`id` int)');
    expect(messagesOf(collected([rows('t'), other, trigger]))).toHaveLength(1);
  });

  it('finds the table of a trigger by a name of another case', () => {
    const trigger = statement('CREATE TRIGGER `tr` BEFORE INSERT ON `T` FOR EACH ROW SET NEW.id = 1');
    const { schemas, remarks, problems } = collected([TABLE, trigger]);
    expect([remarks, problems]).toEqual([[], []]);
    expect(schemas[0]?.tables[0]?.triggers.map(({ name }) => name)).toEqual(['tr']);
  });

  it('has rows with their columns as the table spells them', () => {
    const { schemas } = collected([
      statement('CREATE TABLE `t` (\n  `Id` int NOT NULL,\n  `flag` bit(8)\n)'),
      rows('t', { columns: ['ID', 'Flag', 'other'] }),
    ]);
    expect(schemas[0]?.tables[0]?.rows[0]?.columns).toEqual(['Id', 'flag', 'other']);
  });

  it('has objects with the settings under which they are created', () => {
    const { schemas } = collected([
      TABLE,
      statement("/*!50003 SET sql_mode = 'ANSI' */"),
      statement('/*!50003 CREATE*/ /*!50003 TRIGGER `tr` BEFORE INSERT ON `t` FOR EACH ROW SET @a = 1 */'),
      statement('/*!50003 SET sql_mode = @saved */'),
      statement('CREATE FUNCTION `f`() RETURNS int RETURN 1'),
    ]);
    expect(schemas[0]?.tables[0]?.triggers[0]?.settings.sql_mode).toBe('ANSI');
    expect(schemas[0]?.programs[0]?.settings.sql_mode).toBeNull();
  });

  it('leaves out the server’s own schemas, accounts and positions, and says so', () => {
    const { schemas, remarks, problems, grantTables } = collected([
      statement('USE `mysql`'),
      statement('CREATE TABLE `user` (`a` int)'),
      rows('user'),
      statement("CREATE USER 'a'"),
      statement("SET @@GLOBAL.GTID_PURGED='a:1'"),
    ]);
    expect([schemas, problems]).toEqual([[], []]);
    expect(remarks).toHaveLength(2);
    expect(grantTables?.tables.map(({ text, rows: held }) => [text.name, held.length])).toEqual([
      ['user', 1],
    ]);
  });

  it('is refused where it is cut, or has no end', () => {
    const cut: EngineScriptItem = {
      ...end,
      cut: { line: 1234, lastLine: 1200, within: 'statement', isDelivered: false },
    };
    expect(messagesOf(collected([TABLE, cut]))).toEqual([
      'backup.sql ends within the statement that begins on line 1,234; the last whole one begins on line 1,200.',
    ]);
    const tool = comment('-- MySQL dump 10.13  Distrib 9.7.4');
    expect(messagesOf(collected([tool, TABLE, end]))).toEqual([
      'backup.sql has no “Dump completed” at its end, which mysqldump 9.7.4 writes last: the dump was not finished.',
    ]);
    expect(messagesOf(collected([tool, TABLE, comment('-- Dump completed on 2026-11-26'), end]))).toEqual([]);
    const last = statement('/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */');
    expect(messagesOf(collected([tool, TABLE, last, end]))).toEqual([]);
    expect(messagesOf(collected([tool, TABLE, last, UTC, rows('t'), end]))).toHaveLength(1);
  });

  it.each([
    ['a table twice', [TABLE, TABLE], /creates the table backup\.t twice/],
    [
      'rows before their table',
      [rows('t'), TABLE],
      /creates backup\.t on line \d+, after rows of it on line 9/,
    ],
    [
      'a statement that acts on the server',
      [statement('SHUTDOWN')],
      /may change more than the schemas: SHUTDOWN/,
    ],
    [
      'a statement about rows that come after it',
      [UTC, TABLE, rows('t'), statement('UPDATE `T` SET id = 2'), rows('t')],
      /line \d+ stands before rows of backup\.t, which it names.*: UPDATE `T`/,
    ],
    ['a failure of its tool', [noise("mysqldump: Error: 'Access denied'", 3)], /line 3 says so/],
    ['a table that its tool missed', [noise('mysqldump: Couldn\'t find table: "t"', 3)], /line 3 says so/],
    [
      'bytes that are no text',
      [statement('', Buffer.from('CREATE TABLE `\xff` (a int)', 'latin1'))],
      /not in the character set/,
    ],
    [
      'times of a zone that mysqldump does not name',
      [
        statement('SET @saved_cs_client = @@character_set_client'),
        statement('CREATE TABLE `z` (`a` timestamp)'),
        rows('z'),
      ],
      /does not set the time zone/,
    ],
  ])('is refused with %s', (_what, items: readonly EngineScriptItem[], message) => {
    expect(messagesOf(collected(items))).toEqual([expect.stringMatching(message)]);
  });

  it('has the statements that nobody knows, without those that empty an empty table', () => {
    const { problems, statements } = collected([
      statement('TRUNCATE TABLE `t`'),
      TABLE,
      statement('DELETE FROM t'),
      rows('t'),
      statement('DELETE FROM t'),
      statement('CALL p()'),
    ]);
    expect(problems).toEqual([]);
    expect(statements.map(({ definition, schema }) => [definition, schema])).toEqual([
      ['DELETE FROM t', 'backup'],
      ['CALL p()', 'backup'],
    ]);
  });

  it('is taken in the time zone of the target where another tool names none, and says so', () => {
    const { problems, remarks } = collected([statement('CREATE TABLE `z` (`a` timestamp)'), rows('z')]);
    expect(problems).toEqual([]);
    expect(remarks).toEqual([expect.stringMatching(/backup\.z: they are taken in that of the target/)]);
  });

  it('leaves out statements about the server itself, and says so', () => {
    const { problems, remarks, statements } = collected([
      TABLE,
      statement('SET GLOBAL max_connections = 5'),
      statement("CREATE FUNCTION f RETURNS STRING SONAME 'f.so'"),
      statement('START ALL SLAVES'),
    ]);
    expect(problems).toEqual([]);
    expect(statements).toEqual([]);
    expect(remarks).toEqual([
      expect.stringMatching(/positions of a replica/),
      expect.stringMatching(/^2 statements about the server itself/),
    ]);
  });

  it('is warned of where it does not take back what it saved first', () => {
    const save = statement('/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */');
    const back = statement('/*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */');
    const warningsOf = (...items: readonly EngineScriptItem[]) => collected(items).warnings ?? [];
    expect(warningsOf(save, TABLE, end)).toMatchObject([{ code: 'dump-incomplete' }]);
    expect(warningsOf(save, TABLE, back, end)).toEqual([]);
    expect(warningsOf(TABLE, end)).toEqual([]);
    const tool = comment('-- MySQL dump 10.13  Distrib 9.7.4, for Linux (x86_64)');
    expect(warningsOf(tool, save, TABLE, comment('-- Dump completed'), end)).toEqual([]);
  });

  it('is refused where rows would fire a trigger of a script by hand', () => {
    const table = statement('create table t (id int)');
    const trigger = statement(
      'CREATE TRIGGER tr AFTER INSERT ON t FOR EACH ROW INSERT INTO log VALUES (NEW.id)',
    );
    const early = [UTC, table, trigger, rows('t')];
    expect(messagesOf(collected(early))).toEqual([
      'The script creates the trigger “tr” before rows of backup.t, which would fire it; Sluice loads all rows before it creates triggers.',
    ]);
    const tool = comment('-- MySQL dump 10.13  Distrib 9.7.4, for Linux (x86_64)');
    expect(messagesOf(collected([tool, ...early]))).toEqual([]);
    expect(messagesOf(collected([UTC, TABLE, trigger, rows('t')]))).toEqual([]);
    expect(messagesOf(collected([UTC, table, rows('t'), trigger]))).toEqual([]);
    const other = statement('CREATE TRIGGER tr AFTER UPDATE ON t FOR EACH ROW SET @a = 1');
    expect(messagesOf(collected([UTC, table, other, rows('t')]))).toEqual([]);
  });

  it('is none of ours where another server’s tool has written it', () => {
    const cut = { ...end, cut: { line: 3, lastLine: 2, within: 'text' as const, isDelivered: false } };
    const [first] = collected([comment('-- PostgreSQL database dump'), TABLE, cut]).problems;
    expect(first?.code).toBe('not-a-dump');
    expect(first?.message).toMatch(/dump of PostgreSQL/);
    expect(messagesOf(collected([statement('PRAGMA foreign_keys=OFF'), TABLE]))).toEqual([
      'backup.sql is a dump of SQLite; Sluice loads those of MySQL and MariaDB.',
    ]);
  });

  it('leaves out what only shows something, and says so', () => {
    const { statements, remarks, problems } = collected([
      TABLE,
      statement("SELECT 'done' AS status"),
      statement('SHOW TABLES'),
    ]);
    expect([statements, problems]).toEqual([[], []]);
    expect(remarks).toEqual([expect.stringMatching(/^The statement on line \d+ only shows something/)]);
  });

  it('creates tables that name no engine in that of the session', () => {
    const { schemas } = collected([
      statement('SET @old = @@default_storage_engine'),
      statement("SET @@default_storage_engine = 'MyISAM'"),
      statement('CREATE TABLE a (id int) DEFAULT CHARSET=latin1'),
      statement('CREATE TABLE b (id int) ENGINE=Aria'),
      statement('SET @@default_storage_engine = @old'),
      statement('CREATE TABLE c (id int)'),
    ]);
    expect(schemas[0]?.tables.map(({ text }) => text.options)).toEqual([
      ' ENGINE=MyISAM DEFAULT CHARSET=latin1',
      ' ENGINE=Aria',
      '',
    ]);
  });

  it('has rows that name all columns beside others that name none', () => {
    expect(messagesOf(collected([UTC, TABLE, rows('t'), rows('t', { columns: ['id'] })]))).toEqual([]);
  });

  it('tells the definitions of servers from those in other words', () => {
    const { schemas } = collected([
      TABLE,
      statement('create table u (id int)'),
      statement('CREATE TABLE `w` (\n  `id` int\n) ENGINE=InnoDB'),
      statement('ALTER TABLE `w` ADD KEY `k` (`id`)'),
    ]);
    expect(schemas[0]?.tables.map(({ isReworded }) => isReworded)).toEqual([false, true, true]);
  });

  it('is loaded in spite of a warning of its tool, with times in UTC, and with latin1 names', () => {
    const { problems, remarks, schemas } = collected([
      noise('mysqldump: [Warning] Using a password on the command line', 1),
      UTC,
      statement('/*!40101 SET NAMES latin1 */'),
      statement('', Buffer.from('CREATE TABLE `\xe9t\xe9` (`a` timestamp)', 'latin1')),
      rows('été', { charset: 'latin1' }),
    ]);
    expect(problems).toEqual([]);
    expect(remarks.join()).toMatch(/Using a password/);
    expect(schemas[0]?.tables[0]?.text.name).toBe('été');
  });

  it('refuses rows in a character set that no server has', () => {
    const { problems } = collected([
      statement('CREATE TABLE t (id int)'),
      rows('t', { line: 3, charset: 'klingon' }),
    ]);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['dump-unsupported', 'The rows on line 3 are in a character set that no server has: klingon.'],
    ]);
  });
});

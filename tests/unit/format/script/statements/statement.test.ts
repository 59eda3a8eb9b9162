import { describe, expect, it } from 'vitest';
import { statementOf } from '../../../../../app/format/script/statements/statement';

const dropping = (what: string, ...names: readonly string[]) => ({
  kind: 'drop',
  drop: { what, objects: names.map((name) => ({ schema: null, name })) },
});

describe('statementOf', () => {
  it.each([
    ['USE `my shop`', { kind: 'use', schema: 'my shop' }],
    ['use shop', { kind: 'use', schema: 'shop' }],
    [
      'CREATE DATABASE /*!32312 IF NOT EXISTS*/ `shop` /*!40100 DEFAULT CHARACTER SET latin1 */',
      { kind: 'create-schema', schema: 'shop' },
    ],
    ['create schema if not exists shop', { kind: 'create-schema', schema: 'shop' }],
    ['/*!40000 ALTER TABLE `t` DISABLE KEYS */', { kind: 'not-needed' }],
    ['DROP TABLE IF EXISTS `t`', dropping('TABLE', 't')],
    ['/*!50001 DROP VIEW IF EXISTS `v`*/', dropping('VIEW', 'v')],
    [
      'drop index i on `s`.kept',
      { kind: 'drop', drop: { what: 'INDEX', objects: [{ schema: 's', name: 'kept' }] } },
    ],
    ['DROP PACKAGE BODY IF EXISTS p', dropping('PACKAGE BODY', 'p')],
    ['DROP SCHEMA d', dropping('DATABASE', 'd')],
    ['DROP TABLE `a`, b CASCADE', dropping('TABLE', 'a', 'b')],
    ['ALTER DATABASE `shop` CHARACTER SET latin1 COLLATE latin1_swedish_ci', { kind: 'alter-schema' }],
    ['DROP TEMPORARY TABLE t', { kind: 'not-needed' }],
    ["DROP USER 'a'@'%'", { kind: 'not-needed' }],
    ['/*!80002 ANALYZE TABLE `t` UPDATE HISTOGRAM ON `c` WITH 8 BUCKETS */', { kind: 'histogram' }],
    ['ANALYZE TABLE `t`', { kind: 'not-needed' }],
    [
      '/*!50717 SELECT COUNT(*) INTO @rocksdb_has_p_s_session_variables FROM x WHERE a = 1 */',
      { kind: 'not-needed' },
    ],
    [
      "/*!50717 SET @rocksdb_get_is_supported = IF (@rocksdb_has_p_s_session_variables, 'SELECT COUNT(*) INTO @rocksdb_is_supported FROM x WHERE a=\\'b\\'', 'SELECT 0') */",
      { kind: 'not-needed' },
    ],
    ['/*!50717 PREPARE s FROM @rocksdb_get_is_supported */', { kind: 'not-needed' }],
    ['/*!50717 EXECUTE s */', { kind: 'not-needed' }],
    ['/*!50717 DEALLOCATE PREPARE s */', { kind: 'not-needed' }],
    [
      "/*!50112 SET @disable_bulk_load = IF (@is_rocksdb_supported, 'SET SESSION rocksdb_bulk_load = @old_rocksdb_bulk_load', 'SET @dummy_rocksdb_bulk_load = 0') */",
      { kind: 'not-needed' },
    ],
    ['PREPARE s FROM @mine', { kind: 'unknown' }],
    ['LOCK TABLES `t` WRITE', { kind: 'not-needed' }],
    ['UNLOCK TABLES', { kind: 'not-needed' }],
    ['COMMIT', { kind: 'not-needed' }],
    ['/*!999999\\- enable the sandbox mode */', { kind: 'not-needed' }],
    ['/*M!999999\\- enable the sandbox mode */', { kind: 'not-needed' }],
    [
      'ALTER TABLE `t`\n  ADD PRIMARY KEY (`id`)',
      { kind: 'alter-table', table: { schema: null, name: 't' }, actions: 'ADD PRIMARY KEY (`id`)' },
    ],
    [
      'create unique index `by name` on shop.t (name desc)',
      {
        kind: 'alter-table',
        table: { schema: 'shop', name: 't' },
        actions: 'ADD unique INDEX `by name` (name desc)',
      },
    ],
    ["CHANGE MASTER TO MASTER_LOG_FILE='b.1', MASTER_LOG_POS=4", { kind: 'replication' }],
    ["CREATE USER 'a'@'%'", { kind: 'account' }],
    ['GRANT SELECT ON *.* TO `a`@`%`', { kind: 'account' }],
    ['SELECT SETVAL(`s`, 4, 0)', { kind: 'set-value', sequence: { schema: null, name: 's' } }],
    ['/*!50003 SET sql_mode = @saved */', { kind: 'set' }],
    ['source other.sql', { kind: 'include', file: 'other.sql' }],
    ['\\. other.sql', { kind: 'include', file: 'other.sql' }],
    ['DELETE FROM t', { kind: 'unknown' }],
    ['CALL p()', { kind: 'unknown' }],
  ])('takes %s apart', (text, statement) => {
    expect(statementOf(text)).toEqual(statement);
  });

  it.each([
    ['CREATE TABLE `t` (id int)', 'TABLE', 't'],
    [
      '/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`r`@`%` SQL SECURITY DEFINER */\n/*!50001 VIEW `v` AS select 1 */',
      'VIEW',
      'v',
    ],
    [
      '/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`%`*/ /*!50003 TRIGGER `tr` BEFORE INSERT ON `t` FOR EACH ROW SET @a=1 */',
      'TRIGGER',
      'tr',
    ],
    [
      '/*!50106 CREATE*/ /*!50117 DEFINER=`r`@`%`*/ /*!50106 EVENT `e` ON SCHEDULE EVERY 1 DAY DO SET @a=1 */',
      'EVENT',
      'e',
    ],
    ['CREATE DEFINER=`r`@`%` PROCEDURE `p`()\nSELECT 1', 'PROCEDURE', 'p'],
    ['CREATE SEQUENCE `s` start with 1', 'SEQUENCE', 's'],
  ])('reads the head of %s', (text, kind, name) => {
    expect(statementOf(text)).toMatchObject({ kind: 'create', head: { kind, object: { name } } });
  });
});

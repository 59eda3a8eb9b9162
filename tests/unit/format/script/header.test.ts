import { describe, expect, it } from 'vitest';
import { endsDump, headerOf, tellsOfFailure } from '../../../../app/format/script/header';

describe('headerOf', () => {
  it.each([
    [
      'mysqldump',
      '-- MySQL dump 10.13  Distrib 5.7.44, for Linux (x86_64)\n--\n-- Host: localhost    Database: sakila\n-- ------\n-- Server version\t5.7.44-log\n',
      {
        tool: 'mysqldump 5.7.44',
        serverVersion: '5.7.44-log',
        schema: 'sakila',
        endMark: '-- Dump completed',
      },
    ],
    [
      'mysqldump of 2005',
      '-- MySQL dump 9.11\n--\n-- Host: localhost    Database: shop\n-- ------\n-- Server version\t4.0.27-standard\n',
      { tool: 'mysqldump', serverVersion: '4.0.27-standard', schema: 'shop', endMark: null },
    ],
    [
      'mysqldump of several schemas',
      '-- MySQL dump 10.13  Distrib 8.0.44\n--\n-- Host: localhost    Database: \n-- ------\n-- Server version\t8.0.44\n',
      { tool: 'mysqldump 8.0.44', serverVersion: '8.0.44', schema: null, endMark: '-- Dump completed' },
    ],
    [
      'mariadb-dump behind its sandbox line, with the line ends of Windows',
      '/*M!999999\\- enable the sandbox mode */ \r\n-- MariaDB dump 10.19-11.8.6-MariaDB\r\n--\r\n-- Host: localhost    Database: my shop\r\n-- Server version\t11.8.6-MariaDB\r\n',
      {
        tool: 'mariadb-dump 11.8.6',
        serverVersion: '11.8.6-MariaDB',
        schema: 'my shop',
        endMark: '-- Dump completed',
      },
    ],
    [
      'phpMyAdmin',
      '-- phpMyAdmin SQL Dump\n-- version 5.2.1\n-- https://www.phpmyadmin.net/\n-- Host: localhost:3306\n-- Server version: 10.4.28-MariaDB\n',
      { tool: 'phpMyAdmin 5.2.1', serverVersion: '10.4.28-MariaDB', schema: null, endMark: null },
    ],
    [
      'Adminer',
      '-- Adminer 4.8.1 MySQL 8.0.36 dump\n',
      { tool: 'Adminer 4.8.1', serverVersion: '8.0.36', schema: null, endMark: null },
    ],
    [
      'mysqlpump',
      '-- Dump created by MySQL pump utility, version: 5.7.44, Linux (x86_64)\n-- Dump start time: x\n-- Server version: 5.7.44\n',
      { tool: 'mysqlpump 5.7.44', serverVersion: '5.7.44', schema: null, endMark: '-- Dump end time' },
    ],
    [
      'Adminer without a version of the server',
      '-- Adminer 4.7.3 MySQL dump\n',
      { tool: 'Adminer 4.7.3', serverVersion: null, schema: null, endMark: null },
    ],
    [
      'nobody',
      'CREATE TABLE t (id INT);\n',
      { tool: 'an unnamed tool', serverVersion: null, schema: null, endMark: null },
    ],
  ])('reads what %s says of itself', (_tool, head, header) => {
    expect(headerOf(head)).toEqual(header);
  });
});

describe('tellsOfFailure', () => {
  it.each([
    'mysqldump: [Warning] Using a password on the command line interface can be insecure.',
    'Warning: A partial dump from a server that has GTIDs will by default include the GTIDs of all transactions.',
    'In order to ensure a consistent backup of the database, pass --single-transaction.',
    "/usr/bin/mysqldump: Deprecated program name. It will be removed in a future release, use '/usr/bin/mariadb-dump' instead",
    'WARNING: option --ssl-verify-server-cert is disabled, because of an insecure passwordless login.',
    'C:\\Program Files (x86)\\MySQL\\bin\\mysqldump.exe: [Warning] Using a password',
    'Dump progress: 1/2 tables, 250/331145 rows',
    'Dump completed in 625',
    "mysqldump: Error: 'Access denied; you need (at least one of) the PROCESS privilege(s)' when trying to dump tablespaces",
  ])('takes no failure from: %s', (line) => {
    expect(tellsOfFailure(line)).toBe(false);
  });

  it.each([
    'mysqldump: Couldn\'t find table: "orders"',
    "mysqldump: Couldn't execute 'SHOW FIELDS FROM `v`': View 'shop.v' references invalid table(s) (1356)",
    'mysqldump: Got error: 2013: Lost connection to MySQL server during query when dumping table `t` at row: 5',
    'mysqldump.exe: Got errno 28 on write',
    "mysqlpump: [ERROR] (1044) Access denied for user 'u'@'%' to database 'shop'",
  ])('takes a failure from: %s', (line) => {
    expect(tellsOfFailure(line)).toBe(true);
  });
});

describe('endsDump', () => {
  it.each([
    '/*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */',
    '/*M!100616 SET NOTE_VERBOSITY=@OLD_NOTE_VERBOSITY */',
    '/*!100616 SET NOTE_VERBOSITY=@OLD_NOTE_VERBOSITY */',
  ])('knows the last statement of a dump: %s', (statement) => {
    expect(endsDump(statement)).toBe(true);
  });

  it.each([
    '/*!40101 SET SQL_MODE=@OLD_SQL_MODE */',
    '/*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */',
    'COMMIT',
  ])('takes no other for it: %s', (statement) => {
    expect(endsDump(statement)).toBe(false);
  });
});

import { expect, it } from 'vitest';
import { isOfServer } from '../../../../../app/format/script/statements/of-server';

it.each([
  ...['INSTALL PLUGIN p SONAME "x"', '/*M!100400 INSTALL SONAME "x" */', 'UNINSTALL COMPONENT "file://c"'],
  ...["CREATE SERVER s FOREIGN DATA WRAPPER mysql OPTIONS (HOST 'h')", 'CREATE OR REPLACE SERVER s x'],
  ...["CREATE TABLESPACE `t` ADD DATAFILE 't.ibd'", 'CREATE LOGFILE GROUP lg', 'CREATE UNDO TABLESPACE u'],
  ...[
    "CREATE FUNCTION lower2 RETURNS STRING SONAME 'x.so'",
    'CREATE AGGREGATE FUNCTION `f` RETURNS INT SONAME "x"',
  ],
  ...['CREATE /*M!100103 OR REPLACE */ SERVER s x', "SET GLOBAL sql_mode = 'ANSI,NO_ZERO_DATE'"],
  ...['SET GLOBAL max_connections = 5', 'set @@global.x=1', 'SET PERSIST a = 1', 'FLUSH LOGS'],
])('knows what changes the server alone: %s', (statement) => {
  expect(isOfServer(statement)).toBe(true);
});

it.each([
  ...[
    'SET GLOBAL a = 1, SESSION sql_mode = ""',
    'SET SESSION a = 1',
    'SET @global = 1',
    'SHUTDOWN',
    'KILL 3',
  ],
  ...["CREATE FUNCTION f() RETURNS TEXT RETURN 'SONAME x'", 'CREATE TABLE server (id INT)'],
])('leaves %s to others', (statement) => {
  expect(isOfServer(statement)).toBe(false);
});

import { expect, it } from 'vitest';
import { onlyShows } from '../../../../../app/format/script/statements/shows';

it.each([
  ...[
    "SELECT 'LOADING departments' as 'INFO'",
    'SHOW TABLES',
    'show databases',
    'DESC t',
    'EXPLAIN SELECT 1',
  ],
  ...['SELECT COUNT(*), ROUND(AVG(`a`), 2) FROM t WHERE b IN (1, 2)', "select concat('f(', now()) as `x`"],
  ...["SELECT 'INTO a; b := c' AS t", 'CHECK TABLE t', 'CHECKSUM TABLE t', '(SELECT 1) UNION (SELECT 2)'],
])('knows what only shows something: %s', (statement) => {
  expect(onlyShows(statement)).toBe(true);
});

it.each([
  ...[
    "SELECT 1 INTO OUTFILE '/tmp/x'",
    'SELECT COUNT(*) INTO @n FROM t',
    'SELECT @n := 1',
    'SELECT * FROM t FOR UPDATE',
  ],
  ...['SELECT fill_table(3)', 'SELECT `fill_table`(3)', 'SELECT shop.fill_table (3)', 'SELECT SETVAL(s, 3)'],
  ...[
    'SELECT NEXT VALUE FOR s',
    'EXPLAIN ANALYZE SELECT f()',
    'CALL p()',
    'WITH x AS (SELECT 1) DELETE FROM t',
  ],
  ...['/*!50000 SELECT 1 INTO @x */', 'ANALYZE UPDATE t SET a = 1', 'SELECT GET_LOCK("a", 1)'],
])('leaves %s to others', (statement) => {
  expect(onlyShows(statement)).toBe(false);
});

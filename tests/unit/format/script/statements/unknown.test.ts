import { describe, expect, it } from 'vitest';
import { emptiedTable, mayBeRun, mayName } from '../../../../../app/format/script/statements/unknown';

describe('mayBeRun', () => {
  it.each([
    ...['UPDATE t SET a = 1', '/* x */ delete from t where a', 'CALL p()', 'INSERT INTO t SELECT 1'],
    ...['/*!50001 ALTER TABLE t ADD COLUMN b INT */', 'CREATE TABLE u LIKE t', 'SET @a = 1'],
    ...['SET SESSION group_concat_max_len = 9', 'WITH c AS (SELECT 1) SELECT * FROM c'],
  ])('lets %s run', (statement) => {
    expect(mayBeRun(statement)).toBe(true);
  });

  it.each([
    ...['SHUTDOWN', 'SET GLOBAL x = 1', 'SET @@global.x = 1', 'SET PASSWORD = 1', 'SET @a = 1, GLOBAL b = 2'],
    ...[
      'KILL 3',
      'RESET MASTER',
      "LOAD DATA INFILE 'x' INTO TABLE t",
      'INSTALL PLUGIN p SONAME x',
      'FLUSH LOGS',
    ],
    ...["SELECT 1 INTO OUTFILE '/x'", "INSERT INTO t SELECT LOAD_FILE('/etc/passwd')", 'CREATE SERVER s'],
    ...['DROP USER u', 'ALTER INSTANCE RELOAD TLS', 'PREPARE s FROM @a', 'XA START 1', 'ALTER USER u'],
  ])('does not let %s run', (statement) => {
    expect(mayBeRun(statement)).toBe(false);
  });
});

it('knows the table that a statement empties', () => {
  expect(emptiedTable('truncate `a b`')).toEqual({ schema: null, name: 'a b' });
  expect(emptiedTable('DELETE FROM s.t')).toEqual({ schema: 's', name: 't' });
  expect(emptiedTable('DELETE FROM t WHERE a = 1')).toBeNull();
});

it('finds names by whole words', () => {
  expect(mayName('UPDATE `T.x` SET a', 't.x')).toBe(true);
  expect(mayName('UPDATE tt SET a', 't')).toBe(false);
  expect(mayName('UPDATE tt, t SET a', 't')).toBe(true);
});

it('finds names of any length, and none where there is none', () => {
  const name = '['.repeat(40_000);
  expect(mayName(`UPDATE \`${name}\` SET a`, name)).toBe(true);
  expect(mayName('UPDATE `` SET a', '')).toBe(false);
});

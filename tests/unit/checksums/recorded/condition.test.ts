import { describe, expect, it } from 'vitest';
import { isPlainCondition } from '../../../../app/checksums/recorded/condition';

const COLUMNS = ['id', 'Name', 'between'];

describe('isPlainCondition', () => {
  it.each([
    '(`id` BETWEEN 1 AND 500)',
    "(id between -50 and 4.5e3) AND (name<=>_utf8mb4'it''s \\' (SELECT 1)')",
    "((`a``b`>'x' OR (`a``b`='x' AND `id`>=2)) OR(`c` IS NULL))",
    "(`raw` >= x'00ff' AND `raw` < 0xFFFF AND `ok` = TRUE)",
    'NOT(id > 1)AND(id<2 OR(name IS NULL))',
    '',
  ])('takes %s', (condition) => {
    expect(isPlainCondition(condition, COLUMNS)).toBe(true);
  });

  it.each([
    "(id >= 0 AND GET_LOCK('owned', 0))",
    'id IN (SELECT 1)',
    "1 = 1 INTO OUTFILE '/tmp/x'",
    'id = 1; DROP TABLE t',
    'id = @a',
    'id = 1 /* */',
    'id = 1 -- more',
    "name = 'open",
    '`open',
    'id = other',
    '`s`.`f`(1)',
    '`f`(1)',
    'id (1)',
    'id(1) AND(id > 1)',
  ])('refuses %s', (condition) => {
    expect(isPlainCondition(condition, COLUMNS)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { isPlainCondition } from '../../../../app/checksums/recorded/condition';

describe('isPlainCondition', () => {
  it.each([
    '(`id` BETWEEN 1 AND 500)',
    "(`id` between -50 and 4.5e3) AND (`name`<=>_utf8mb4'it''s \\' (SELECT 1)')",
    "((`a``b`>'x' OR (`a``b`='x' AND `id`>=2)) OR(`c` IS NULL))",
    "(`raw` >= x'00ff' AND `raw` < 0xFFFF AND `ok` = TRUE)",
    'NOT(`id` > 1)AND(`id`<2 OR(`name` IS NULL))',
    '',
  ])('takes %s', (condition) => {
    expect(isPlainCondition(condition)).toBe(true);
  });

  it.each([
    "(`id` >= 0 AND GET_LOCK('owned', 0))",
    '`id` IN (SELECT 1)',
    "(`id` >= 0) INTO OUTFILE '/tmp/x'",
    "(`id` >= 0) `into` outfile '/tmp/x'",
    '(`id` >= 0) UNION TABLE payload',
    '(`id` >= 0) FOR UPDATE',
    '`id` = 1; DROP TABLE t',
    '`id` = @a',
    '`id` = 1 /* */',
    '`id` = 1 -- more',
    "`name` = 'open",
    '`open',
    'id = 1',
    '`s`.`f`(1)',
    '`f`(1)',
    '`f` (1)',
    "(`name` >= 'ö')",
    "(`name` >= '\ufffd')",
  ])('refuses %s', (condition) => {
    expect(isPlainCondition(condition)).toBe(false);
  });

  it('takes no longer for a long one than its length', () => {
    for (const condition of ['<'.repeat(6e4), "x'' ".repeat(1e4), ' OR (`a`=1)'.repeat(5e3)]) {
      expect(isPlainCondition(condition)).toBe(true);
      expect(isPlainCondition(`${condition}%`)).toBe(false);
    }
    expect(isPlainCondition(`\`a\` = '${'x'.repeat(2e7)}'`)).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { withoutLibrarySchema } from '../../../../app/catalog/definition/using-clause';

const routine = (using: string, body = '$$ return l.f(n) $$') =>
  `CREATE DEFINER=\`a\`@\`%\` FUNCTION \`fn\`(n INT) RETURNS int\n    LANGUAGE JAVASCRIPT${using}\nAS ${body}`;

describe('withoutLibrarySchema', () => {
  it('leaves the own schema out, and every other one in', () => {
    expect(
      withoutLibrarySchema(routine('\n    USING (`shop`.`li``b` AS `l`, `other`.`x`, `shop`.`l2`)'), 'shop'),
    ).toBe(routine('\n    USING (`li``b` AS `l`, `other`.`x`, `l2`)'));
  });

  it('knows names by their quotes', () => {
    const using = '\n    USING (`a```.`shop` AS `shop`, `a`.`b` AS `shop``.``c`)';
    expect(withoutLibrarySchema(routine(using), 'shop')).toBe(routine(using));
    expect(withoutLibrarySchema(routine(using), 'a`')).toBe(
      routine('\n    USING (`shop` AS `shop`, `a`.`b` AS `shop``.``c`)'),
    );
  });

  it('touches no body', () => {
    const body = '$$\n    USING (`shop`.`l`)\n$$';
    expect(withoutLibrarySchema(routine('', body), 'shop')).toBe(routine('', body));
  });
});

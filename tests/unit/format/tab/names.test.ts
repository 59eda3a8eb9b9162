import { describe, expect, it } from 'vitest';
import { rowsOfTab } from '../../../../app/format/tab/names';

describe('rowsOfTab', () => {
  it('finds the rows that mysqldump --tab writes', () => {
    expect(rowsOfTab(['shop/t.sql', 'u.sql', 'readme.txt', 'shop/t.txt'])).toBe('shop/t.txt');
    expect(rowsOfTab(['t.sql.gz', './t.txt.gz'])).toBe('./t.txt.gz');
  });

  it('takes a text of another name or folder for none', () => {
    expect(rowsOfTab(['t.sql', 'u.txt', 'a/t.txt', 't.sql.txt', 't.md5'])).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { packingOfName, scriptStem } from '../../../app/contract/dump-output';

describe('the name of a script', () => {
  it.each([
    ['shop.sql', 'shop', 'none'],
    ['shop.sql.gz', 'shop', 'gzip'],
    ['SHOP.SQL.GZ', 'SHOP', 'gzip'],
    ['shop.Sql.Zst', 'shop', 'zstd'],
    ['two\nlines.sql', 'two\nlines', 'none'],
    ['shop.sql.bz2', null, 'none'],
    ['shop.csv.gz', null, 'gzip'],
    ['shopsql', null, 'none'],
    ['shop', null, 'none'],
  ])('%s tells what it is, and how it is packed', (name, stem, packing) => {
    expect(scriptStem(name)).toBe(stem);
    expect(packingOfName(name)).toBe(packing);
  });
});

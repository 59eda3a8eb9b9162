import { describe, expect, it } from 'vitest';
import type { EngineDelimitedColumnFacts } from '../../../../app/engine/scan/scans';
import { delimitedFile } from '../../../../app/format/delimited/names';
import { inferredTable } from '../../../../app/format/delimited/table';
import { printTable } from '../../../../app/format/script/tables/table-text';
import { NO_DATES, NO_NUMBERS } from '../../harness/value-facts';

const TEXT: EngineDelimitedColumnFacts = {
  ...{ values: 3, nulls: 1, nullWords: 0, empties: 0 },
  ...{ integers: false, decimals: false, ...NO_NUMBERS, floats: false },
  ...{ instants: 0, writtenDates: NO_DATES },
  ...{ booleans: false, dates: false, moments: false, rising: false, isUtf8: true },
  ...{ least: '0', most: '9', first: '0', last: '0', momentDigits: 0 },
  ...{ longestBytes: 5, longestCharacters: 5 },
};
const NUMBER = { ...TEXT, nulls: 0, integers: true, rising: true };

function printed(names: readonly string[], columns: readonly EngineDelimitedColumnFacts[]): string {
  return printTable(inferredTable('t', { columns }, { names, numberForms: [], forms: [] }).text);
}

describe('inferredTable', () => {
  it('has the first column as its key where that rises and is named like one', () => {
    expect(printed(['id', 'name'], [NUMBER, TEXT])).toBe(
      'CREATE TABLE `t` (\n  `id` INT NOT NULL,\n  `name` VARCHAR(32) DEFAULT NULL,\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
    );
    expect(printed(['year'], [NUMBER])).not.toContain('PRIMARY');
    expect(printed(['id'], [{ ...NUMBER, rising: false }])).not.toContain('PRIMARY');
  });

  it('names columns that have no name, and tells namesakes apart', () => {
    const { names } = inferredTable(
      't',
      { columns: [TEXT, TEXT, TEXT, TEXT, TEXT] },
      { names: [' A ', 'a', '', 'x'.repeat(70)], numberForms: [], forms: [] },
    );
    expect(names).toEqual(['A', 'a_2', 'column_3', 'x'.repeat(64), 'column_5']);
  });

  it('keeps a row within what a server takes', () => {
    const wide = { ...TEXT, longestCharacters: 900, longestBytes: 900 };
    const text = printed(
      [],
      Array.from({ length: 20 }, () => wide),
    );
    expect(text.match(/VARCHAR\(1000\)/g)).toHaveLength(15);
    expect(text.match(/ TEXT /g)).toHaveLength(5);
  });
});

describe('delimitedFile', () => {
  it.each([
    ['orders.csv', { stem: 'orders', schema: null, table: 'orders', isTsv: false, compression: 'none' }],
    [
      'shop.orders.TSV.gz',
      { stem: 'shop.orders', schema: 'shop', table: 'orders', isTsv: true, compression: 'gzip' },
    ],
    ['a.b.c.csv.zst', { stem: 'a.b.c', schema: null, table: 'a.b.c', isTsv: false, compression: 'zstd' }],
    [
      'my%20shop.a%2Fb.csv',
      { stem: 'my%20shop.a%2Fb', schema: 'my shop', table: 'a/b', isTsv: false, compression: 'none' },
    ],
  ])('takes the name %s apart', (name, parts) => {
    expect(delimitedFile(name)).toEqual({ name, path: name, entry: null, ...parts });
  });

  it('knows no other file', () => {
    expect(['orders.sql', '.csv', 'orders.csv.rar', 'metadata'].map(delimitedFile)).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });
});

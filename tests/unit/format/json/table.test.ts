import { describe, expect, it } from 'vitest';
import type { EngineDelimitedColumnFacts, EngineJsonColumnFacts } from '../../../../app/engine/scan/scans';
import type { NamedKey } from '../../../../app/format/json/chosen';
import { jsonFile } from '../../../../app/format/json/names';
import { definedJsonTable, inferredJsonTable } from '../../../../app/format/json/table';
import { schemaBefore } from '../../../../app/format/values/names';
import { NO_DATES, NO_NUMBERS, WHOLE } from '../../harness/value-facts';

const FACTS: EngineDelimitedColumnFacts = {
  ...{ values: 3, nulls: 0, nullWords: 0, empties: 0 },
  ...{ integers: false, decimals: false, ...NO_NUMBERS, floats: false, booleans: false },
  ...{ instants: 0, writtenDates: NO_DATES },
  ...{
    dates: false,
    moments: false,
    rising: false,
    isUtf8: true,
    least: '0',
    most: '9',
    first: '0',
    last: '0',
  },
  ...{ momentDigits: 0, longestBytes: 5, longestCharacters: 5 },
};
const INTEGERS = { integers: true, decimals: true, floats: true, rising: true };

function column(
  key: string,
  counts: Partial<EngineJsonColumnFacts>,
  facts: Partial<EngineDelimitedColumnFacts> = {},
): NamedKey {
  const none = { strings: 0, numbers: 0, booleans: 0, containers: 0 };
  return {
    key,
    name: key,
    ...none,
    jsonTexts: false,
    base64: false,
    hex: false,
    ...counts,
    facts: { ...FACTS, ...facts },
  };
}

describe('inferredJsonTable', () => {
  it.each<[string, NamedKey, string, string]>([
    ['whole numbers', column('a', { numbers: 3 }, INTEGERS), 'INT NOT NULL', 'text'],
    [
      'numbers of many digits',
      column(
        'a',
        { numbers: 3 },
        { decimals: true, floats: true, pointNumbers: { ...WHOLE, wholeDigits: 30 } },
      ),
      'DECIMAL(30,0) NOT NULL',
      'text',
    ],
    ['numbers that some lines lack', column('a', { numbers: 2 }, INTEGERS), 'INT DEFAULT NULL', 'text'],
    ['true and false', column('a', { booleans: 3 }, { booleans: true }), 'TINYINT(1) NOT NULL', 'number'],
    ['objects', column('a', { containers: 1 }), 'JSON DEFAULT NULL', 'json'],
    ['objects and texts', column('a', { containers: 1, strings: 2 }), 'JSON NOT NULL', 'json'],
    ['dates', column('a', { strings: 3 }, { dates: true }), 'DATE NOT NULL', 'text'],
    [
      'moments with their offset',
      column('a', { strings: 3 }, { instants: 3, momentDigits: 2 }),
      'DATETIME(2) NOT NULL',
      'instant',
    ],
    [
      'some with and some without',
      column('a', { strings: 3 }, { instants: 2 }),
      'VARCHAR(32) NOT NULL',
      'text',
    ],
    [
      'dates and nothing',
      column('a', { strings: 3 }, { dates: true, empties: 1 }),
      'VARCHAR(32) NOT NULL',
      'text',
    ],
    ['digits in quotes', column('a', { strings: 3 }, INTEGERS), 'VARCHAR(32) NOT NULL', 'text'],
    ['numbers and words', column('a', { numbers: 1, strings: 2 }), 'VARCHAR(32) NOT NULL', 'text'],
    ['nothing but null', column('a', {}, { values: 0 }), 'VARCHAR(32) DEFAULT NULL', 'text'],
  ])('makes a column of %s', (_what, facts, type, form) => {
    const { text, columns } = inferredJsonTable('t', { columns: [facts], rows: 3 });
    expect(text.elements).toEqual([`\`a\` ${type}`]);
    expect(columns).toEqual([{ key: 'a', form }]);
  });

  it('takes the first key for the primary one by its name and its numbers', () => {
    const found = inferredJsonTable('t', { columns: [column('id', { numbers: 3 }, INTEGERS)], rows: 3 });
    expect(found.primaryKey).toBe('id');
    const texts = inferredJsonTable('t', { columns: [column('id', { strings: 3 }, INTEGERS)], rows: 3 });
    expect(texts.primaryKey).toBeNull();
  });

  it('names columns as a server takes them', () => {
    const keys = ['', 'A', 'a'].map((key) => column(key, { strings: 3 }));
    expect(inferredJsonTable('t', { columns: keys, rows: 3 }).names).toEqual(['column_1', 'A', 'a_2']);
  });
});

describe('definedJsonTable', () => {
  const text = {
    name: 't',
    elements: [
      '`Id` int',
      '`y` year',
      '`b` blob',
      '`j` json',
      '`g` varchar(9) CHARACTER SET gbk',
      '`l` varchar(9) CHARACTER SET latin1',
      '`k` varchar(9) CHARACTER SET gbk',
      '`h` binary(3)',
      '`c` int GENERATED ALWAYS AS (`Id`)',
    ],
    options: ' DEFAULT CHARSET=utf8mb4',
    hexColumns: new Set<string>(),
    base64Columns: new Set(['k', 'h']),
  };
  const read = (...columns: readonly NamedKey[]) => definedJsonTable(text, { columns, rows: 3 });

  it('finds columns by keys of other case', () => {
    expect(read(column('ID', { booleans: 1 }))).toMatchObject({
      names: ['Id'],
      columns: [{ key: 'ID', form: 'number' }],
      unknown: [],
    });
    expect(read(column('ID', {}), column('id', {})).unknown).toEqual(['id']);
  });

  it('knows what the table lacks, and what the server computes', () => {
    expect(read(column('x', {}), column('c', {}))).toMatchObject({ names: [], unknown: ['x', 'c'] });
  });

  it.each<[string, NamedKey, Partial<Record<string, string>>, string]>([
    ['bytes in base64', column('b', { strings: 1, base64: true }), { b: 'FROM_BASE64' }, 'text'],
    ['bytes in digits', column('b', { strings: 1, hex: true }), { b: 'UNHEX(SUBSTRING(@`b`,3))' }, 'text'],
    ['years', column('y', { numbers: 1 }), { y: 'CAST(@`y` AS UNSIGNED)' }, 'number'],
    ['documents in strings', column('j', { strings: 1, jsonTexts: true }), {}, 'text'],
    ['documents', column('j', { strings: 1, containers: 1, jsonTexts: true }), {}, 'json'],
    [
      'a text that UTF-8 does not hold',
      column('k', { strings: 1, base64: true }),
      { k: 'CONVERT(FROM_BASE64(@`k`) USING gbk)' },
      'text',
    ],
    ['a text that only looks like one', column('g', { strings: 1, base64: true }), {}, 'text'],
    ['another text', column('l', { strings: 1, base64: true }), {}, 'text'],
    [
      'base64 that looks like digits',
      column('h', { strings: 1, base64: true, hex: true }),
      { h: 'FROM_BASE64' },
      'text',
    ],
  ])('reads %s', (_what, facts, decoders, form) => {
    const found = read(facts);
    expect(found.decoders).toEqual(decoders);
    expect(found.columns).toEqual([{ key: facts.key, form }]);
    expect(found.bytes).toEqual([]);
  });

  it('names columns of bytes with values in no known form', () => {
    expect(read(column('b', { strings: 1 })).bytes).toEqual(['b']);
    expect(read(column('b', { numbers: 1, base64: true })).bytes).toEqual(['b']);
    expect(read(column('k', { strings: 1 })).bytes).toEqual(['k']);
  });
});

describe('jsonFile', () => {
  it('takes names apart', () => {
    expect(jsonFile('shop.orders%202.ndjson.gz')).toMatchObject({
      compression: 'gzip',
      schema: 'shop',
      table: 'orders 2',
    });
    expect(jsonFile('orders.json')).toBeNull();
  });

  it('finds the schema before a table with dots in its name', () => {
    expect(schemaBefore({ stem: 'a%20b...' }, '..')).toBe('a b');
    expect(schemaBefore({ stem: 'orders' }, 'orders')).toBeNull();
  });
});

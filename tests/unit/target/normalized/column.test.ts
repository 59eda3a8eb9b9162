import { describe, expect, it } from 'vitest';
import { normalizedColumn } from '../../../../app/target/normalized/column';
import { piecesOf } from '../../../../app/target/normalized/pieces';

const meaning = (line: string) => normalizedColumn(piecesOf(line));
const traits = (line: string) => meaning(line).traits;

describe('a column’s line', () => {
  it('says its name, its type and whether it is JSON', () => {
    expect(meaning('`a``b` varchar(20)')).toEqual({
      ...{ name: 'a`b', isJson: false, checks: 0, traits: ['type varchar(20)'] },
    });
    expect(meaning('`c` json')).toEqual({ name: 'c', isJson: true, checks: 0, traits: ['type json'] });
    expect(meaning('`c` geomcollection').traits).toEqual(['type geometrycollection']);
    expect(meaning('`c` decimal(10,2)').traits).toEqual(['type decimal(10 , 2)']);
    expect(meaning("`c` enum('a','b')").traits).toEqual(["type enum('a' , 'b')"]);
  });

  it('has a width only where the values show it', () => {
    for (const type of ['tinyint', 'smallint', 'mediumint', 'int', 'bigint', 'year'])
      expect(traits(`\`c\` ${type}(4)`)).toEqual([`type ${type}`]);
    expect(traits('`c` int(4) unsigned zerofill')).toEqual(['type int(4)', 'unsigned', 'zerofill']);
    expect(traits('`c` int unsigned')).toEqual(['type int', 'unsigned']);
    expect(traits('`c` bit(4)')).toEqual(['type bit(4)']);
    expect(traits('`c` datetime(3)')).toEqual(['type datetime(3)']);
  });

  it.each([
    ...['CHARACTER SET utf8mb4', 'COLLATE utf8mb4_bin', 'NULL', 'SRID 4326', 'REF_SYSTEM_ID = 4326'],
    ...['STORAGE DISK', 'COLUMN_FORMAT FIXED', 'COMPRESSED', 'DEFAULT NULL'],
  ])('says nothing by %s, and goes on behind it', (words) => {
    expect(traits(`\`c\` text ${words} NOT NULL INVISIBLE`)).toEqual([
      ...['type text', 'not null', 'invisible'],
    ]);
    expect(traits(`\`c\` text ${words}`)).toEqual(['type text']);
  });

  it('counts its CHECKs, and reads what stands around them', () => {
    expect(meaning("`c` int CHECK (`c` > 0) CHECK (`c` < 9) COMMENT 'x'")).toMatchObject({
      ...{ checks: 2, traits: ['type int', "comment 'x'"] },
    });
  });

  it('says how it is generated, and what stands behind', () => {
    expect(traits("`c` int GENERATED ALWAYS AS (`a` + 1) VIRTUAL COMMENT 'x'")).toEqual([
      ...['type int', 'generated virtual', "comment 'x'"],
    ]);
    expect(traits('`c` int GENERATED ALWAYS AS (`a` + 1) STORED NOT NULL')).toEqual([
      ...['type int', 'generated stored', 'not null'],
    ]);
  });

  it('says what a row gets on an update, and what stands behind', () => {
    expect(traits('`c` timestamp ON UPDATE CURRENT_TIMESTAMP')).toEqual(['type timestamp', 'on update now']);
    expect(
      traits(
        "`c` timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6) COMMENT 'x'",
      ),
    ).toEqual([...['type timestamp(6)', 'not null', 'default now 6', 'on update now 6', "comment 'x'"]]);
    expect(traits('`c` datetime ON UPDATE current_timestamp() INVISIBLE')).toEqual([
      ...['type datetime', 'on update now', 'invisible'],
    ]);
  });
});

describe('a default', () => {
  const defaultOf = (text: string) => {
    const [, found, ...rest] = traits(`\`c\` int DEFAULT ${text} INVISIBLE`);
    expect(rest).toEqual(['invisible']);
    return found;
  };

  it.each([
    ['5', "'5'"],
    ["'5'", "'5'"],
    ['(5)', "'5'"],
    ['((5))', "'5'"],
    ['-5', "'-5'"],
    ["'-5'", "'-5'"],
    ['15.00', "'15'"],
    ['5.', "'5'"],
    ['1.50', "'1.5'"],
    ['100', "'100'"],
    ['-10.250', "'-10.25'"],
    ['2e3', "'2000'"],
    ['2.5E-1', "'0.25'"],
    ['1e-10', "'1e-10'"],
    ["'1e-10'", "'1e-10'"],
    ['-1.5e-20', "'-1.5e-20'"],
    ["'-1.5e-20'", "'-1.5e-20'"],
    ["'-1e+2'", "'-100'"],
    ["'1.2.3'", "'1.2.3'"],
    ["'x1.0'", "'x1.0'"],
    ["'1.0x'", "'1.0x'"],
    ["'x1.50'", "'x1.50'"],
    ["'1.50x'", "'1.50x'"],
    ["'x1e5'", "'x1e5'"],
    ["'1e5x'", "'1e5x'"],
    ["'0xx'", "'0xx'"],
    ['0x4142', "'AB'"],
    ['0xFF', '0XFF'],
    ["b'101'", 'B 101'],
    ["_utf8mb4'x'", "'x'"],
    ['TRUE', "'TRUE'"],
    ["'it''s'", "'it's'"],
  ])('%s is %s', (text, found) => {
    expect(defaultOf(text)).toBe(`default ${found}`);
  });

  it.each(['now()', 'NOW(0)', 'current_timestamp', 'LOCALTIME', 'localtimestamp()'])(
    'is the moment: %s',
    (text) => {
      expect(defaultOf(text)).toMatch(/^default now(?: 0)?$/);
    },
  );

  it.each(['uuid()', '(uuid())', '(1 + 2)', '(now() + 1)', '`f`', '`f`(1)', '(`f`(1))'])(
    'counts as an expression by its being there: %s',
    (text) => {
      expect(defaultOf(text)).toBe('default an expression');
    },
  );

  it('is none where it is NULL, in whatever words', () => {
    for (const text of ['NULL', '(NULL)'])
      expect(traits(`\`c\` int DEFAULT ${text} INVISIBLE`)).toEqual(['type int', 'invisible']);
  });
});

import { describe, expect, it } from 'vitest';
import type { EngineXmlFacts, EngineXmlItem } from '../../../../app/engine/scan/scans';
import { columnOf } from '../../../../app/format/xml/column';
import { dialectOf } from '../../../../app/format/xml/dialect';
import { keysOf } from '../../../../app/format/xml/keys';
import { structureOf } from '../../../../app/format/xml/structure';

const VALUES = { defaults: 'values', likelyVersion: null } as const;
const SQL = { defaults: 'sql', likelyVersion: null } as const;
const OPTIONS = { Engine: 'InnoDB', Collation: 'latin1_swedish_ci', Comment: '' };

type Structure = Extract<EngineXmlItem, { kind: 'structure' }>;

function structure(more: Partial<Structure>): Structure {
  return {
    ...{ kind: 'structure', database: 'shop', line: 1, table: 't' },
    ...{ fields: [{ Field: 'id', Type: 'int', Null: 'NO' }], keys: [], options: OPTIONS },
    ...more,
  };
}

function field(more: EngineXmlFacts): EngineXmlFacts {
  return { Field: 'c', Type: 'int', Null: 'NO', Extra: '', Comment: '', ...more };
}

describe('columnOf', () => {
  it.each<[string, EngineXmlFacts, string]>([
    ['a number', { Default: '1' }, "int NOT NULL DEFAULT '1'"],
    ['a counter', { Extra: 'auto_increment' }, 'int NOT NULL AUTO_INCREMENT'],
    ['NULL', { Null: 'YES' }, 'int NULL'],
    ['a text', { Type: 'varchar(9)', Default: "it's \\ <" }, "varchar(9) NOT NULL DEFAULT 'it\\'s \\\\ <'"],
    ['the word NULL', { Type: 'char(4)', Null: 'YES', Default: 'NULL' }, "char(4) NULL DEFAULT 'NULL'"],
    ['bits', { Type: 'bit(3)', Default: "b'101'" }, "bit(3) NOT NULL DEFAULT b'101'"],
    ['bytes', { Type: 'binary(2)', Default: '0xFF00' }, 'binary(2) NOT NULL DEFAULT 0xFF00'],
    ['digits in a text', { Type: 'char(6)', Default: '0xFF00' }, "char(6) NOT NULL DEFAULT '0xFF00'"],
    [
      'the moment, of 5.7',
      { Type: 'timestamp', Default: 'CURRENT_TIMESTAMP', Extra: 'on update CURRENT_TIMESTAMP' },
      'timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    ],
    [
      'the moment, of 8.0',
      {
        Type: 'datetime(3)',
        Default: 'CURRENT_TIMESTAMP(3)',
        Extra: 'DEFAULT_GENERATED on update CURRENT_TIMESTAMP(3)',
      },
      'datetime(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)',
    ],
    [
      'an expression',
      { Default: "concat(_utf8mb4\\'a\\',1)", Extra: 'DEFAULT_GENERATED' },
      "int NOT NULL DEFAULT (concat(_utf8mb4'a',1))",
    ],
    [
      'hidden, with a comment',
      { Extra: 'INVISIBLE', Comment: "a'b" },
      "int NOT NULL INVISIBLE COMMENT 'a\\'b'",
    ],
  ])('takes a default for its value: %s', (_what, more, element) => {
    expect(columnOf(field(more), VALUES)).toMatchObject({
      element: `\`c\` ${element}`,
      isGenerated: false,
      unknown: '',
    });
  });

  it.each<[EngineXmlFacts, string]>([
    [{ Type: 'varchar(9)', Default: "'it''s'" }, "varchar(9) NOT NULL DEFAULT 'it''s'"],
    [{ Null: 'YES', Default: 'NULL' }, 'int NULL DEFAULT NULL'],
    [{ Default: '(1 + 2)' }, 'int NOT NULL DEFAULT (1 + 2)'],
    [
      { Type: 'timestamp', Default: 'current_timestamp()', Extra: 'on update current_timestamp()' },
      'timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp()',
    ],
  ])('takes it for SQL: %j', (more, element) => {
    expect(columnOf(field(more), SQL)?.element).toBe(`\`c\` ${element}`);
  });

  it('knows what is computed, and names words that it does not know', () => {
    expect(columnOf(field({ Extra: 'VIRTUAL GENERATED' }), SQL)?.isGenerated).toBe(true);
    expect(columnOf(field({ Extra: 'STORED GENERATED' }), VALUES)?.isGenerated).toBe(true);
    expect(columnOf(field({ Extra: 'WITHOUT SYSTEM VERSIONING' }), SQL)?.unknown).toBe(
      'WITHOUT SYSTEM VERSIONING',
    );
    expect(columnOf({ Field: 'c' }, VALUES)).toBeNull();
  });
});

describe('keysOf', () => {
  it('puts the columns of each key together', () => {
    const key = { Non_unique: '1', Index_type: 'BTREE', Index_comment: '', Collation: 'A' };
    expect(
      keysOf([
        { ...key, Key_name: 'PRIMARY', Non_unique: '0', Column_name: 'id' },
        { ...key, Key_name: 'u`', Non_unique: '0', Column_name: 'a', Sub_part: '5' },
        { ...key, Key_name: 'u`', Non_unique: '0', Column_name: 'b', Collation: 'D' },
        { ...key, Key_name: 'f', Index_type: 'FULLTEXT', Column_name: 't', Index_comment: "it's" },
        { ...key, Key_name: 's', Index_type: 'SPATIAL', Column_name: 'p', Sub_part: '32' },
        { ...key, Key_name: 'e', Expression: "lower(\\'A\\')", Visible: 'NO' },
        { ...key, Key_name: 'i', Column_name: 'a', Ignored: 'YES' },
      ]),
    ).toEqual([
      'PRIMARY KEY (`id`)',
      'UNIQUE KEY `u```' + ' (`a`(5),`b` DESC)',
      "FULLTEXT KEY `f` (`t`) COMMENT 'it\\'s'",
      'SPATIAL KEY `s` (`p`)',
      "KEY `e` ((lower('A'))) INVISIBLE",
      'KEY `i` (`a`) IGNORED',
    ]);
  });
});

describe('dialectOf', () => {
  it.each<[string, Partial<Structure>, string, string | null]>([
    ['MariaDB', { options: { ...OPTIONS, Temporary: 'N' } }, 'sql', '10.3.0-MariaDB'],
    ['MySQL 8', { keys: [{ Visible: 'YES' }] }, 'values', '8.0.0'],
    ['MySQL 8 without a key', { fields: [field({ Extra: 'DEFAULT_GENERATED' })] }, 'values', '8.0.0'],
    ['MariaDB 10.2', { fields: [field({ Null: 'YES', Default: 'NULL' })] }, 'sql', '10.2.7-MariaDB'],
    ['5.7', { fields: [field({ Null: 'YES' }), field({ Null: 'YES', Default: 'NULL' })] }, 'values', null],
  ])('is known for %s', (_which, more, defaults, likelyVersion) => {
    expect(dialectOf([structure(more)])).toEqual({ defaults, likelyVersion });
  });
});

describe('structureOf', () => {
  it('has the options that servers print, and names the others', () => {
    const options = {
      ...OPTIONS,
      Auto_increment: '7',
      Create_options: 'row_format=COMPRESSED KEY_BLOCK_SIZE=8 partitioned',
      Comment: "it's",
    };
    expect(structureOf(structure({ options }), VALUES)).toMatchObject({
      kind: 'table',
      text: {
        elements: ['`id` int NOT NULL'],
        options:
          " ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=latin1 COLLATE=latin1_swedish_ci ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8 COMMENT='it\\'s'",
      },
      generated: [],
      unknown: ['partitioned'],
    });
  });

  it('knows views, and tables that the server could not read', () => {
    expect(structureOf(structure({ options: { Comment: 'VIEW' } }), VALUES).kind).toBe('view');
    expect(structureOf(structure({ options: { Comment: 'crashed' } }), VALUES)).toEqual({
      kind: 'unreadable',
      said: 'crashed',
    });
    expect(structureOf(structure({ fields: [] }), VALUES).kind).toBe('unreadable');
  });

  it('takes a column that is in a key alone for a generated one', () => {
    const keys = [{ Key_name: 'k', Column_name: 'total', Non_unique: '1', Index_type: 'BTREE' }];
    expect(structureOf(structure({ keys }), VALUES)).toMatchObject({ generated: ['total'] });
  });
});

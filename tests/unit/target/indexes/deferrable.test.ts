import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../../app/catalog/definition/definition';
import { findWaiting } from '../../../../app/target/indexes/deferrable';
import type { Vendor } from '../../../../app/contract/connections/connection';

const ID = '`id` int NOT NULL AUTO_INCREMENT';
const COLUMNS = [ID, '`a` int DEFAULT NULL', '`b` varchar(20) DEFAULT NULL', '`p` point NOT NULL'];
const PRIMARY = 'PRIMARY KEY (`id`)';
const INNODB = ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4';

interface Case {
  readonly indexes: readonly string[];
  readonly columns?: readonly string[];
  readonly vendor?: Vendor;
  readonly options?: string;
}

function find({ indexes, columns = COLUMNS, vendor = 'mysql', options = INNODB }: Case) {
  const lines = [...columns, ...indexes].map((line) => `  ${line}`).join(',\n');
  return findWaiting(parseDefinition(`CREATE TABLE \`t\` (\n${lines}\n${options}`), vendor);
}
const waiting = (given: Case) => find(given).waiting.map(({ name }) => name);

describe('findWaiting', () => {
  it('lets every kind of secondary index wait, as printed', () => {
    const indexes = [
      PRIMARY,
      'UNIQUE KEY `u2` (`b`)',
      'UNIQUE KEY `u1` (`a`)',
      'KEY `k` (`a`,`b`)',
      'SPATIAL KEY `sp` (`p`)',
      'KEY `f` ((lower(`b`)))',
      'FULLTEXT KEY `ft` (`b`)',
    ];
    expect(waiting({ indexes })).toEqual(['u2', 'u1', 'k', 'sp', 'f', 'ft']);
  });

  it('keeps the index that AUTO_INCREMENT stands on, and what is printed before it in its group', () => {
    const primary = 'PRIMARY KEY (`a`)';
    const indexes = [primary, 'KEY `before` (`b`)', 'KEY `counter` (`id`,`a`)', 'KEY `behind` (`b`)'];
    expect(waiting({ indexes })).toEqual(['behind']);
    expect(find({ indexes }).staying.map(({ index, why }) => `${index.name}: ${why}`)).toEqual([
      'before: order',
      'counter: counter',
    ]);
    expect(waiting({ indexes: [primary, 'UNIQUE KEY `counter` (`id`)', 'KEY `k` (`b`)'] })).toEqual(['k']);
  });

  it('lets an index wait that has the counter behind another column', () => {
    expect(waiting({ indexes: [PRIMARY, 'KEY `k` (`a`,`id`)'] })).toEqual(['k']);
  });

  it('keeps unique indexes without a primary key: one may order the rows', () => {
    const columns = ['`a` int NOT NULL', '`b` int'];
    expect(waiting({ indexes: ['UNIQUE KEY `u` (`a`)', 'KEY `k` (`b`)'], columns })).toEqual(['k']);
  });

  it.each([
    "`a` int COMMENT 'was AUTO_INCREMENT once'",
    "`a` int DEFAULT 1 COMMENT 'it''s \\\\'' AUTO_INCREMENT'",
    "`a` varchar(99) DEFAULT 'x AUTO_INCREMENT'",
  ])('is not misled by %s', (line) => {
    expect(waiting({ indexes: [PRIMARY, 'KEY `k` (`a`)'], columns: [ID, line] })).toEqual(['k']);
  });

  it('is not misled by comments of an index or a table', () => {
    const indexes = [PRIMARY, "UNIQUE KEY `k` (`a`) COMMENT 'USING HASH FULLTEXT KEY (`x`)'"];
    const options = `${INNODB} COMMENT='WITH SYSTEM VERSIONING ENGINE=MyISAM'`;
    expect(waiting({ indexes, options, vendor: 'mariadb' })).toEqual(['k']);
  });

  it.each<[string, Case, readonly string[]]>([
    [
      'any index of another engine',
      { indexes: [PRIMARY, 'KEY `k` (`a`)'], options: ') ENGINE=MyISAM DEFAULT CHARSET=utf8mb4' },
      [],
    ],
    ['a unique expression', { indexes: [PRIMARY, 'UNIQUE KEY `f` ((lower(`b`)))', 'KEY `k` (`a`)'] }, ['k']],
    [
      'an expression of a partitioned table',
      {
        indexes: [PRIMARY, 'KEY `f` ((lower(`b`)))', 'KEY `k` (`a`)'],
        options: `${INNODB}\n/*!50100 PARTITION BY HASH (\`id\`)\nPARTITIONS 3 */`,
      },
      ['k'],
    ],
    [
      'all of a table with MariaDB’s unique hash',
      { indexes: [PRIMARY, 'UNIQUE KEY `h` (`b`) USING HASH', 'KEY `k` (`a`)'], vendor: 'mariadb' },
      [],
    ],
    [
      'all of a table with MariaDB’s WITHOUT OVERLAPS',
      { indexes: [PRIMARY, 'UNIQUE KEY `u` (`a`,`p` WITHOUT OVERLAPS)', 'KEY `k` (`a`)'], vendor: 'mariadb' },
      [],
    ],
    [
      'a unique one of a table with history',
      {
        indexes: [PRIMARY, 'UNIQUE KEY `u` (`a`)', 'KEY `k` (`a`)'],
        vendor: 'mariadb',
        options: `${INNODB} WITH SYSTEM VERSIONING`,
      },
      ['k'],
    ],
    [
      'a full-text index of a table with history on MariaDB',
      {
        indexes: [PRIMARY, 'KEY `k` (`a`)', 'FULLTEXT KEY `ft` (`b`)'],
        vendor: 'mariadb',
        options: `${INNODB} WITH SYSTEM VERSIONING`,
      },
      ['k'],
    ],
    [
      'all of a table of wide characters whose literals an ALTER would write anew',
      {
        indexes: [PRIMARY, 'KEY `k` (`a`)', "CONSTRAINT `c` CHECK ((`b` <> _utf8mb4\'x\'))"],
        options: `${INNODB} DEFAULT CHARSET=utf32 COLLATE=utf32_bin`,
      },
      [],
    ],
  ])('keeps %s', (_, given, expected) => {
    expect(waiting(given)).toEqual(expected);
  });

  it('reads the engine behind a tablespace', () => {
    const options = ') /*!50100 TABLESPACE `ts` */ ENGINE=InnoDB';
    expect(waiting({ indexes: [PRIMARY, 'KEY `k` (`a`)'], options })).toEqual(['k']);
  });
});

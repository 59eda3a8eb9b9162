import { describe, expect, it } from 'vitest';
import { normalizedTable } from '../../../app/target/normalized/table';

const TEXT = new Map([['c', 'utf8mb4_general_ci']]);

const mysql = (lines: string, options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4') =>
  `CREATE TABLE \`t\` (\n${lines}\n) ${options}`;

/** Meanings that only one of two definitions has. */
function differences(one: string, other: string, server: 'mysql' | 'mariadb' = 'mariadb'): readonly string[] {
  const [asked, found] = [one, other].map((text) => normalizedTable(text, { server, collations: TEXT }));
  if (asked === undefined || found === undefined) throw new Error('Two are compared.');
  return [
    ...[...asked].filter((meaning) => !found.has(meaning)),
    ...[...found].filter((meaning) => !asked.has(meaning)),
  ];
}

describe('two definitions mean the same', () => {
  it.each([
    ['  `c` int', '  `c` int(11)'],
    ["  `c` decimal(10,2) DEFAULT '1.50'", '  `c` decimal(10,2) DEFAULT 1.5'],
    ["  `c` int DEFAULT '-5'", '  `c` int(11) DEFAULT -5'],
    ['  `c` datetime(3) DEFAULT CURRENT_TIMESTAMP(3)', '  `c` datetime(3) DEFAULT current_timestamp(3)'],
    ['  `c` datetime DEFAULT (now())', '  `c` datetime DEFAULT current_timestamp()'],
    ["  `c` text DEFAULT (_utf8mb4'q\\'s')", "  `c` text DEFAULT 'q''s'"],
    ['  `c` varbinary(4) DEFAULT 0x0041', "  `c` varbinary(4) DEFAULT '\\0A'"],
    ['  `c` text', '  `c` text DEFAULT NULL'],
    ["  `c` int DEFAULT '15.00'", '  `c` int(11) DEFAULT 15'],
    ['  `c` int unsigned NULL', '  `c` int(11) unsigned'],
    ['  `c` char(36) DEFAULT uuid()', '  `c` char(36) DEFAULT (uuid())'],
    ["  `c` double DEFAULT '2e3'", "  `c` double DEFAULT '2000'"],
    ["  `c` double DEFAULT '2.5E-1'", "  `c` double DEFAULT '0.25'"],
    ["  `c` int DEFAULT '5.00'", '  `c` int(11) DEFAULT 5'],
    ["  `c` double DEFAULT '1.25e10'", "  `c` double DEFAULT '12500000000'"],
    ['  `c` int,\n  KEY `k` (`c`) USING BTREE INVISIBLE', '  `c` int,\n  KEY `k` (`c`) IGNORED'],
    ['  `c` json', '  `c` longtext DEFAULT NULL CHECK (json_valid(`c`))'],
    ['  `c` geomcollection', '  `c` geometrycollection'],
    ['  `c` int /*!80023 INVISIBLE */', '  `c` int(11) INVISIBLE'],
    ['  `c` int,\n  KEY `k` (`c` DESC) USING HASH', '  `c` int(11),\n  KEY `k` (`c` DESC)'],
  ])('%s and %s', (one, other) => {
    const collations = /json|longtext/.test(other) ? new Map([['c', 'utf8mb4_bin']]) : TEXT;
    const [asked, found] = [one, other].map((line) =>
      normalizedTable(mysql(line), { server: 'mariadb', collations }),
    );
    expect(asked).toEqual(found);
  });

  it('foreign keys that say what goes without saying', () => {
    const key = '  `c` int,\n  CONSTRAINT `x` FOREIGN KEY (`c`) REFERENCES `p` (`id`) ON DELETE CASCADE';
    expect(differences(mysql(`${key} ON UPDATE RESTRICT`), mysql(key.replace('`x`', '`y`')))).toEqual([]);
  });

  it('partitions in another engine’s name', () => {
    const by = (engine: string) =>
      mysql(
        '  `c` int',
        `ENGINE=InnoDB\n/*!50100 PARTITION BY HASH (\`c\`)\n(PARTITION a ENGINE = ${engine} MAX_ROWS = 5) */`,
      );
    expect(differences(by('InnoDB'), by('ROCKSDB'))).toEqual([]);
    expect(differences(by('InnoDB'), by('InnoDB').replace('MAX_ROWS = 5', 'MAX_ROWS = 6'))).not.toEqual([]);
  });

  it('engines in other capitals', () => {
    expect(differences(mysql('  `c` int', 'ENGINE=MyISAM'), mysql('  `c` int', 'ENGINE=MYISAM'))).toEqual([]);
  });

  it('partitions with and without quotes', () => {
    const by = (name: string) =>
      mysql(
        '  `c` int',
        `ENGINE=InnoDB\n/*!50100 PARTITION BY HASH (\`c\`)\n(PARTITION ${name} ENGINE = InnoDB) */`,
      );
    expect(differences(by('a'), by('`a`'))).toEqual([]);
  });
});

it('values of partitions differ in their capitals too', () => {
  const by = (value: string) =>
    mysql(
      '  `c` varchar(9)',
      `ENGINE=InnoDB\n/*!50500 PARTITION BY LIST COLUMNS(\`c\`)\n(PARTITION a VALUES IN ('${value}') ENGINE = InnoDB) */`,
    );
  expect(differences(by('A'), by('a'))).toHaveLength(2);
});

describe('definitions rewritten by a server differ', () => {
  it.each([
    ['in a type', '  `c` varchar(20)', '  `c` mediumtext'],
    ['in a length', '  `c` varchar(20)', '  `c` varchar(10)'],
    ['in a precision', '  `c` decimal(10,2)', '  `c` decimal(10,3)'],
    ['in a member', "  `c` enum('a','b')", "  `c` enum('a','c')"],
    ['in what a comment says', "  `c` int COMMENT 'a'", "  `c` int COMMENT 'b'"],
    ['in NOT NULL', '  `c` int NOT NULL', '  `c` int'],
    ['in a comment behind others', "  `c` int NOT NULL COMMENT 'a'", "  `c` int NOT NULL COMMENT 'b'"],
    ['in a default that is an expression', '  `c` int DEFAULT (1 + 2)', '  `c` int DEFAULT 1'],
    ['in one word', '  `c` int unsigned', '  `c` int zerofill'],
    ['in a default with an exponent', '  `c` double DEFAULT 1e10', '  `c` double DEFAULT 1e11'],
    [
      'in a default that only looks like a number',
      "  `c` text DEFAULT 'x1e5'",
      "  `c` text DEFAULT 'x100000'",
    ],
    ['in a default’s fraction', "  `c` decimal(9,3) DEFAULT '1.25'", "  `c` decimal(9,3) DEFAULT '1.5'"],
    ['in the parts of an index', '  `c` int,\n  KEY `k` (`c`)', '  `c` int,\n  KEY `k` (`d`)'],
    [
      'in whether an index is seen',
      '  `c` int,\n  KEY `k` (`c`) /*!80000 INVISIBLE */',
      '  `c` int,\n  KEY `k` (`c`)',
    ],
    ['in a default', "  `c` int DEFAULT '5'", "  `c` int DEFAULT '6'"],
    [
      'in a default that it gave',
      '  `c` timestamp NOT NULL',
      '  `c` timestamp NOT NULL DEFAULT current_timestamp()',
    ],
    ['in a comment', "  `c` int COMMENT 'it''s'", '  `c` int'],
    ['in what is seen', '  `c` int /*!80023 INVISIBLE */', '  `c` int'],
    [
      'in how a column is generated',
      '  `c` int GENERATED ALWAYS AS (1) STORED',
      '  `c` int GENERATED ALWAYS AS (1) VIRTUAL',
    ],
    ['in a prefix', '  `c` text,\n  KEY `k` (`c`(900))', '  `c` text,\n  KEY `k` (`c`(191))'],
    ['in an order', '  `c` int,\n  KEY `k` (`c` DESC)', '  `c` int,\n  KEY `k` (`c`)'],
    ['in an index', '  `c` int,\n  KEY `k` (`c`)', '  `c` int'],
    ['in a CHECK', '  `c` int,\n  CONSTRAINT `x` CHECK (`c` > 0)', '  `c` int'],
  ])('%s', (_name, one, other) => {
    expect(differences(mysql(one), mysql(other))).not.toEqual([]);
  });

  it.each([
    ['an engine', 'ENGINE=BLACKHOLE', 'ENGINE=InnoDB'],
    ['the counter', 'ENGINE=InnoDB AUTO_INCREMENT=77', 'ENGINE=InnoDB'],
    ['another comment', "ENGINE=InnoDB COMMENT='a'", "ENGINE=InnoDB COMMENT='b'"],
    ['a row format', 'ENGINE=InnoDB ROW_FORMAT=COMPRESSED', 'ENGINE=InnoDB'],
    ['a comment', "ENGINE=InnoDB COMMENT='a'", "ENGINE=InnoDB COMMENT='A'"],
    ['partitions', 'ENGINE=InnoDB\n/*!50100 PARTITION BY HASH (`c`)\nPARTITIONS 3 */', 'ENGINE=InnoDB'],
  ])('in %s', (_name, one, other) => {
    expect(differences(mysql('  `c` int', one), mysql('  `c` int', other))).not.toEqual([]);
  });

  it('in a collation', () => {
    const of = (collation: string) =>
      normalizedTable(mysql('  `c` text'), { server: 'mysql', collations: new Map([['c', collation]]) });
    expect(of('utf8mb4_bin')).not.toEqual(of('utf8mb4_general_ci'));
  });
});

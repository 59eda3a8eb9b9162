import { describe, expect, it } from 'vitest';
import { normalizedTable } from '../../../../app/target/normalized/table';

const PRINTED = [
  'CREATE TABLE `t` (',
  '  `id` int unsigned NOT NULL AUTO_INCREMENT,',
  '  `city` varchar(20) COLLATE latin1_bin DEFAULT NULL CHECK (`city` > 1),',
  '  `doc` json DEFAULT NULL,',
  '  PRIMARY KEY (`id`),',
  "  UNIQUE KEY `by_city` (`city`(5) DESC) USING BTREE COMMENT 'a' /*!80000 INVISIBLE */,",
  '  PERIOD FOR SYSTEM_TIME (`a`, `b`),',
  '  CONSTRAINT `fk_1` FOREIGN KEY (`id`) REFERENCES `p` (`id`) ON DELETE CASCADE ON UPDATE NO ACTION,',
  '  CONSTRAINT `chk` CHECK (`id` > 1)',
  ") ENGINE=InnoDB AUTO_INCREMENT=5 DEFAULT CHARSET=latin1 COLLATE=latin1_bin TABLESPACE=`x` COMMENT='It'",
  '/*!50100 PARTITION BY KEY ALGORITHM = 2 (`id`)',
  'PARTITIONS 3 */',
].join('\n');
const COLLATIONS = new Map([
  ['id', null],
  ['city', 'latin1_bin'],
  ['doc', null],
]);

const COMMON = [
  ...['column 1 is id', 'column id: type int', 'column id: unsigned'],
  ...['column id: not null', 'column id: auto_increment'],
  ...['column 2 is city', 'column city: collation latin1_bin', 'column city: type varchar(20)'],
  'column 3 is doc',
  ...['index : primary (id)', "index by_city: unique (city (5) DESC) COMMENT 'a' invisible"],
  'foreign key (id) REFERENCES p (id) ON DELETE CASCADE',
  ...['option ENGINE innodb', 'option AUTO_INCREMENT 5', "option COMMENT 'It'"],
  'partitions: partition by key algorithm = 2 (id) partitions 3',
];

describe('parsing of a definition', () => {
  it('is all of it, each in a sentence, to MySQL', () => {
    const said = normalizedTable(PRINTED, { server: 'mysql', collations: COLLATIONS });
    expect([...said].sort()).toEqual([...COMMON, 'column doc: type json', '2 CHECK constraints'].sort());
  });

  it('is to MariaDB that JSON is a checked text', () => {
    const said = normalizedTable(PRINTED, { server: 'mariadb', collations: COLLATIONS });
    expect([...said].sort()).toEqual(
      [
        ...[...COMMON, 'column doc: type longtext', 'column doc: collation utf8mb4_bin'],
        '3 CHECK constraints',
      ].sort(),
    );
  });
});

import { GENERAL, table, type Pair } from './pair';

/** Pairs that MariaDB alone has, or writes in its own way. */
export const PAIRS_OF_MARIADB: readonly Pair[] = [
  {
    name: 'JSON, which is text',
    make: [table('j JSON'), `INSERT INTO t VALUES (1, '{"b":1,  "a":2, "a":3}')`],
    fate: 'carried',
  },
  {
    name: 'texts that look like defaults, and defaults of texts',
    make: [
      table(
        `c VARCHAR(20) COMMENT 'uses DEFAULT nextval(s) here', e ENUM('a DEFAULT q(1)', 'b'),
         k VARCHAR(30) CHECK (k <> 'x DEFAULT foo(1)'), g VARCHAR(40) AS (CONCAT(k, ' DEFAULT f(2)')) STORED,
         x TEXT DEFAULT 5, y TEXT DEFAULT _latin1'q', z TEXT COMMENT 'say DEFAULT ''x'' now'`,
      ),
      "INSERT INTO t (id, c, e, k) VALUES (1, 'a', 'a DEFAULT q(1)', 'q')",
    ],
    fate: 'converted',
    rule: 'default-expression',
  },
  {
    name: 'UUID and INET6, not asked for',
    make: [table('u UUID, i INET6')],
    fate: 'refused',
    rule: 'types',
  },
  {
    name: 'UUID and INET6, switched on',
    make: [table('u UUID, i INET6, j INET4'), "INSERT INTO t VALUES (1, UUID(), '2001:db8::1', '10.0.0.1')"],
    fate: 'converted',
    rule: 'types',
    fixes: ['types'],
  },
  {
    name: 'a uca1400 collation, switched on',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_uca1400_as_cs'), "INSERT INTO t VALUES (1, 'a')"],
    fate: 'converted',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'defaults that are expressions',
    make: [
      table(
        "u VARCHAR(40) DEFAULT uuid(), c TEXT DEFAULT 'it''s', n INT DEFAULT (1 + 2), w DATETIME DEFAULT current_timestamp()",
      ),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'converted',
    rule: 'default-expression',
  },
  {
    name: 'the time of now as the default of a date, a time and a text',
    make: [
      table(
        'd DATE NOT NULL DEFAULT current_timestamp(), t TIME(3) DEFAULT current_timestamp(3), c VARCHAR(30) DEFAULT now(), w DATETIME(6) DEFAULT now(6)',
      ),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'converted',
    rule: 'default-expression',
  },
  {
    name: 'an ignored index',
    make: [table('n INT, KEY hidden (n) IGNORED'), 'INSERT INTO t VALUES (1, 1)'],
    fate: 'converted',
    rule: 'invisible-index',
  },
  { name: 'a sequence', make: ['CREATE SEQUENCE s', table('n INT')], fate: 'refused', rule: 'sequence' },
  {
    name: 'system versioning',
    make: [table('n INT', `${GENERAL} WITH SYSTEM VERSIONING`)],
    fate: 'refused',
    rule: 'system-versioning',
  },
  {
    name: 'an engine that MySQL lacks',
    make: ['CREATE TABLE t (id INT PRIMARY KEY) ENGINE=Aria'],
    fate: 'refused',
    rule: 'engine',
  },
  {
    name: 'compressed pages',
    make: [table('n INT', `${GENERAL} PAGE_COMPRESSED=1`)],
    fate: 'refused',
    rule: 'row-format',
  },
  {
    name: 'compressed columns',
    make: [
      table("b TEXT COMPRESSED, c VARCHAR(20) COMPRESSED DEFAULT 'x', d VARBINARY(30) COMPRESSED"),
      "INSERT INTO t VALUES (1, REPEAT('a', 200), 'b', 'c')",
    ],
    fate: 'converted',
    rule: 'compressed-column',
  },
  {
    name: 'invisible and generated columns',
    make: [
      table(
        "a INT INVISIBLE DEFAULT 5 COMMENT 'q', b INT AS (a + 1) VIRTUAL INVISIBLE, c INT AS (a + 2) PERSISTENT COMMENT 'z'",
      ),
      'INSERT INTO t (id, a) VALUES (1, 7)',
    ],
    fate: 'carried',
  },
  {
    name: 'a unique index on whole texts',
    make: [table('b BLOB, UNIQUE KEY u (b)')],
    fate: 'refused',
    rule: 'long-unique',
  },
  {
    name: 'a period',
    make: [table('a DATE, b DATE, PERIOD FOR p (a, b)')],
    fate: 'refused',
    rule: 'application-period',
  },
  {
    name: 'options of encryption',
    make: [table('n INT', `${GENERAL} ENCRYPTED=NO`)],
    fate: 'refused',
    rule: 'table-option',
  },
  {
    name: 'options of other engines',
    make: [table('n INT', `${GENERAL} PAGE_CHECKSUM=1 TRANSACTIONAL=1`)],
    fate: 'refused',
    rule: 'table-option',
  },
  {
    name: 'a collation that pads nothing',
    make: [table('c VARCHAR(9) CHARACTER SET tis620 COLLATE tis620_thai_nopad_ci')],
    fate: 'converted',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'a default by a function that MySQL lacks',
    make: [table("c TEXT DEFAULT json_compact('[1, 2]')")],
    fate: 'refused',
    rule: 'function',
  },
  {
    name: 'modes of routines that change nothing',
    make: [
      table('n INT'),
      "SET SESSION sql_mode = 'NO_AUTO_CREATE_USER,STRICT_TRANS_TABLES'",
      'CREATE PROCEDURE p () SELECT 1',
      'SET SESSION sql_mode = DEFAULT',
    ],
    fate: 'converted',
    rule: 'object-mode',
  },
  {
    name: 'a package, in the mode that has packages',
    make: [
      table('n INT'),
      "SET SESSION sql_mode = 'ORACLE'",
      'CREATE PACKAGE k AS PROCEDURE p; END',
      'SET SESSION sql_mode = DEFAULT',
    ],
    fate: 'refused',
    rule: 'package',
  },
  {
    name: 'a key that refers to no unique one',
    make: [
      `CREATE TABLE u (a INT, KEY (a)) ENGINE=InnoDB ${GENERAL}`,
      table('a INT, CONSTRAINT x FOREIGN KEY (a) REFERENCES u (a) ON DELETE SET NULL'),
    ],
    fate: 'refused',
    rule: 'foreign-key',
  },
  {
    name: 'a DEFAULT partition',
    make: [
      table('n INT', `${GENERAL} PARTITION BY LIST (id) (PARTITION a VALUES IN (1), PARTITION b DEFAULT)`),
    ],
    fate: 'refused',
    rule: 'partitioning',
  },
  {
    name: 'partitions of another engine than InnoDB',
    make: [
      `CREATE TABLE t (id INT PRIMARY KEY) ENGINE=MyISAM ${GENERAL} PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN MAXVALUE)`,
    ],
    fate: 'refused',
    rule: 'partitioning',
  },
  {
    name: 'a word that MySQL reserves as a name',
    make: [table('`rank` INT'), 'INSERT INTO t VALUES (1, 2)'],
    fate: 'carried',
    rule: 'reserved-word',
  },
  {
    name: 'a column with a spatial reference system, and values of others',
    make: [
      table('p POINT REF_SYSTEM_ID=4326'),
      `INSERT INTO t VALUES (1, ST_GeomFromText('POINT(9 48)', 4326)), (2, ST_GeomFromText('POINT(9 48)')),
       (3, ST_GeomFromText('POINT(999 -999)', 123456)), (4, NULL)`,
    ],
    fate: 'converted',
    rule: 'spatial-reference',
  },
  {
    name: 'a default of bytes that are no text',
    make: [
      table('v VARBINARY(4) DEFAULT 0x00FF, b BINARY(4) NOT NULL DEFAULT 0xFF27005C'),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'carried',
  },
];

import { GENERAL, table, type Pair } from './pair';

/** Pairs that both vendors know. */
export const COMMON_PAIRS: readonly Pair[] = [
  {
    name: 'numbers',
    make: [
      table('a BIGINT UNSIGNED, d DECIMAL(40,10), f FLOAT, g DOUBLE, b BIT(20), y YEAR'),
      `INSERT INTO t VALUES (1, 18446744073709551615, -1.0000000001, 1.17549e-38, 1.7976931348623157e308, b'1011', 1901),
       (2, NULL, NULL, 0.1, 0.1, NULL, NULL)`,
    ],
    fate: 'carried',
  },
  {
    name: 'times',
    make: [
      table('t TIME(6), d DATETIME(6), s TIMESTAMP(3) NULL DEFAULT CURRENT_TIMESTAMP(3), x DATE'),
      "INSERT INTO t VALUES (1, '-838:59:58.999999', '9999-12-31 23:59:59.999999', '2038-01-19 03:14:07.123', '1000-01-01')",
    ],
    fate: 'carried',
  },
  {
    name: 'texts and bytes',
    make: [
      table("c VARCHAR(50), l LONGTEXT, e ENUM('x','ÿ'), s SET('p','q'), b VARBINARY(300), w BLOB"),
      "INSERT INTO t VALUES (1, CONCAT('a\\\\tb\\\\\\\\', CHAR(10 USING utf8mb4), '👋'), REPEAT('€', 3000), 'ÿ', 'p,q', X'00FF0A095C', X'')",
    ],
    fate: 'carried',
  },
  {
    name: 'shapes',
    make: [
      table('g GEOMETRY NOT NULL, SPATIAL KEY (g)'),
      "INSERT INTO t VALUES (1, ST_GeomFromText('POLYGON((0 0,0 1,1 1,0 0))'))",
    ],
    fate: 'carried',
  },
  {
    name: 'generated columns, checks and foreign keys',
    make: [
      table('n INT CHECK (n > 0), m INT GENERATED ALWAYS AS (n * 2) STORED, KEY (m), UNIQUE KEY (n)'),
      'INSERT INTO t (id, n) VALUES (1, 1), (2, 2)',
      'CREATE TABLE u (id INT PRIMARY KEY, n INT, CONSTRAINT child FOREIGN KEY (n) REFERENCES t (n) ON DELETE CASCADE) ENGINE=InnoDB',
      'INSERT INTO u VALUES (1, 2), (2, NULL)',
    ],
    fate: 'carried',
  },
  {
    name: 'partitions',
    make: [
      table(
        'n INT',
        `${GENERAL} PARTITION BY RANGE (id) (PARTITION a VALUES LESS THAN (10), PARTITION b VALUES LESS THAN MAXVALUE)`,
      ),
      'INSERT INTO t VALUES (1, 1), (20, 2)',
    ],
    fate: 'carried',
  },
  {
    name: 'a table without a key',
    make: [
      `CREATE TABLE t (n INT, c VARCHAR(20)) ENGINE=InnoDB ${GENERAL}`,
      "INSERT INTO t VALUES (1, 'a'), (1, 'a'), (NULL, NULL)",
    ],
    fate: 'carried',
  },
  {
    name: 'a view, a function, a trigger and an event',
    make: [
      table('n INT'),
      'INSERT INTO t VALUES (1, 1), (2, 3)',
      'CREATE VIEW v AS SELECT id, n + 1 AS more FROM t WHERE n > 1',
      'CREATE FUNCTION twice (n INT) RETURNS INT DETERMINISTIC NO SQL RETURN n * 2',
      'CREATE TRIGGER spoils BEFORE INSERT ON t FOR EACH ROW SET NEW.n = 99',
      "CREATE EVENT never ON SCHEDULE EVERY 1 YEAR STARTS '2035-01-01 00:00:00' DISABLE DO DELETE FROM t",
    ],
    fate: 'carried',
  },
  {
    name: 'words that look like what rules change, in texts',
    make: [
      table(
        "c VARCHAR(90) DEFAULT 'COLLATE utf8mb4_0900_ai_ci, utf8mb4_uca1400_ai_ci' COMMENT 'NO_AUTO_CREATE_USER /*!80023 INVISIBLE */'",
        `${GENERAL} COMMENT='utf8mb4_0900_as_cs, IGNORED'`,
      ),
      'INSERT INTO t (id) VALUES (1)',
      `CREATE PROCEDURE told () SELECT "it's utf8mb4_0900_ai_ci" AS a, 'NO_AUTO_CREATE_USER' -- don't: utf8mb4_uca1400_ai_ci
       AS b /* ) IGNORED utf8mb4_0900_as_cs */`,
    ],
    fate: 'carried',
  },
  {
    name: 'literal defaults',
    make: [
      table(
        "i INT DEFAULT -5, d DECIMAL(10,2) DEFAULT 1.5, b BINARY(3) DEFAULT 'ab', v VARBINARY(4) DEFAULT 0x0041, bi BIT(3) DEFAULT b'101', " +
          "y YEAR DEFAULT 2000, e ENUM('a','b\\\\c','it''s') DEFAULT 'it''s', s SET('x','y') DEFAULT 'x,y', ti TIME DEFAULT '-838:59:59', " +
          'f FLOAT DEFAULT 1e10, yes BOOLEAN DEFAULT TRUE, w DATETIME(3) DEFAULT CURRENT_TIMESTAMP(3) ON UPDATE CURRENT_TIMESTAMP(3)',
      ),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'carried',
  },
  {
    name: 'moments that updates set and that have no default',
    make: [
      table(
        'u TIMESTAMP NOT NULL ON UPDATE CURRENT_TIMESTAMP, d DATETIME(3) NOT NULL ON UPDATE CURRENT_TIMESTAMP(3)',
      ),
      'ALTER TABLE t ALTER u DROP DEFAULT, ALTER d DROP DEFAULT',
      "INSERT INTO t VALUES (1, '2001-02-03 04:05:06', '2002-02-02 02:02:02.002')",
    ],
    fate: 'carried',
  },
  {
    name: 'comments, options and the counter',
    make: [
      `CREATE TABLE t (id INT UNSIGNED ZEROFILL NOT NULL AUTO_INCREMENT COMMENT 'it''s', n TINYINT(1), PRIMARY KEY (id), KEY k (n DESC) COMMENT 'c;')
       ENGINE=InnoDB AUTO_INCREMENT=77 ROW_FORMAT=COMPACT STATS_PERSISTENT=1 MIN_ROWS=5 ${GENERAL} COMMENT='t''s; )'`,
      'INSERT INTO t VALUES (5, 1)',
    ],
    fate: 'carried',
  },
  {
    name: 'character sets that both have',
    make: [
      table(
        'a VARCHAR(9) CHARACTER SET latin1, b CHAR(3) CHARACTER SET utf8mb3, c TEXT CHARACTER SET ucs2, d VARCHAR(3) CHARACTER SET utf16le, f VARCHAR(3) COLLATE utf8mb4_bin',
        'DEFAULT CHARSET=latin1',
      ),
      "INSERT INTO t VALUES (1, 'ä', 'ß', 'é', 'x', 'y')",
    ],
    fate: 'carried',
  },
  {
    name: 'partitions within partitions, with comments',
    make: [
      `CREATE TABLE t (id INT, d DATE NOT NULL, PRIMARY KEY (id, d)) ENGINE=InnoDB ${GENERAL} PARTITION BY RANGE (to_days(d))
       SUBPARTITION BY HASH (id) SUBPARTITIONS 2 (PARTITION a VALUES LESS THAN (to_days('2020-01-01')) COMMENT 'c' MAX_ROWS 5,
       PARTITION b VALUES LESS THAN MAXVALUE)`,
      "INSERT INTO t VALUES (1, '2019-05-05'), (2, '2025-05-05')",
    ],
    fate: 'carried',
  },
  {
    name: 'lists and keys of partitions',
    make: [
      `CREATE TABLE t (id INT, r VARCHAR(5) NOT NULL, PRIMARY KEY (id, r)) ENGINE=InnoDB ${GENERAL}
       PARTITION BY LIST COLUMNS (r) (PARTITION a VALUES IN ('x', 'y'), PARTITION b VALUES IN ('z'))`,
      "INSERT INTO t VALUES (1, 'x'), (2, 'z')",
      `CREATE TABLE u (id INT PRIMARY KEY) ENGINE=InnoDB ${GENERAL} PARTITION BY LINEAR KEY (id) PARTITIONS 3`,
      'INSERT INTO u VALUES (1), (2)',
    ],
    fate: 'carried',
  },
  {
    name: 'FULLTEXT and SPATIAL indexes',
    make: [
      table('b TEXT, g GEOMETRY NOT NULL, FULLTEXT KEY f (b), SPATIAL KEY s (g)'),
      "INSERT INTO t VALUES (1, 'words of all kinds', ST_GeomFromText('POINT(1 1)'))",
    ],
    fate: 'carried',
  },
  {
    name: 'collections of shapes',
    make: [
      table('g GEOMETRYCOLLECTION, p MULTIPOINT'),
      "INSERT INTO t VALUES (1, ST_GeomFromText('GEOMETRYCOLLECTION(POINT(1 1))'), ST_GeomFromText('MULTIPOINT(0 0, 1 1)'))",
    ],
    fate: 'carried',
  },
  {
    name: 'checks of every kind',
    make: [
      table(
        "a INT CHECK (a > 0), b INT, CONSTRAINT c CHECK (a <> b), CHECK (b BETWEEN 1 AND 5), k TEXT CHECK (k <> 'x')",
      ),
      "INSERT INTO t VALUES (1, 1, 2, 'y')",
    ],
    fate: 'carried',
  },
  {
    name: 'other engines',
    make: [
      `CREATE TABLE t (id INT PRIMARY KEY, n INT) ENGINE=MyISAM ${GENERAL} PACK_KEYS=1`,
      'INSERT INTO t VALUES (1, 2)',
      `CREATE TABLE u (id INT NOT NULL) ENGINE=CSV ${GENERAL}`,
      'INSERT INTO u VALUES (3)',
    ],
    fate: 'carried',
  },
  {
    name: 'routines with modes, privileges and parameters',
    make: [
      table('n INT'),
      "SET SESSION sql_mode = 'ANSI_QUOTES,PIPES_AS_CONCAT'",
      `CREATE FUNCTION f (n INT, s VARCHAR(10) CHARACTER SET latin1, e ENUM('a','b')) RETURNS VARCHAR(20) CHARACTER SET utf8mb4
       DETERMINISTIC NO SQL SQL SECURITY INVOKER COMMENT 'it''s' RETURN n || s || 'x'`,
      `CREATE PROCEDURE p (IN a BIGINT UNSIGNED, OUT b DECIMAL(10,2), INOUT c JSON) READS SQL DATA
       BEGIN SELECT "n" INTO b FROM t LIMIT 1; -- don't
       END`,
      'CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW SET NEW.n = NEW.n + 1',
      'CREATE TRIGGER g2 BEFORE INSERT ON t FOR EACH ROW PRECEDES g SET NEW.n = NEW.n * 2',
      'CREATE SQL SECURITY INVOKER VIEW v AS SELECT id, n FROM t WHERE n > 1 WITH LOCAL CHECK OPTION',
      'SET SESSION sql_mode = DEFAULT',
    ],
    fate: 'carried',
  },
  {
    // It includes NO_AUTO_CREATE_USER on MariaDB, and no longer on MySQL.
    name: 'a routine and a trigger of the mode TRADITIONAL',
    make: [
      table('n INT'),
      "SET SESSION sql_mode = 'TRADITIONAL'",
      'CREATE FUNCTION half(n INT) RETURNS INT DETERMINISTIC RETURN n / 2',
      'CREATE TRIGGER halved BEFORE INSERT ON t FOR EACH ROW SET NEW.n = NEW.n / 2',
      'SET SESSION sql_mode = DEFAULT',
    ],
    fate: 'carried',
  },
  {
    name: 'events of every kind and time zone',
    make: [
      table('n INT'),
      "SET SESSION time_zone = '+02:00'",
      "CREATE EVENT e ON SCHEDULE EVERY 90 SECOND STARTS '2035-01-01 00:00:00' ENDS '2036-01-01 00:00:00' ON COMPLETION PRESERVE DISABLE COMMENT 'c' DO DELETE FROM t",
      "CREATE EVENT e2 ON SCHEDULE AT '2035-01-01 00:00:00' DISABLE ON SLAVE DO DELETE FROM t",
      "CREATE EVENT e3 ON SCHEDULE EVERY '1:2' HOUR_MINUTE STARTS '2035-01-01 00:00:00' DO DELETE FROM t",
      'SET SESSION time_zone = DEFAULT',
    ],
    fate: 'carried',
  },
];

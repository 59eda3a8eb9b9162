import { GENERAL, table, type Pair } from './pair';

/** Pairs that MySQL alone has, or writes in its own way. */
export const PAIRS_OF_MYSQL: readonly Pair[] = [
  {
    name: 'JSON',
    make: [table('j JSON'), `INSERT INTO t VALUES (1, '{"b": [1, 2.50, "ü"], "a": null}'), (2, NULL)`],
    fate: 'carried',
    rule: 'json-as-text',
  },
  {
    name: 'a 0900 collation, not asked for',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_0900_ai_ci'), "INSERT INTO t VALUES (1, 'a')"],
    fate: 'refused',
    rule: 'collations',
  },
  {
    name: 'a 0900 collation, switched on',
    make: [
      table('c VARCHAR(20) COLLATE utf8mb4_0900_ai_ci, UNIQUE KEY (c)', 'COLLATE utf8mb4_0900_ai_ci'),
      "INSERT INTO t VALUES (1, 'a'), (2, 'b')",
    ],
    fate: 'converted',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'a 0900 collation of a language',
    make: [table('c VARCHAR(20) COLLATE utf8mb4_sv_0900_ai_ci')],
    fate: 'refused',
    rule: 'collations',
    fixes: ['collations'],
  },
  {
    name: 'an invisible column and an invisible index',
    make: [table('n INT INVISIBLE, m INT, KEY hidden (m) INVISIBLE'), 'INSERT INTO t (id, n) VALUES (1, 5)'],
    fate: 'converted',
    rule: 'invisible-index',
  },
  {
    name: 'a default that is an expression',
    make: [
      table('c VARCHAR(40) DEFAULT (CONCAT(1, 2)), d JSON DEFAULT (JSON_ARRAY())'),
      'INSERT INTO t (id) VALUES (1)',
    ],
    fate: 'carried',
    rule: 'json-as-text',
  },
  {
    name: 'an index on an expression',
    make: [table('n INT, KEY ((n + 1))')],
    fate: 'refused',
    rule: 'functional-index',
  },
  { name: 'a vector', make: [table('v VECTOR(3)')], fate: 'refused', rule: 'vector' },
  {
    name: 'a check that is not enforced',
    make: [table('n INT, CONSTRAINT low CHECK (n < 0) NOT ENFORCED'), 'INSERT INTO t VALUES (1, 5)'],
    fate: 'refused',
    rule: 'version-comment',
  },
  {
    name: 'places of columns and tablespaces',
    make: [
      table('n INT COLUMN_FORMAT FIXED STORAGE DISK', `${GENERAL} TABLESPACE innodb_system`),
      'INSERT INTO t VALUES (1, 1)',
    ],
    fate: 'converted',
    rule: 'tablespace',
  },
  {
    name: 'steps in which a file grows',
    make: [table('n INT', `${GENERAL} AUTOEXTEND_SIZE=4M`)],
    fate: 'refused',
    rule: 'version-comment',
  },
  {
    name: 'a FULLTEXT parser',
    make: [table('b TEXT, FULLTEXT KEY f (b) WITH PARSER ngram')],
    fate: 'refused',
    rule: 'fulltext-parser',
  },
  {
    name: 'a character set that MariaDB lacks',
    make: [table('c VARCHAR(9) CHARACTER SET gb18030')],
    fate: 'refused',
    rule: 'character-set',
  },
  {
    name: 'a generated column that is never NULL',
    make: [table('n INT, m INT GENERATED ALWAYS AS (n + 1) STORED NOT NULL')],
    fate: 'refused',
    rule: 'generated-not-null',
  },
  {
    name: 'a CHECK by a function that MariaDB lacks',
    make: [table("c VARCHAR(9), CHECK (regexp_like(c, '^x'))")],
    fate: 'refused',
    rule: 'function',
  },
  {
    name: 'a generated column by a function that MariaDB lacks',
    make: [table('u CHAR(36), b BINARY(16) GENERATED ALWAYS AS (uuid_to_bin(u)) STORED')],
    fate: 'refused',
    rule: 'function',
  },
  {
    name: 'a default by a function that MariaDB lacks',
    make: [table('b BINARY(16) DEFAULT (uuid_to_bin(uuid()))')],
    fate: 'refused',
    rule: 'function',
  },
  {
    name: 'a view that calls a function that MariaDB lacks',
    make: [table('n INT'), 'CREATE VIEW v AS SELECT any_value(n) AS n FROM t'],
    fate: 'refused',
    rule: 'function',
  },
  {
    name: 'a routine whose body calls a function that MariaDB lacks',
    make: [
      table('n INT'),
      'CREATE FUNCTION own (n INT) RETURNS INT NO SQL DETERMINISTIC RETURN n',
      'CREATE PROCEDURE p () SELECT own(1), bin_to_uuid(uuid_to_bin(uuid()))',
    ],
    fate: 'carried',
    rule: 'function',
  },
  {
    name: 'a mode of routines that MariaDB lacks',
    make: [
      table('n INT'),
      "SET SESSION sql_mode = 'TIME_TRUNCATE_FRACTIONAL'",
      'CREATE PROCEDURE p () SELECT 1',
      'SET SESSION sql_mode = DEFAULT',
    ],
    fate: 'refused',
    rule: 'object-mode',
  },
  {
    name: 'a column with a geographic SRID, whose axes change places in texts',
    make: [table('p POINT SRID 4326'), "INSERT INTO t VALUES (1, ST_GeomFromText('POINT(10 20)', 4326))"],
    fate: 'carried',
    rule: 'spatial-reference',
  },
  {
    name: 'a column with a SRID',
    make: [table('p POINT SRID 0'), "INSERT INTO t VALUES (1, ST_GeomFromText('POINT(1 2)'))"],
    fate: 'converted',
    rule: 'spatial-reference',
  },
  {
    name: 'generated and JSON columns together',
    make: [
      table(
        "j JSON, k INT GENERATED ALWAYS AS (j->>'$.a') STORED, v INT GENERATED ALWAYS AS (k + 1) VIRTUAL, CHECK (json_length(j) < 5), KEY (v)",
      ),
      `INSERT INTO t (id, j) VALUES (1, '{"a": 4}')`,
    ],
    fate: 'carried',
    rule: 'json-as-text',
  },
  {
    name: 'a key that refers to no unique one',
    make: [
      `CREATE TABLE u (a INT, KEY (a)) ENGINE=InnoDB ${GENERAL}`,
      'INSERT INTO u VALUES (1), (1)',
      'SET SESSION restrict_fk_on_non_standard_key = 0',
      table('a INT, CONSTRAINT x FOREIGN KEY (a) REFERENCES u (a) ON DELETE SET NULL ON UPDATE RESTRICT'),
      'SET SESSION restrict_fk_on_non_standard_key = 1',
      'INSERT INTO t VALUES (1, 1)',
    ],
    fate: 'carried',
  },
  {
    name: 'a library',
    make: [
      table('n INT'),
      'CREATE LIBRARY lib LANGUAGE JAVASCRIPT AS $$ export function f(n) { return n } $$',
    ],
    fate: 'refused',
    rule: 'library',
  },
  {
    name: 'a word that MariaDB reserves as a name',
    make: [table('`returning` INT'), 'INSERT INTO t VALUES (1, 2)'],
    fate: 'carried',
    rule: 'reserved-word',
  },
  {
    name: 'a routine that takes a text without naming its collation',
    make: [
      table('n INT'),
      'CREATE FUNCTION f (s VARCHAR(10) CHARACTER SET utf8mb4) RETURNS INT NO SQL DETERMINISTIC RETURN 1',
    ],
    fate: 'carried',
    rule: 'parameter-collation',
  },
  {
    name: 'a default of bytes that are no text',
    make: [table('v VARBINARY(4) DEFAULT 0x00FF'), 'INSERT INTO t (id) VALUES (1)'],
    fate: 'carried',
  },
];

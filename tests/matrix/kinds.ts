/** A schema of what some servers of the matrix know and others don't, an object for each. */

const MYSQL = ['5.5', '9.7'];
const MARIADB = ['10.2', '10.5', '10.11', '11.4', '11.8'];

type MariaDb = '10.2' | '10.5' | '10.11' | '11.4' | '11.8';

/** Names of the servers from the first of each vendor on that knows something; null: none of its servers does. */
function from(mysql: '5.5' | '9.7' | null, mariadb: MariaDb | null): readonly string[] {
  const since = (vendor: string, versions: readonly string[], first: string | null) =>
    first === null ? [] : versions.slice(versions.indexOf(first)).map((version) => `${vendor}-${version}`);
  return [...since('mysql', MYSQL, mysql), ...since('mariadb', MARIADB, mariadb)];
}

/** Something that not every server knows. */
export interface Kind {
  /** The object, which a refusal names. */
  readonly name: string;
  readonly type: 'table' | 'view' | 'trigger' | 'sequence';
  readonly knownBy: readonly string[];
  readonly statements: readonly string[];
  /** Servers that know it by another name, or in another way, which a rule writes without being asked. */
  readonly convertedFor?: readonly string[];
  /** Set where those have its indexes in ascending order alone. */
  readonly losesDirections?: true;
  /** Servers that take it once a rule is switched on. */
  readonly fixed?: {
    readonly by: 'types' | 'indexes';
    readonly on: readonly string[];
    /** Names of indexes that the rule leaves out. */
    readonly without?: readonly string[];
  };
}

const table = (
  name: string,
  knownBy: readonly string[],
  columns: string,
  more: Partial<Kind> = {},
): Kind => ({
  name,
  type: 'table',
  knownBy,
  statements: [`CREATE TABLE ${name} (${columns}) ENGINE=InnoDB DEFAULT CHARSET=latin1`],
  ...more,
});

const EVERYWHERE = from('5.5', '10.2');
const NEWER = from('9.7', '10.2');

/** `server`: whose words are to be written. */
export function kindsOf(server: string): readonly Kind[] {
  const isMySql = server.startsWith('mysql');
  const all: readonly Kind[] = [
    table('list_columns', EVERYWHERE, 'a VARCHAR(9) NOT NULL, PRIMARY KEY (a)', {
      statements: [
        `CREATE TABLE list_columns (a VARCHAR(9) NOT NULL, PRIMARY KEY (a)) ENGINE=InnoDB DEFAULT CHARSET=latin1
         PARTITION BY LIST COLUMNS (a) (PARTITION p0 VALUES IN ('a', 'b'), PARTITION p1 VALUES IN ('c'))`,
        "INSERT INTO list_columns VALUES ('a'), ('c')",
      ],
    }),
    table('json_column', NEWER, 'id INT NOT NULL PRIMARY KEY, a JSON', {
      // Before 10.4.3 it is a text without a check.
      convertedFor: server === 'mariadb-10.2' ? from('5.5', null) : [],
      statements: [
        'CREATE TABLE json_column (id INT NOT NULL PRIMARY KEY, a JSON) ENGINE=InnoDB DEFAULT CHARSET=latin1',
        `INSERT INTO json_column VALUES (1, '{"a": [1, "ü"]}'), (2, NULL)`,
      ],
    }),
    table('checked', NEWER, 'a INT NOT NULL PRIMARY KEY, CONSTRAINT small CHECK (a < 10)'),
    table(
      'computed',
      NEWER,
      'a INT NOT NULL PRIMARY KEY, b INT GENERATED ALWAYS AS (a + 1) VIRTUAL, c INT GENERATED ALWAYS AS (a * 2) STORED, KEY c (c)',
    ),
    table('default_expression', NEWER, 'a INT NOT NULL PRIMARY KEY, b VARCHAR(36) DEFAULT (UUID())'),
    table('default_text', NEWER, `a INT NOT NULL PRIMARY KEY, b TEXT DEFAULT ${isMySql ? "('x')" : "'x'"}`),
    table('fractions', NEWER, 'a DATETIME(6) NOT NULL PRIMARY KEY, b TIME(3), c TIMESTAMP(2) NULL', {
      statements: [
        'CREATE TABLE fractions (a DATETIME(6) NOT NULL PRIMARY KEY, b TIME(3), c TIMESTAMP(2) NULL) ENGINE=InnoDB DEFAULT CHARSET=latin1',
        "INSERT INTO fractions VALUES ('2020-01-02 03:04:05.678901', '-01:02:03.004', '2020-01-02 03:04:05.67')",
      ],
    }),
    table(
      'two_timestamps',
      NEWER,
      'a INT NOT NULL PRIMARY KEY, b TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, c TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP',
    ),
    table('datetime_now', NEWER, 'a INT NOT NULL PRIMARY KEY, b DATETIME DEFAULT CURRENT_TIMESTAMP'),
    table('long_key', NEWER, 'a VARCHAR(255) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, KEY a (a)'),
    table('full_text', NEWER, 'a INT NOT NULL PRIMARY KEY, b TEXT, FULLTEXT KEY b (b)', {
      fixed: { by: 'indexes', on: ['mysql-5.5'], without: ['b'] },
    }),
    table(
      'spatial_index',
      NEWER,
      `a INT NOT NULL PRIMARY KEY, b POINT NOT NULL${isMySql ? ' SRID 0' : ''}, SPATIAL KEY b (b)`,
      { fixed: { by: 'indexes', on: ['mysql-5.5'], without: ['b'] } },
    ),
    table('invisible_column', from('9.7', '10.5'), 'a INT NOT NULL PRIMARY KEY, b INT INVISIBLE'),
    table(
      'invisible_index',
      from('9.7', '10.11'),
      `a INT NOT NULL PRIMARY KEY, b INT, KEY b (b) ${isMySql ? 'INVISIBLE' : 'IGNORED'}`,
    ),
    table('descending', from('9.7', '10.11'), 'a INT NOT NULL PRIMARY KEY, b INT, KEY b (b DESC)', {
      // They read the direction, and pass over it.
      convertedFor: ['mysql-5.5', 'mariadb-10.2', 'mariadb-10.5'],
      losesDirections: true,
    }),
    table('functional', from('9.7', null), 'a INT NOT NULL PRIMARY KEY, b INT, KEY b ((b + 1))'),
    table('unenforced', from('9.7', null), 'a INT NOT NULL PRIMARY KEY, CHECK (a < 10) NOT ENFORCED'),
    table('reference_system', from('9.7', null), 'a INT NOT NULL PRIMARY KEY, b POINT NOT NULL SRID 4326', {
      convertedFor: from('5.5', '10.2'),
    }),
    table('compressed_column', from(null, '10.5'), 'a INT NOT NULL PRIMARY KEY, b TEXT COMPRESSED', {
      convertedFor: from('5.5', null),
    }),
    table('uuid_column', from(null, '10.11'), 'a UUID NOT NULL PRIMARY KEY', {
      fixed: { by: 'types', on: from('5.5', null) },
      statements: [
        'CREATE TABLE uuid_column (a UUID NOT NULL PRIMARY KEY) ENGINE=InnoDB DEFAULT CHARSET=latin1',
        "INSERT INTO uuid_column VALUES ('123e4567-e89b-12d3-a456-426655440000')",
      ],
    }),
    table('inet_column', from(null, '10.5'), 'a INET6 NOT NULL PRIMARY KEY', {
      fixed: { by: 'types', on: from('5.5', null) },
      statements: [
        'CREATE TABLE inet_column (a INET6 NOT NULL PRIMARY KEY) ENGINE=InnoDB DEFAULT CHARSET=latin1',
        "INSERT INTO inet_column VALUES ('2001:db8::ff00:42:8329')",
      ],
    }),
    table('versioned', from(null, '10.5'), 'a INT NOT NULL PRIMARY KEY', {
      statements: [
        'CREATE TABLE versioned (a INT NOT NULL PRIMARY KEY) ENGINE=InnoDB DEFAULT CHARSET=latin1 WITH SYSTEM VERSIONING',
      ],
    }),
    table(
      'periods',
      from(null, '10.5'),
      'a INT NOT NULL PRIMARY KEY, b DATE NOT NULL, c DATE NOT NULL, PERIOD FOR p (b, c)',
    ),
    table(
      'vectors',
      isMySql ? from('9.7', null) : from(null, '11.8'),
      'a INT NOT NULL PRIMARY KEY, b VECTOR(3)',
    ),
    {
      name: 'windowed',
      type: 'view',
      knownBy: NEWER,
      statements: ['CREATE VIEW windowed AS SELECT a, ROW_NUMBER() OVER (ORDER BY a) AS n FROM list_columns'],
    },
    {
      name: 'recursive_view',
      type: 'view',
      knownBy: NEWER,
      statements: [
        'CREATE VIEW recursive_view AS WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT i FROM n',
      ],
    },
    {
      name: 'second',
      type: 'trigger',
      knownBy: NEWER,
      statements: [
        'CREATE TRIGGER first BEFORE INSERT ON list_columns FOR EACH ROW SET NEW.a = NEW.a',
        'CREATE TRIGGER second BEFORE INSERT ON list_columns FOR EACH ROW SET NEW.a = NEW.a',
      ],
    },
    {
      name: 'counter',
      type: 'sequence',
      knownBy: from(null, '10.5'),
      statements: ['CREATE SEQUENCE counter START WITH 5'],
    },
  ];
  return all.filter(({ knownBy }) => knownBy.includes(server));
}

/** Returns whether a server takes an object of another one, as it is or converted. */
export function takes(server: string, { knownBy, convertedFor = [] }: Kind): boolean {
  return knownBy.includes(server) || convertedFor.includes(server);
}

export function kindsStatements(server: string): readonly string[] {
  return [
    "SET sql_mode = '', time_zone = '+00:00', NAMES utf8mb4",
    'CREATE DATABASE kinds CHARACTER SET latin1',
    'USE kinds',
    ...kindsOf(server).flatMap(({ statements }) => statements),
  ];
}

import { describe, expect, it } from 'vitest';
import {
  autoIncrementOf,
  counterOf,
  engineOf,
  enumColumnsOf,
  expressionsOf,
  memberListOf,
  parseDefinition,
  withoutCounter,
  type IndexLine,
} from '../../../../app/catalog/definition/definition';

/** Texts of MySQL 9.7 and MariaDB 10.11 for the same statement; backslashes are the servers' own escapes. */
const MYSQL = `CREATE TABLE \`t1\` (
  \`id\` int NOT NULL AUTO_INCREMENT,
  \`a
b\` int DEFAULT NULL COMMENT 'line\\nbreak; KEY (',
  \`c)d\` int DEFAULT NULL,
  \`e\` int DEFAULT NULL,
  \`x\` varchar(20) DEFAULT 'q''\\\\,\\n',
  \`g\` int GENERATED ALWAYS AS ((\`e\` + 1)) STORED,
  \`v\` varchar(40) GENERATED ALWAYS AS (concat(\`x\`,_utf8mb4';\\n  KEY \`z\` (\`e\`)')) VIRTUAL,
  \`pt\` point NOT NULL,
  \`txt\` text,
  PRIMARY KEY (\`id\`),
  UNIQUE KEY \`u\` (\`c)d\`,\`e\`) COMMENT 'a)b',
  KEY \`k
1\` (\`a
b\`),
  SPATIAL KEY \`sp\` (\`pt\`),
  KEY \`pre\` (\`x\`(5) DESC),
  KEY \`inv\` (\`e\`) /*!80000 INVISIBLE */,
  KEY \`f\` ((lower(\`x\`))),
  KEY \`g\` (\`e\`,(upper(\`x\`)),\`g\`),
  FULLTEXT KEY \`ft\` (\`txt\`) /*!50100 WITH PARSER \`ngram\` */ ,
  CONSTRAINT \`fk)1\` FOREIGN KEY (\`c)d\`, \`e\`) REFERENCES \`parent\` (\`a)b\`, \`c\`) ON DELETE CASCADE,
  CONSTRAINT \`fk2\` FOREIGN KEY (\`e\`) REFERENCES \`other\`.\`p\`\`q\` (\`id\`),
  CONSTRAINT \`t1_chk_1\` CHECK (((\`e\` > 0) and (\`x\` <> _utf8mb4'a,')))
) ENGINE=InnoDB AUTO_INCREMENT=17 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci COMMENT='t'
/*!50100 PARTITION BY RANGE (\`id\`)
(PARTITION p0 VALUES LESS THAN (10) COMMENT = 'KEY \`x\` (\`e\`)' ENGINE = InnoDB,
 PARTITION p1 VALUES LESS THAN MAXVALUE ENGINE = InnoDB) */`;

const MARIADB = `CREATE TABLE \`t3\` (
  \`id\` int(11) NOT NULL AUTO_INCREMENT,
  \`y\` int(11) NOT NULL,
  \`j\` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(\`j\`)),
  \`g\` varchar(9) GENERATED ALWAYS AS (concat(\`y\`,'KEY (')) VIRTUAL,
  \`rs\` timestamp(6) GENERATED ALWAYS AS ROW START INVISIBLE,
  \`re\` timestamp(6) GENERATED ALWAYS AS ROW END INVISIBLE,
  PRIMARY KEY (\`id\`,\`y\`),
  UNIQUE KEY \`uu\` (\`j\`) USING HASH,
  KEY \`inv\` (\`y\`) IGNORED,
  KEY \`db\` (\`y\` DESC,\`id\`),
  PERIOD FOR SYSTEM_TIME (\`rs\`, \`re\`),
  CONSTRAINT \`fk\` FOREIGN KEY (\`y\`) REFERENCES \`p\` (\`id\`),
  CONSTRAINT \`CONSTRAINT_1\` CHECK (\`y\` > 0 and \`g\` <> 'a,')
) ENGINE=InnoDB AUTO_INCREMENT=4 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci WITH SYSTEM VERSIONING
 PARTITION BY KEY (\`id\`)
PARTITIONS 2`;

const named = (indexes: readonly IndexLine[]) =>
  indexes.map(({ kind, name, columns }) => [kind, name, ...columns]);

describe('parseDefinition of MySQL’s text', () => {
  const definition = parseDefinition(MYSQL);

  it('finds every index with its kind and its columns, none where a part is an expression', () => {
    expect(named(definition.indexes)).toEqual([
      ['primary', '', 'id'],
      ['unique', 'u', 'c)d', 'e'],
      ['plain', 'k\n1', 'a\nb'],
      ['spatial', 'sp', 'pt'],
      ['plain', 'pre', 'x'],
      ['plain', 'inv', 'e'],
      ['plain', 'f'],
      ['plain', 'g'],
      ['fulltext', 'ft', 'txt'],
    ]);
  });

  it('keeps each line as it is printed, for it goes back behind ADD', () => {
    const texts = definition.indexes.map(({ text }) => text);
    expect(texts).toContain("UNIQUE KEY `u` (`c)d`,`e`) COMMENT 'a)b'");
    expect(texts).toContain('KEY `k\n1` (`a\nb`)');
    expect(texts).toContain('KEY `inv` (`e`) /*!80000 INVISIBLE */');
    expect(definition.foreignKeys[0]?.text).toBe(
      'CONSTRAINT `fk)1` FOREIGN KEY (`c)d`, `e`) REFERENCES `parent` (`a)b`, `c`) ON DELETE CASCADE',
    );
  });

  it('finds the two sides of every foreign key, whatever the names hold', () => {
    expect(definition.foreignKeys).toMatchObject([
      {
        name: 'fk)1',
        columns: ['c)d', 'e'],
        parentSchema: null,
        parentTable: 'parent',
        parentColumns: ['a)b', 'c'],
      },
      { name: 'fk2', columns: ['e'], parentSchema: 'other', parentTable: 'p`q', parentColumns: ['id'] },
    ]);
  });

  it('takes no comment, default or expression for an index', () => {
    expect(definition.columns).toHaveLength(9);
    expect(definition.columns[1]).toBe("`a\nb` int DEFAULT NULL COMMENT 'line\\nbreak; KEY ('");
    expect(definition.others).toEqual([
      "CONSTRAINT `t1_chk_1` CHECK (((`e` > 0) and (`x` <> _utf8mb4'a,')))",
    ]);
  });
});

describe('parseDefinition of MariaDB’s text', () => {
  const definition = parseDefinition(MARIADB);

  it('finds the indexes, also ignored and hashed ones', () => {
    expect(named(definition.indexes)).toEqual([
      ['primary', '', 'id', 'y'],
      ['unique', 'uu', 'j'],
      ['plain', 'inv', 'y'],
      ['plain', 'db', 'y', 'id'],
    ]);
  });

  it('leaves periods and checks among the others', () => {
    expect(definition.others).toEqual([
      'PERIOD FOR SYSTEM_TIME (`rs`, `re`)',
      "CONSTRAINT `CONSTRAINT_1` CHECK (`y` > 0 and `g` <> 'a,')",
    ]);
    expect(definition.foreignKeys.map(({ name }) => name)).toEqual(['fk']);
  });
});

describe('parseDefinition of hostile names', () => {
  it('takes a column that is called like an index for a column', () => {
    const { columns, indexes } = parseDefinition(
      'CREATE TABLE `KEY ``x`` (` (\n  `KEY ``x`` (y)` int NOT NULL,\n  PRIMARY KEY (`KEY ``x`` (y)`)\n) ENGINE=InnoDB',
    );
    expect(columns).toEqual(['`KEY ``x`` (y)` int NOT NULL']);
    expect(named(indexes)).toEqual([['primary', '', 'KEY `x` (y)']]);
  });

  it('is not misled by a table name with a line break', () => {
    const { columns } = parseDefinition('CREATE TABLE `a\n  b` (\n  `id` int NOT NULL\n) ENGINE=InnoDB');
    expect(columns).toEqual(['`id` int NOT NULL']);
  });

  it('takes quotes and backticks in comments for text', () => {
    const { columns, indexes } = parseDefinition(
      "CREATE TABLE `t` (\n  `a` int COMMENT 'it''s `half',\n  `b` int COMMENT 'C:\\\\',\n  KEY `k` (`a`)\n) ENGINE=InnoDB",
    );
    expect(columns).toHaveLength(2);
    expect(named(indexes)).toEqual([['plain', 'k', 'a']]);
  });
});

describe('withoutCounter', () => {
  it.each([
    [') ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4', ') ENGINE=InnoDB DEFAULT CHARSET=utf8mb4'],
    [
      ') /*!50100 TABLESPACE `innodb_system` */ ENGINE=InnoDB AUTO_INCREMENT=6 DEFAULT CHARSET=utf8mb4',
      ') /*!50100 TABLESPACE `innodb_system` */ ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
    ],
  ])('takes the counter out of %s', (printed, without) => {
    expect(withoutCounter(`CREATE TABLE \`t\` (\n${printed}`)).toBe(`CREATE TABLE \`t\` (\n${without}`);
  });

  it('leaves what comments say of AUTO_INCREMENT', () => {
    const text =
      "CREATE TABLE `t` (\n  `a` int COMMENT ' AUTO_INCREMENT=1'\n) ENGINE=InnoDB COMMENT=' AUTO_INCREMENT=2'";
    expect(withoutCounter(text)).toBe(text);
  });

  it('leaves a definition without a counter alone', () => {
    expect(withoutCounter(MYSQL.replace(' AUTO_INCREMENT=17', ''))).toBe(withoutCounter(MYSQL));
  });
});

describe('counterOf', () => {
  it('reads the counter of the table, and no words that look like one', () => {
    const lines = "CREATE TABLE `t` (\n  `a` int COMMENT ') ENGINE=InnoDB AUTO_INCREMENT=9'\n";
    expect(counterOf(`${lines}) ENGINE=InnoDB AUTO_INCREMENT=3002 DEFAULT CHARSET=utf8mb4`)).toBe('3002');
    expect(counterOf(`${lines}) /*!50100 TABLESPACE \`s\` */ ENGINE=InnoDB AUTO_INCREMENT=7`)).toBe('7');
    expect(counterOf(`${lines}) ENGINE=InnoDB COMMENT='AUTO_INCREMENT=8'`)).toBeNull();
  });
});

describe('engineOf', () => {
  const engine = (options: string) =>
    engineOf(parseDefinition(`CREATE TABLE \`t\` (\n  \`a\` int\n${options}`));

  it('reads the table’s own engine, in front of which a tablespace may stand', () => {
    expect(engineOf(parseDefinition(MYSQL))).toBe('InnoDB');
    expect(engine(') ENGINE=Aria DEFAULT CHARSET=latin1 PAGE_CHECKSUM=1')).toBe('Aria');
    expect(engine(') /*!50100 TABLESPACE \`ENGINE=x\` */ ENGINE=InnoDB')).toBe('InnoDB');
  });

  it('is empty where nothing says it', () => {
    expect(engine(") COMMENT='ENGINE=MyISAM'")).toBe('');
  });
});

describe('enumColumnsOf', () => {
  it('names the columns of that type, whatever they are called and whatever is said of others', () => {
    const text =
      "CREATE TABLE `t` (\n  `a``b` enum('x','y') DEFAULT NULL,\n  `enum(` int,\n  `c` set('a') COMMENT ' enum(',\n  `d` enum('z') NOT NULL\n) ENGINE=InnoDB";
    expect(enumColumnsOf(parseDefinition(text))).toEqual(['a`b', 'd']);
  });
});

describe('autoIncrementOf', () => {
  it('names the column that has it, whatever is said of others', () => {
    const text =
      "CREATE TABLE `t` (\n  `a AUTO_INCREMENT` int COMMENT ' AUTO_INCREMENT',\n  `i``d` int NOT NULL AUTO_INCREMENT COMMENT 'x',\n  PRIMARY KEY (`i``d`)\n) ENGINE=InnoDB AUTO_INCREMENT=4";
    expect(autoIncrementOf(parseDefinition(text))).toBe('i`d');
    expect(autoIncrementOf(parseDefinition(text.replace('NOT NULL AUTO_INCREMENT', 'NOT NULL')))).toBeNull();
  });
});

describe('memberListOf', () => {
  const definition = parseDefinition(
    "CREATE TABLE `t` (\n  `a``b` enum('x','it''s','(y)') NOT NULL,\n  `s` set('1','2') DEFAULT NULL COMMENT 'enum(',\n  `n` int,\n  `o` enum('x','z')\n) ENGINE=InnoDB",
  );

  it('is the list as it is printed, of that column alone', () => {
    expect(memberListOf(definition, 'a`b')).toBe("enum('x','it''s','(y)')");
    expect(memberListOf(definition, 's')).toBe("set('1','2')");
    expect(memberListOf(definition, 'o')).toBe("enum('x','z')");
  });

  it('is none of a column of another type, or that is not there', () => {
    expect(memberListOf(definition, 'n')).toBeNull();
    expect(memberListOf(definition, 'a')).toBeNull();
    expect(memberListOf(definition, '')).toBeNull();
  });
});

describe('expressionsOf', () => {
  const of = (...lines: readonly string[]) =>
    expressionsOf(parseDefinition(`CREATE TABLE \`t\` (\n  ${lines.join(',\n  ')}\n) ENGINE=InnoDB`));

  it('names generated columns, in the words of either vendor', () => {
    expect(of('`a` int', '`b``c` int GENERATED ALWAYS AS (`a` + 1) STORED')).toEqual({
      ...{ hasAny: true, generated: ['b`c'], timeless: ['a', 'b`c'] },
    });
    expect(of('`a` int', '`b` int AS (`a` + 1) PERSISTENT').generated).toEqual(['b']);
  });

  it('finds CHECKs of columns and of the table, and indexes of expressions', () => {
    expect(of('`a` int CHECK (`a` > 0)', '`b` int')).toMatchObject({ hasAny: true, generated: [] });
    expect(of('`a` int', 'CONSTRAINT `x` CHECK ((`a` > 0))', 'PERIOD FOR p (`a`, `b`)').hasAny).toBe(true);
    expect(of('`a` int', 'PRIMARY KEY (`a`)', 'KEY `k` ((`a` + 1))').hasAny).toBe(true);
  });

  it('takes no words of a comment or a default for an expression', () => {
    const plain = of(
      "`a` int COMMENT ' GENERATED ALWAYS AS ('",
      "`b` varchar(20) DEFAULT 'CHECK (x)'",
      'PRIMARY KEY (`a`)',
    );
    expect(plain).toEqual({ hasAny: false, generated: [], timeless: ['a', 'b'] });
    expect(of('`a` int').hasAny).toBe(false);
  });

  it('distinguishes columns that store a moment from those that do not', () => {
    const types = ['date', 'time', 'timestamp(6)', 'DATETIME', 'year', 'timezone', 'int', "enum('date')"];
    const lines = types.map((type, at) => `\`c${at}\` ${type}`);
    expect(of(...lines).timeless).toEqual(['c5', 'c6', 'c7']);
  });
});

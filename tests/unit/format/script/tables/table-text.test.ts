import { describe, expect, it } from 'vitest';
import { headOf } from '../../../../../app/catalog/definition/statement-head';
import {
  altered,
  columnsOf,
  printTable,
  tableTextOf,
  type TableText,
} from '../../../../../app/format/script/tables/table-text';

function textOf(statement: string): TableText {
  const head = headOf(statement);
  const text = head === null ? null : tableTextOf(statement, head);
  if (text === null) throw new Error('It is no CREATE TABLE.');
  return text;
}

const ORDERS = `CREATE TABLE \`orders\` (
  \`id\` int unsigned NOT NULL AUTO_INCREMENT,
  \`note\` varchar(40) DEFAULT 'a, b) (c' COMMENT 'it''s (odd)',
  \`price\` decimal(10,2) NOT NULL,
  \`twice\` decimal(10,2) GENERATED ALWAYS AS ((\`price\` * 2)) STORED,
  \`hidden\` int /*!80023 INVISIBLE */,
  \`bytes\` varbinary(20),
  PRIMARY KEY (\`id\`),
  KEY \`by_note\` (\`note\`(4),\`price\`),
  CONSTRAINT \`parent\` FOREIGN KEY (\`price\`) REFERENCES \`p\` (\`a\`)
) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4
/*!50100 PARTITION BY RANGE (\`id\`)
(PARTITION p0 VALUES LESS THAN (10) ENGINE = InnoDB) */`;

describe('a CREATE TABLE of a script', () => {
  it('is printed as it was where a server has printed it', () => {
    expect(printTable(textOf(ORDERS))).toBe(ORDERS);
  });

  it('has its columns with their types', () => {
    expect(columnsOf(textOf(ORDERS))).toMatchObject([
      { name: 'id', type: 'int', isGenerated: false, isAutoIncrement: true, isInvisible: false },
      { name: 'note', type: 'varchar', isGenerated: false, isAutoIncrement: false, isInvisible: false },
      { name: 'price', type: 'decimal', isGenerated: false, isAutoIncrement: false, isInvisible: false },
      { name: 'twice', type: 'decimal', isGenerated: true, isAutoIncrement: false, isInvisible: false },
      { name: 'hidden', type: 'int', isGenerated: false, isAutoIncrement: false, isInvisible: true },
      { name: 'bytes', type: 'varbinary', isGenerated: false, isAutoIncrement: false, isInvisible: false },
    ]);
  });

  it('is printed with quoted names where a person has written it', () => {
    const text = textOf('create table if not exists shop.t(id int primary key, -- the key\n name text);');
    expect(printTable({ ...text, options: '' })).toBe(
      'CREATE TABLE `t` (\n  id int primary key,\n  name text\n)',
    );
    expect(columnsOf(textOf('CREATE TABLE t (id INT, `order` BLOB)')).map(({ name }) => name)).toEqual([
      'id',
      'order',
    ]);
  });

  it('has its columns whatever comments stand between them', () => {
    const text = textOf(
      "CREATE TABLE t (id INT -- a, b\n, /* c */ name VARCHAR(9) DEFAULT '-- #' # d\n,\n# e\nz INT)",
    );
    expect(text.elements).toEqual(['id INT', "name VARCHAR(9) DEFAULT '-- #'", 'z INT']);
    expect(columnsOf(text).map(({ name }) => name)).toEqual(['id', 'name', 'z']);
  });

  it('is read within a version comment', () => {
    const text = textOf(
      '/*!50001 CREATE TABLE `v` (\n  `a` tinyint NOT NULL,\n  `b` tinyint\n) ENGINE=MyISAM */',
    );
    expect(text.options).toBe(' ENGINE=MyISAM');
    expect(columnsOf(text).map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it.each(['CREATE TABLE t LIKE other', 'CREATE TABLE t AS SELECT 1'])('is not read from %s', (statement) => {
    const head = headOf(statement);
    expect(head === null ? null : tableTextOf(statement, head)).toBeNull();
  });
});

describe('altered', () => {
  const plain = textOf(
    'CREATE TABLE `t` (\n  `id` int(11) NOT NULL,\n  `a` text\n) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4',
  );

  it('adds the keys that follow the rows', () => {
    const keyed = altered(
      plain,
      'ADD PRIMARY KEY (`id`),\n  ADD UNIQUE KEY `u` (`a`(5),`id`), ADD INDEX b (`a`(3))',
    );
    const whole = altered(keyed ?? plain, 'MODIFY `id` int(11) NOT NULL AUTO_INCREMENT, AUTO_INCREMENT=12');
    const bound = altered(whole ?? plain, 'ADD CONSTRAINT `c` FOREIGN KEY (`id`) REFERENCES `p` (`id`)');
    expect(bound === null ? null : printTable(bound)).toBe(
      'CREATE TABLE `t` (\n  `id` int(11) NOT NULL AUTO_INCREMENT,\n  `a` text,\n  PRIMARY KEY (`id`),\n' +
        '  UNIQUE KEY `u` (`a`(5),`id`),\n  KEY b (`a`(3)),\n' +
        '  CONSTRAINT `c` FOREIGN KEY (`id`) REFERENCES `p` (`id`)\n) ENGINE=InnoDB AUTO_INCREMENT=12 DEFAULT CHARSET=utf8mb4',
    );
  });

  it('takes the engine, of its partitions too, and leaves texts', () => {
    const inEngine = (options: string) => altered({ ...plain, options }, 'engine = InnoDB')?.options;
    expect(inEngine(" ENGINE=MyISAM COMMENT='ENGINE=MyISAM'")).toBe(" ENGINE=InnoDB COMMENT='ENGINE=MyISAM'");
    expect(inEngine(" COMMENT='ENGINE=MyISAM'")).toBe(" ENGINE=InnoDB COMMENT='ENGINE=MyISAM'");
    expect(inEngine(' ENGINE=Aria PARTITION BY KEY (a) (PARTITION p ENGINE = Aria)')).toBe(
      ' ENGINE=InnoDB PARTITION BY KEY (a) (PARTITION p ENGINE=InnoDB)',
    );
  });

  it.each(['DROP COLUMN `a`', 'RENAME TO `b`', 'ADD COLUMN c int', 'MODIFY `none` int', 'ORDER BY `id`'])(
    'does not take %s',
    (actions) => {
      expect(altered(plain, actions)).toBeNull();
    },
  );
});

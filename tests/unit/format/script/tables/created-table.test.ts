import { describe, expect, it } from 'vitest';
import { headOf } from '../../../../../app/catalog/definition/statement-head';
import { readingUnder } from '../../../../../app/format/script/statements/modes';
import { createdTable } from '../../../../../app/format/script/tables/created-table';

function isReworded(statement: string, engine: string | null = null): boolean | undefined {
  const head = headOf(statement);
  if (head === null) throw new Error('No statement that creates anything.');
  return createdTable(statement, head, { reading: readingUnder(null), engine })?.isReworded;
}

describe('a CREATE TABLE', () => {
  it.each([
    'CREATE TABLE `t` (\n  `id` int NOT NULL,\n  PRIMARY KEY (`id`)\n) ENGINE=InnoDB DEFAULT CHARSET=latin1',
    'CREATE TABLE `t` (\n  `b ASC` int,\n  KEY `INDEX` (`b ASC`)\n) ENGINE=MyISAM',
    'CREATE TABLE `t` (\n  `id` int\n) /*!50100 TABLESPACE `a b` */ ENGINE=InnoDB',
    "CREATE TABLE `t` (\n  `id` int NOT NULL\n) ENGINE=InnoDB AUTO_INCREMENT=30 DEFAULT CHARSET=latin1 COMMENT='x AUTO_INCREMENT=5'",
    "CREATE TABLE `t` (\n  `id` int NOT NULL\n) ENGINE=InnoDB DEFAULT CHARSET=latin1 COMMENT='it''s AUTO_INCREMENT=5'",
  ])('is printed by a server: %s', (statement) => {
    expect(isReworded(statement)).toBe(false);
  });

  it.each([
    'CREATE TABLE t (id int)',
    'CREATE TABLE `t` (\n  `id` int NOT NULL\n)',
    'CREATE TABLE `t` (\n  `id` int NOT NULL\n) DEFAULT CHARSET=utf8 ENGINE=InnoDB',
    'CREATE TABLE `t` (\n  `id` INT NOT NULL\n) ENGINE=InnoDB',
    'CREATE TABLE `t` (\n  `id` int,\n  PRIMARY KEY (`id` ASC)\n) ENGINE=InnoDB',
    'CREATE TABLE `t` (\n  `id` int,\n  UNIQUE INDEX `u` (`id`)\n) ENGINE=InnoDB',
    'CREATE TABLE `t` (\n  `id` int(10) NOT NULL\n) ENGINE=InnoDB  DEFAULT CHARSET=latin1 AUTO_INCREMENT=30',
    "CREATE TABLE `t` (\n  `id` int(10) NOT NULL\n) ENGINE=InnoDB DEFAULT CHARSET=latin1 COMMENT='a' AUTO_INCREMENT=30",
  ])('is in the words of its writer: %s', (statement) => {
    expect(isReworded(statement)).toBe(true);
  });

  it('is in other words where the session’s engine is put into it', () => {
    const statement = 'CREATE TABLE `t` (\n  `id` int\n) ENGINE=InnoDB';
    expect(isReworded(statement, 'MyISAM')).toBe(false);
    expect(isReworded(statement.replace(' ENGINE=InnoDB', " COMMENT='ENGINE=x'"), 'MyISAM')).toBe(true);
  });
});

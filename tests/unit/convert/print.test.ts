import { expect, it } from 'vitest';
import { printComment, printStatements } from '../../../app/convert/sql/print';
import { splitScript } from '../../../app/format/sql/script';

it('prints a body under a delimiter that it does not hold', () => {
  const statements = [
    "SET SESSION sql_mode = ''",
    'CREATE PROCEDURE `p`() BEGIN SELECT 1;; END -- the end',
    "CREATE TABLE `t` (\n  `a;b` int COMMENT ';'\n)",
  ];
  expect(splitScript(printStatements(statements))).toEqual(statements);
});

it('keeps a name with a line break within its comment', () => {
  expect(printComment('Table `a\nDROP TABLE t;`')).toBe('-- Table `a DROP TABLE t;`\n');
});

import { expect, it } from 'vitest';
import type { TableFacts } from '../../../app/catalog/objects/tables';
import { tableDifference } from '../../../app/migrate/normalized/tables';

const FACTS = { columns: [] } as unknown as TableFacts;
const define = (comment: string, members: string, table = 'the shop') =>
  `CREATE TABLE \`t\` (\n  \`c\` int COMMENT '${comment}',\n  \`e\` enum(${members})\n) ENGINE=InnoDB COMMENT='${table}'`;

/** Failure where a statement made this of the source's table. */
const differenceOf = (source: string, made: string) =>
  tableDifference('s.t', { from: FACTS, to: FACTS, source, wanted: made, found: made }, 'mysql', new Set())
    ?.message ?? null;

it.each([
  ['a comment of a column', define("it''s A", "'a','b'"), define("it''s B", "'a','b'")],
  ['a comment of the table', define('c', "'a'"), define('c', "'a'", 'The shop')],
  ['a member', define('c', "'a DEFAULT q(1)'"), define('c', "'a DEFAULT (q(1))'")],
  ['quotes in a member', define('c', "'a'' , ''b'"), define('c', "'a','b'")],
])('finds %s that differs from the source’s, whatever was asked for', (_, source, made) => {
  expect(differenceOf(source, made)).toContain('The target created a different table');
  expect(differenceOf(made, made)).toBeNull();
});

it('takes one text in either vendor’s escapes', () => {
  expect(differenceOf(define("it\\'s\\n", "'a\\\\b'"), define("it''s\\n", "'a\\\\b'"))).toBeNull();
});

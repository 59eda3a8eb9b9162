import { expect, it } from 'vitest';
import { rewrittenLiterals } from '../../../../app/catalog/definition/converted-literals';

const definition = (check: string, name = 'k') =>
  `CREATE TABLE \`t\` (\n  \`c\` varchar(10) DEFAULT '_x',\n  CONSTRAINT \`${name}\` CHECK (${check}),\n  CONSTRAINT \`z\` CHECK ((\`c\` <> _binary'x'))\n) ENGINE=InnoDB`;
const WANTED = definition("`c` in (_utf8mb4'',_utf8mb4'it\\'s',_utf8mb4'b')");

it('pairs the literals of a line that differs by them alone', () => {
  const now = definition("`c` in (_latin1'',_latin1 0xE9,_utf8mb4'b')");
  expect(rewrittenLiterals(WANTED, now)).toEqual([
    {
      line: "  CONSTRAINT `k` CHECK (`c` in (_latin1'',_latin1 0xE9,_utf8mb4'b'))",
      asWanted: "  CONSTRAINT `k` CHECK (`c` in (_utf8mb4'',_utf8mb4'it\\'s',_utf8mb4'b'))",
      pairs: [
        ["_utf8mb4''", "_latin1''"],
        ["_utf8mb4'it\\'s'", '_latin1 0xE9'],
      ],
    },
  ]);
});

it.each([
  ['nothing', WANTED],
  ['the name of the constraint', definition("`c` in (_latin1'',_latin1 0xE9,_latin1'b')", 'other')],
  ['more literals', definition("`c` in (_latin1'',_latin1 0xE9,_latin1'b',_latin1'c')")],
  ['a literal without a character set', definition("`c` in (_utf8mb4'',_utf8mb4'it\\'s','b')")],
  ['bytes', WANTED.replace("_binary'x'", "_binary'y'")],
  ['bytes that were a text', WANTED.replace("_utf8mb4'b'", "_binary'b'")],
])('leaves a line alone that differs by %s', (_what, now) => {
  expect(rewrittenLiterals(WANTED, now)).toEqual([]);
});

import { expect, it } from 'vitest';
import { programBody, type ProgramKind } from '../../../../app/catalog/definition/program-body';

const BODY = "BEGIN\n    SELECT 'it''s\n\\t (', \"d\\\"q\" FROM `a``b`;\nEND";

it.each<readonly [ProgramKind, string]>([
  ['procedure', 'CREATE DEFINER=`r`@`%` PROCEDURE `p`()\n'],
  [
    'procedure',
    "CREATE DEFINER=`r`@`%` PROCEDURE `p (`(IN a ENUM('(''','\\')'), b DECIMAL(10,2),\n  c INT)\n    READS SQL DATA\n    SQL SECURITY INVOKER\n    COMMENT 'it''s\\na ( BEGIN'\n",
  ],
  ['function', "CREATE DEFINER=`r` FUNCTION `f`(a int) RETURNS enum('(','b') CHARSET utf8mb4\n    NO SQL\n"],
  [
    'event',
    "CREATE DEFINER=`r`@`%` EVENT `e DO ` ON SCHEDULE EVERY 1 DAY STARTS '2030-01-01 00:00:00' ON COMPLETION NOT PRESERVE ENABLE COMMENT 'it''s DO x' DO ",
  ],
  [
    'procedure',
    "CREATE DEFINER=`r` PROCEDURE `p`(a int /* it's ( */, -- don't )\n  b int, --\n  c int DEFAULT f(g(1)) # isn't (\n)\n    NO SQL\n",
  ],
  ['procedure', 'CREATE DEFINER="r"@"%" PROCEDURE "p"()\n    COMMENT \'x\'\n'],
])('the body of a %s stands behind its head', (kind, head) => {
  expect(programBody(kind, head + BODY)).toBe(BODY);
});

it.each([
  ' FOR EACH ROW ',
  '\nfor each row\n  ',
  ' FOR EACH ROW FOLLOWS `x y` ',
  ' -- note, # it\n/* of */FOR/**/EACH ROW/* x */FOLLOWS -- y\n a # b\n',
])('the body of a trigger stands behind “%s”', (words) => {
  const head = 'CREATE DEFINER=`r`@`%` TRIGGER `g` BEFORE INSERT ON `t`';
  expect(programBody('trigger', head + words + BODY)).toBe(BODY);
});

it('the body of a trigger may begin with a comment that the server reads', () => {
  const body = '/*!50003 SET @a = 1 */';
  expect(programBody('trigger', `CREATE TRIGGER g BEFORE INSERT ON t FOR EACH ROW ${body}`)).toBe(body);
});

// The time of a pattern with two ways to read one would double with each doubled quote and comment.
it('is found behind many comments, and where no head is', () => {
  const comments = '-- first parameter of it, a number\n  a INT,\n'.repeat(40);
  const texts = `SET @s = '${"''a'' AND x = ".repeat(60)}'`;
  expect(
    programBody('procedure', `CREATE PROCEDURE \`p\`(${comments} b ROW(c INT, d VARCHAR(9)))\n${texts}`),
  ).toBe(texts);
  expect(programBody('procedure', `CREATE PROCEDURE \`p\`(${comments}${texts}`)).toContain(texts);
});

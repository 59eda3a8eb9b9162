import { describe, expect, it } from 'vitest';
import { parseVersion } from '../../../../app/catalog/server/server';
import type { MigrationFinding, MigrationFix } from '../../../../app/contract/runs/migrate';
import type { ReportConversion } from '../../../../app/target/convert/conversion';
import { withoutDirections, withoutLackingIndexes } from '../../../../app/target/convert/lacking-indexes';
import { withoutReferenceSystems } from '../../../../app/target/convert/version-comments';

const TABLE = `CREATE TABLE \`t\` (
  \`a\` int NOT NULL,
  \`FULLTEXT KEY\` text COMMENT '
  FULLTEXT KEY \`no\` (x)',
  \`g\` point NOT NULL,
  PRIMARY KEY (\`a\`),
  KEY \`g\` (\`a\`),
  SPATIAL KEY \`s\`\`p\` (\`g\`),
  FULLTEXT KEY \`f\` (\`FULLTEXT KEY\`) /*!50100 WITH PARSER \`ngram\` */
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4;
`;

function convert(text: string, target: string, ...fixes: readonly MigrationFix[]) {
  const found: Pick<MigrationFinding, 'severity' | 'why'>[] = [];
  const report: ReportConversion = (severity, rule, why) => {
    expect(rule).toBe('indexes');
    found.push({ severity, why });
  };
  const script = withoutLackingIndexes(text, { target: parseVersion(target), fixes: new Set(fixes) }, report);
  return { script, found };
}

describe('indexes that the target’s InnoDB lacks', () => {
  it('are blockers until the rule is switched on', () => {
    const { script, found } = convert(TABLE, '5.5.9');
    expect(script).toBe(TABLE);
    expect(found.map(({ severity }) => severity)).toEqual(['blocks', 'blocks']);
    expect(found[0]?.why).toContain('s`p');
  });

  it('are left out by the rule, each by name, and the rest is a definition', () => {
    const { script, found } = convert(TABLE, '5.5.9', 'indexes');
    expect(script).toBe(TABLE.replace(/,\n {2}SPATIAL KEY.*\n {2}FULLTEXT KEY `f`.*\n/, '\n'));
    expect(found.map(({ severity }) => severity)).toEqual(['converts', 'converts']);
  });

  it('are those of each version: MySQL 5.6 has one kind of them', () => {
    const { script, found } = convert(TABLE, '5.6.51', 'indexes');
    expect(script).toBe(TABLE.replace(/ {2}SPATIAL KEY.*\n/, ''));
    expect(found).toHaveLength(1);
  });

  it.each([
    [TABLE, '9.7.4'],
    [TABLE, '10.2.11-MariaDB'],
    [TABLE.replace('InnoDB', 'MyISAM'), '5.5.9'],
  ])('stay where the target has them', (text, target) => {
    expect(convert(text, target, 'indexes')).toEqual({ script: text, found: [] });
  });
});

it('a column’s spatial reference system is left out for a MySQL before 8.0.3, with a line', () => {
  const text =
    "CREATE TABLE `t` (\n  `g` point NOT NULL /*!80003 SRID 4326 */ COMMENT ' /*!80003 SRID 1 */'\n)";
  const found: string[] = [];
  const without = (target: string) =>
    withoutReferenceSystems(text, parseVersion(target), (severity, rule) =>
      found.push(`${severity} ${rule}`),
    );
  expect(without('9.7.4')).toBe(text);
  expect(found).toEqual([]);
  expect(without('5.7.44')).toBe(text.replace(' /*!80003 SRID 4326 */', ''));
  expect(found).toEqual(['converts spatial-reference']);
});

describe('directions of indexes that the target passes over', () => {
  const text = `CREATE TABLE \`t\` (
  \`a DESC\` int NOT NULL COMMENT 'KEY (\`a\` DESC)',
  \`b\` varchar(9) DEFAULT NULL,
  PRIMARY KEY (\`a DESC\` DESC),
  KEY \`x DESC\` (\`a DESC\`,\`b\`(3) DESC)
) ENGINE=InnoDB;
`;
  const directed = (target: string) => {
    const whys: string[] = [];
    const report: ReportConversion = (severity, rule, why) => whys.push(`${severity} ${rule} ${why}`);
    return { script: withoutDirections(text, { target: parseVersion(target) }, report), whys };
  };

  it('are left out, which is said', () => {
    const { script, whys } = directed('10.5.29-MariaDB');
    expect(script).toBe(text.replace('DESC` DESC)', 'DESC`)').replace('(3) DESC)', '(3))'));
    expect(whys).toHaveLength(2);
    expect(whys[0]).toMatch(/^converts syntax The target has no .* and passes over them: PRIMARY KEY/);
  });

  it('stay where the target has them', () => {
    expect(directed('10.11.19-MariaDB')).toEqual({ script: text, whys: [] });
    expect(directed('8.0.36')).toEqual({ script: text, whys: [] });
  });
});

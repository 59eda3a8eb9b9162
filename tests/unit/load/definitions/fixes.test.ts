import { describe, expect, it } from 'vitest';
import type { LoadFix } from '../../../../app/contract/runs/options';
import { fixStatement, type FixRules } from '../../../../app/load/definitions/fixes';

const rules = (...fixes: readonly LoadFix[]): FixRules => ({
  fixes: new Set(fixes),
  words: {
    engines: new Set(['innodb', 'myisam']),
    collations: new Set(['utf8mb4_bin', 'utf8mb4_0900_ai_ci', 'utf8mb3_general_ci']),
    charsets: new Set(['utf8mb4']),
  },
  modes: new Set(fixes.includes('sql-modes') ? ['NO_AUTO_CREATE_USER'] : []),
});

function fixed(statement: string, ...fixes: readonly LoadFix[]): string {
  return fixStatement(statement, rules(...fixes), () => undefined);
}

const TABLE =
  "CREATE TABLE `a(b` (\n  `c` varchar(5) COLLATE utf8mb4_uca1400_ai_ci DEFAULT 'ENGINE=TokuDB COLLATE utf8mb4_uca1400_ai_ci' COMMENT ') DATA DIRECTORY=''/x'''\n) ENGINE=TokuDB DATA DIRECTORY='/x/(' COMMENT='ENGINE=TokuDB'";

describe('a statement of a dump that is changed by rules', () => {
  it('is as it was without any', () => {
    expect(fixed(TABLE)).toBe(TABLE);
  });

  it('has another engine where the server lacks its own, and the same words in its texts', () => {
    expect(fixed(TABLE, 'engines')).toBe(TABLE.replace(') ENGINE=TokuDB', ') ENGINE=InnoDB'));
    const known = 'CREATE TABLE `t` (`a` int) ENGINE=MyISAM';
    expect(fixed(known, 'engines')).toBe(known);
  });

  it('has no place of its own', () => {
    expect(fixed(TABLE, 'data-directory')).toBe(TABLE.replace(" DATA DIRECTORY='/x/('", ''));
    const partition =
      "CREATE TABLE `t` (`a` int) ENGINE=InnoDB\n/*!50100 PARTITION BY HASH (`a`)\n(PARTITION p0 DATA DIRECTORY = '/y' ENGINE = InnoDB) */";
    expect(fixed(partition, 'data-directory')).toBe(partition.replace(" DATA DIRECTORY = '/y'", ''));
  });

  it('has the nearest collation', () => {
    expect(fixed(TABLE, 'collations')).toBe(
      TABLE.replace('(5) COLLATE utf8mb4_uca1400_ai_ci', '(5) COLLATE utf8mb4_0900_ai_ci'),
    );
    expect(fixed("SET SESSION collation_connection = 'utf8mb4_uca1400_ai_ci'", 'collations')).toBe(
      "SET SESSION collation_connection = 'utf8mb4_0900_ai_ci'",
    );
  });

  it('has no mode that went, and all others; a body is not changed', () => {
    const setting = "SET SESSION sql_mode = 'ANSI_QUOTES,NO_AUTO_CREATE_USER,NO_SUCH_MODE'";
    expect(fixed(setting, 'sql-modes')).toBe("SET SESSION sql_mode = 'ANSI_QUOTES,NO_SUCH_MODE'");
    const body = `CREATE PROCEDURE \`p\`()\nBEGIN\n${setting};\nEND`;
    expect(fixed(body, 'sql-modes')).toBe(body);
  });
});

import { describe, expect, it } from 'vitest';
import { convertBody, convertScript } from '../../../../app/target/convert/script';
import { parseVersion } from '../../../../app/catalog/server/server';
import type { Conversion } from '../../../../app/target/convert/conversion';

const MYSQL = parseVersion('9.7.4');
const MARIADB = parseVersion('10.11.19-MariaDB');

function conversion(more: Partial<Conversion>): Conversion {
  const collations = new Set(['utf8mb4_general_ci', 'utf8mb4_bin']);
  return { source: MYSQL, target: MARIADB, collations, defaults: new Map(), fixes: new Set(), ...more };
}

const mariadb = (script: string, more: Partial<Conversion> = {}) =>
  convertScript(script, 's.t', conversion(more));
const mysql = (script: string, more: Partial<Conversion> = {}) =>
  convertScript(script, 's.t', conversion({ source: MARIADB, target: MYSQL, ...more }));

/** Lines of columns, where they stand. */
const inTable = (lines: string) => `CREATE TABLE \`t\` (\n${lines}\n)`;

const within = (script: string, source: string, target: string) =>
  convertScript(
    script,
    's.t',
    conversion({ source: parseVersion(source), target: parseVersion(target) }),
  ).findings.map(({ severity, rule, why }) => [severity, rule, why]);

it.each(['/*M!100301 COMPRESSED*/', '/*!100301 COMPRESSED*/'])(
  'a column is not compressed in MySQL: %s',
  (words) => {
    const { script, findings } = mysql(inTable(`  \`a\` text ${words} DEFAULT NULL`));
    expect(script).toBe(inTable('  `a` text DEFAULT NULL'));
    expect(findings).toMatchObject([{ severity: 'converts', rule: 'compressed-column' }]);
  },
);

describe('a script for an older server of the vendor', () => {
  it.each([
    ['9.7.4', '5.5.9', 'CREATE TABLE `t` (\n  `a` int /*!80023 INVISIBLE */\n);\n', 'INVISIBLE'],
    [
      '11.8.6-MariaDB',
      '10.2.11-MariaDB',
      'CREATE TABLE `t` (\n  `a` text /*M!100301 COMPRESSED*/\n);\n',
      'COMPRESSED',
    ],
  ])('from %s to %s names what would be passed over in silence', (source, target, script, words) => {
    expect(within(script, source, target)).toEqual([
      ['blocks', 'version-comment', expect.stringContaining(`“${words}”`)],
    ]);
    expect(within(script, source, source)).toEqual([]);
  });

  it('has nothing to say of a default, of a text, or of another statement', () => {
    expect(within("CREATE DATABASE `s` /*!80016 DEFAULT ENCRYPTION='N' */;\n", '9.7.4', '5.5.9')).toEqual([]);
    expect(within("CREATE TABLE `t` (`a` int COMMENT '/*!80023 x */');\n", '9.7.4', '5.5.9')).toEqual([]);
    expect(within('CREATE FUNCTION `f`() RETURNS int RETURN 1 /*!80023 + 1 */;\n', '9.7.4', '5.5.9')).toEqual(
      [],
    );
  });
});

describe('a script of MySQL in MariaDB’s words', () => {
  it('writes JSON as text with its check for servers that make none of it', () => {
    const old = parseVersion('10.2.11-MariaDB');
    const table = inTable('  `a` json DEFAULT NULL,');
    expect(mariadb(table, { target: old }).script).toBe(
      inTable(
        '  `a` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`a`)),',
      ),
    );
    expect(mariadb(table).script).toBe(table);
  });

  it('leaves what both know as it is, and says nothing', () => {
    const script =
      "CREATE TABLE `t` (\n  `a` int DEFAULT '/*!80023 INVISIBLE */' COMMENT 'utf8'\n) ENGINE=InnoDB";
    expect(mariadb(script)).toEqual({ script, findings: [] });
  });

  it('writes invisible columns, invisible indexes and SRIDs in MariaDB’s words', () => {
    const { script, findings } = mariadb(
      inTable(
        '  `a` int /*!80023 INVISIBLE */,\n  `g` point NOT NULL /*!80003 SRID 4326 */,\n  KEY `k` (`a`) /*!80000 INVISIBLE */',
      ),
    );
    expect(script).toBe(
      inTable('  `a` int INVISIBLE,\n  `g` point REF_SYSTEM_ID=4326 NOT NULL,\n  KEY `k` (`a`) IGNORED'),
    );
    expect(findings.map(({ severity, rule }) => [severity, rule])).toEqual([
      ['warns', 'spatial-reference'],
      ['converts', 'invisible-column'],
      ['converts', 'invisible-index'],
    ]);
  });

  it.each(['/*!80016 NOT ENFORCED */', '/*!80021 ENGINE_ATTRIBUTE=x */', '/*!57000 SOMETHING */'])(
    'is refused where MariaDB would pass over %s',
    (comment) => {
      const { findings } = mariadb(`  CONSTRAINT \`c\` CHECK (1) ${comment}`);
      expect(findings.map(({ severity, rule }) => [severity, rule])).toEqual([['blocks', 'version-comment']]);
    },
  );

  it('passes over an option that MySQL Shell has commented out', () => {
    expect(mariadb("CREATE DATABASE `s` /*!80016 -- DEFAULT ENCRYPTION='N'\n */;\n")).toEqual({
      script: 'CREATE DATABASE `s`;\n',
      findings: [],
    });
  });

  it('leaves out columns and keys that their writer wants on MySQL alone, and says so', () => {
    const { script, findings } = mariadb(
      inTable(
        "  `a` int,\n  /*!50705 g GEOMETRY */ /*!80003 SRID 0 */ /*!50705 NOT NULL,\n  */\n  `b` int COMMENT '/*!50705 x,*/',\n  /*!50705 SPATIAL KEY `k` (g),\n  */ KEY `l` (`a`)",
      ),
    );
    expect(script.replace(/\s+/g, ' ')).toBe(
      inTable("`a` int, `b` int COMMENT '/*!50705 x,*/', KEY `l` (`a`)").replace(/\s+/g, ' '),
    );
    expect(findings.map(({ severity, why }) => [severity, why])).toEqual([
      ['warns', 'Left out, as MariaDB passes over it: g GEOMETRY SRID 0 NOT NULL.'],
      ['warns', 'Left out, as MariaDB passes over it: SPATIAL KEY `k` (g).'],
    ]);
  });

  it('keeps partitions, which MariaDB reads in their comment', () => {
    expect(mariadb('/*!50100 PARTITION BY HASH (`a`) */').findings).toEqual([]);
  });

  it('refuses a collation that is only near, unless the rule is switched on', () => {
    const collations = new Set(['utf8mb4_uca1400_nopad_ai_ci']);
    const script = 'COLLATE=utf8mb4_0900_ai_ci';
    expect(mariadb(script, { collations }).findings).toMatchObject([
      { severity: 'blocks', switchOn: 'collations' },
    ]);
    const fixed = mariadb(script, { collations, fixes: new Set(['collations']) });
    expect(fixed.script).toBe('COLLATE=utf8mb4_uca1400_nopad_ai_ci');
    expect(fixed.findings).toMatchObject([{ severity: 'converts', rule: 'collations' }]);
  });

  it('takes a collation of the very same order without being asked', () => {
    const { script, findings } = mariadb('COLLATE utf8mb4_0900_bin', {
      collations: new Set(['utf8mb4_nopad_bin']),
    });
    expect(script).toBe('COLLATE utf8mb4_nopad_bin');
    expect(findings).toMatchObject([{ severity: 'converts', rule: 'collations' }]);
  });

  it('refuses a collation that nothing stands for, whatever is switched on', () => {
    const { findings } = mariadb('COLLATE utf8mb4_sv_0900_ai_ci', { fixes: new Set(['collations']) });
    expect(findings).toMatchObject([{ severity: 'blocks', rule: 'collations' }]);
  });
});

describe('a script of MariaDB in MySQL’s words', () => {
  it.each([
    ['  `a` varchar(9) DEFAULT uuid(),', '  `a` varchar(9) DEFAULT (uuid()),'],
    [
      "  `a` int DEFAULT length(concat('a)',`b`)) COMMENT 'x'",
      "  `a` int DEFAULT (length(concat('a)',`b`))) COMMENT 'x'",
    ],
    ["  `a` text DEFAULT 'it''s',", "  `a` text DEFAULT ('it''s'),"],
    ['  `a` text DEFAULT -1,', '  `a` text DEFAULT (-1),'],
    ["  `a` blob DEFAULT X'41'", "  `a` blob DEFAULT (X'41')"],
    [
      "  `a` text NOT NULL DEFAULT _utf8mb3'q' COMMENT 'c'",
      "  `a` text NOT NULL DEFAULT (_utf8mb3'q') COMMENT 'c'",
    ],
    ['  `a` text DEFAULT current_timestamp()', '  `a` text DEFAULT (current_timestamp())'],
    [
      "  `a` text CHECK (`a` <> 'x DEFAULT f(1)') DEFAULT 5 COMMENT ' DEFAULT g(2)'",
      "  `a` text CHECK (`a` <> 'x DEFAULT f(1)') DEFAULT (5) COMMENT ' DEFAULT g(2)'",
    ],
  ])('puts the default of %s in parentheses', (line, converted) => {
    expect(mysql(inTable(line)).script).toBe(inTable(converted));
    expect(mysql(inTable(line)).findings).toMatchObject([
      { severity: 'converts', rule: 'default-expression' },
    ]);
  });

  it.each([
    '  `a` datetime DEFAULT current_timestamp() ON UPDATE current_timestamp()',
    "  `a` varchar(9) DEFAULT 'uuid()'",
    '  `a` int DEFAULT (1 + 2)',
    '  `a` text DEFAULT NULL',
    "  `a` varchar(9) COMMENT 'uses DEFAULT nextval(s) here'",
    "  `a` text COMMENT 'say DEFAULT ''x'' now'",
    "  `a` varchar(40) GENERATED ALWAYS AS (concat(`b`,' DEFAULT f(2)')) STORED",
    "  `a` enum('a DEFAULT q(1)','b') DEFAULT 'b' CHECK (`a` <> 'x DEFAULT foo(1)')",
    '  `a DEFAULT f(1)` int',
  ])('leaves %s as it is', (line) => {
    expect(mysql(inTable(line))).toEqual({ script: inTable(line), findings: [] });
  });

  it('leaves the lines of a program, which may look like columns', () => {
    const body =
      "DELIMITER ;;\nCREATE PROCEDURE `p`()\nselect\n  `id` uuid, ' DEFAULT bar(2)' as q,\n  `x` from a;;\nDELIMITER ;\n";
    expect(mysql(body, { fixes: new Set(['types']) })).toEqual({ script: body, findings: [] });
  });

  it('leaves a schema’s comment out, which MySQL has no place for', () => {
    const { script, findings } = mysql(
      "CREATE DATABASE `a COMMENT 'x'` /*!40100 DEFAULT CHARACTER SET utf8mb4 */ COMMENT 'the shop''s';\n",
    );
    expect(script).toBe("CREATE DATABASE `a COMMENT 'x'` /*!40100 DEFAULT CHARACTER SET utf8mb4 */;\n");
    expect(findings).toMatchObject([
      { severity: 'converts', rule: 'schema-comment', why: expect.stringContaining("the shop's") as unknown },
    ]);
  });

  it('gives types that MySQL lacks a stand-in only where that is switched on', () => {
    const table = inTable('  `uuid` uuid NOT NULL');
    expect(mysql(table).script).toBe(table);
    expect(mysql(table, { fixes: new Set(['types']), collations: new Set(['ascii_bin']) }).script).toBe(
      inTable('  `uuid` char(36) CHARACTER SET ascii COLLATE ascii_bin NOT NULL'),
    );
  });

  it('takes a mode away that MySQL does not know and that concerns GRANT alone', () => {
    expect(mysql("SET SESSION sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_CREATE_USER';").script).toBe(
      "SET SESSION sql_mode = 'STRICT_TRANS_TABLES';",
    );
  });

  it('refuses what stands in a comment that MySQL passes over', () => {
    expect(mysql(inTable('  `a` int /*M!100601 SOMETHING */')).findings).toMatchObject([
      { severity: 'blocks' },
    ]);
  });
});

describe('the body of a program', () => {
  const LINES = [
    "SET SESSION sql_mode = 'NO_AUTO_CREATE_USER,ORACLE';",
    'SELECT COUNT(*) IGNORED FROM t;',
    'CREATE TABLE `x` (',
    '  `a` geometry /*!80003 SRID 4326 */,',
    '  KEY `k` (`a`) IGNORED',
    ');',
    "SELECT '",
    "SET SESSION sql_mode = ''ORACLE'';",
    "/*M!100301 COMPRESSED*/ /*!80016 DEFAULT ENCRYPTION=\\'N\\' */ /*!80023 INVISIBLE */';",
  ].join('\n');
  const inProgram = (head: string) => `DELIMITER ;;\nCREATE ${head}\nBEGIN\n${LINES}\nEND\n;;\nDELIMITER ;\n`;

  it.each([
    'PROCEDURE `p`()',
    'TRIGGER `g` BEFORE INSERT ON `t` FOR EACH ROW',
    'EVENT `e` ON SCHEDULE EVERY 1 DAY DO',
  ])('of %s stays as it is', (head) => {
    const script = inProgram(head);
    expect(mysql(script)).toEqual({ script, findings: [] });
    expect(convertBody(LINES, conversion({ source: MARIADB, target: MYSQL }))).toBe(LINES);
  });

  it('names the target’s collations where it names one, under its own sql_mode', () => {
    const collations = new Set(['utf8mb4_uca1400_nopad_ai_ci']);
    const fixes = new Set(['collations'] as const);
    const body = (collation: string) =>
      `SELECT 'C:\\', 'COLLATE utf8mb4_0900_ai_ci', a COLLATE ${collation} FROM t`;
    const program = (collation: string) =>
      `SET SESSION sql_mode = 'NO_BACKSLASH_ESCAPES';\nDELIMITER ;;\nCREATE PROCEDURE \`p\`()\n${body(collation)}\n;;\nDELIMITER ;\n`;
    const [from, to] = ['utf8mb4_0900_ai_ci', 'utf8mb4_uca1400_nopad_ai_ci'] as const;
    expect(mariadb(program(from), { collations, fixes }).script).toBe(program(to));
    expect(
      convertBody(body(from), conversion({ collations, fixes }), 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'),
    ).toBe(body(to));
  });
});

describe('comments and members of a table', () => {
  it.each([
    "  `g` point COMMENT 'has /*!80003 SRID 4326 */'",
    "  `g` enum('has /*!80003 SRID 0 */','b') DEFAULT 'b'",
  ])('%s stays as it is for MariaDB', (line) => {
    expect(mariadb(inTable(line))).toEqual({ script: inTable(line), findings: [] });
  });

  it('stay beside a column that is converted', () => {
    const line = (srid: string) =>
      `  \`g /*!80003 SRID 1 */\` point${srid} COMMENT 'no /*!80003 SRID 4326 */'`;
    expect(mariadb(inTable(line(' NOT NULL /*!80003 SRID 0 */'))).script).toBe(
      inTable(line(' REF_SYSTEM_ID=0 NOT NULL')),
    );
  });
});

describe('texts, names and remarks', () => {
  const collations = new Set(['utf8mb4_uca1400_nopad_ai_ci']);
  const fixes = new Set(['collations'] as const);

  it.each([
    "  `c` varchar(30) DEFAULT 'utf8mb4_0900_ai_ci'",
    '  `utf8mb4_0900_ai_ci` int',
    'SELECT "it\'s utf8mb4_0900_ai_ci"',
    "SELECT 1 -- don't: utf8mb4_0900_ai_ci\n",
    "SELECT 1 /* don't: utf8mb4_0900_ai_ci */",
    "SELECT 'NO_AUTO_CREATE_USER'",
  ])('%s stays as it is', (script) => {
    expect(mariadb(script, { collations, fixes })).toEqual({ script, findings: [] });
    expect(mysql(script, { collations, fixes })).toEqual({ script, findings: [] });
  });

  it('SQL continues after a comment with an apostrophe', () => {
    const { script } = mariadb("SELECT 1 -- don't\n COLLATE utf8mb4_0900_ai_ci", { collations, fixes });
    expect(script).toBe("SELECT 1 -- don't\n COLLATE utf8mb4_uca1400_nopad_ai_ci");
  });
});

describe('the settings that an object was created with', () => {
  it('name collations and modes of the target', () => {
    const collations = new Set(['utf8mb4_uca1400_nopad_ai_ci']);
    const line = "SET SESSION collation_connection = 'utf8mb4_0900_ai_ci', SESSION sql_mode = 'ANSI_QUOTES';";
    expect(mariadb(line, { collations, fixes: new Set(['collations']) }).script).toBe(
      "SET SESSION collation_connection = 'utf8mb4_uca1400_nopad_ai_ci', SESSION sql_mode = 'ANSI_QUOTES';",
    );
  });

  it('block where they use an sql_mode that the target lacks', () => {
    expect(mysql("SET SESSION sql_mode = 'ORACLE';").findings).toMatchObject([
      { severity: 'blocks', rule: 'object-mode' },
    ]);
    expect(mariadb("SET SESSION sql_mode = 'TIME_TRUNCATE_FRACTIONAL';").findings).toMatchObject([
      { severity: 'blocks', rule: 'object-mode' },
    ]);
  });
});

// The time of a pattern that reads a doubled quote in two ways doubles with each of them: this would take years.
it('reads columns and schemas with many doubled quotes', () => {
  const column = `  \`a\` varchar(9) COMMENT 'one of ${"''v'', ".repeat(60)}'`;
  expect(mariadb(inTable(column)).script).toBe(inTable(column));
  const schema = `CREATE DATABASE \`${'``'.repeat(60)}\`;\n`;
  expect(mariadb(schema).script).toBe(schema);
  expect(mysql(schema).script).toBe(schema);
});

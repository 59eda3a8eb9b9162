import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeStatements, splitScript } from '../../../../app/format/sql/script';

describe('splitScript', () => {
  it.each([
    ['nothing', '', []],
    ['blanks and comments only', ' \n-- a; b\n# c;\n/* d; */\n', []],
    ['a last statement without a delimiter', 'SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
    ['empty statements', ';; SELECT 1;;', ['SELECT 1']],
    ['a byte order mark', '\uFEFFSELECT 1;', ['SELECT 1']],
    ['Windows line ends', 'SELECT 1;\r\nSELECT 2;\r\n', ['SELECT 1', 'SELECT 2']],
  ])('takes %s', (_, script, statements) => {
    expect(splitScript(script)).toEqual(statements);
  });

  it.each([
    ['a string with a delimiter and a line break', "INSERT INTO t VALUES ('a;\nb')"],
    ['a doubled quote', "SELECT 'it''s; fine'"],
    ['an escaped quote', "SELECT 'it\\'s; fine'"],
    ['an escaped backslash before the end', "SELECT 'C:\\\\'"],
    ['a double-quoted string', 'SELECT "a;""b;\\"c;"'],
    ['a quoted name', 'SELECT `a;``b;`'],
    ['a line comment inside', "SELECT 1 -- it's; not over\n+ 1"],
    ['a hash comment inside', "SELECT 1 # it's; not over\n+ 1"],
    ['a block comment inside', "SELECT /* it's; not over */ 1"],
    ['an executable comment', '/*!50100 CREATE TABLE a (b int); */'],
    ['two minus signs that are no comment', 'SELECT 5--3'],
    ['the word delimiter inside', 'SELECT 1 AS x,\nDELIMITER AS y'],
    ['a body between dollars', "CREATE LIBRARY l LANGUAGE JAVASCRIPT\nAS $$ // it's `one;\nfor (;;) {} $$"],
    ['a body between named dollars', 'CREATE LIBRARY l LANGUAGE JAVASCRIPT AS $b$ `$$;` $B$ ; $b$'],
    ['dollars that are a name', "SELECT 1 AS $$, ';' AS a$$"],
  ])('does not end a statement inside %s', (_, statement) => {
    expect(splitScript(`${statement};\nSELECT 'next';\n`)).toEqual([statement, "SELECT 'next'"]);
  });

  it('reads quotes as the sql_mode that was set before', () => {
    const body = (name: string) => `CREATE PROCEDURE ${name}() SELECT 1`;
    const under = (mode: string, statement: string) =>
      `SET @saved = @@SESSION.sql_mode;\nSET SESSION sql_mode = '${mode}';\nDELIMITER ;;\n${statement}\n;;\nDELIMITER ;\nSET SESSION sql_mode = @saved;\n`;
    const ansi = body('"a\\"');
    const plain = `${body('b')} + '\\';';`;
    const raw = "CREATE PROCEDURE c() COMMENT 'C:\\' SELECT ';;'";
    const made = splitScript(
      under('STRICT_TRANS_TABLES,ANSI_QUOTES', ansi) + under('', plain) + under('NO_BACKSLASH_ESCAPES', raw),
    ).filter((statement) => statement.startsWith('CREATE'));
    expect(made).toEqual([ansi, plain, raw]);
  });

  it('reads quotes as the sql_mode that was set in a comment for versions', () => {
    const script = '/*!50003 SET sql_mode = \'ANSI_QUOTES\' */;\nSELECT "a\\";\nSELECT 2;\n';
    expect(splitScript(script).slice(1)).toEqual(['SELECT "a\\"', 'SELECT 2']);
  });

  it('takes no mode from what a statement only says', () => {
    const script = 'CREATE PROCEDURE p() SET sql_mode = \'ANSI_QUOTES\';\nSELECT "a\\";";\nSELECT 2;\n';
    expect(splitScript(script).slice(1)).toEqual(['SELECT "a\\";"', 'SELECT 2']);
  });

  it('follows DELIMITER lines, in any case, until the next one', () => {
    const body = 'CREATE PROCEDURE p()\nBEGIN\n  SELECT 1;\n  SELECT 2;\nEND';
    expect(
      splitScript(`DELIMITER ;;\n${body};;\ndelimiter //\nSELECT 3; //\nDELIMITER ;\nSELECT 4;`),
    ).toEqual([body, 'SELECT 3;', 'SELECT 4']);
  });

  it('takes a DELIMITER line at the script’s end, which ends with no other', () => {
    expect(splitScript('SELECT 1;\nDELIMITER //')).toEqual(['SELECT 1']);
    expect(splitScript('DELIMITER \t//  \nSELECT 1;//')).toEqual(['SELECT 1;']);
  });

  it.each([
    "sql_mode='ANSI_QUOTES'",
    "SESSION sql_mode  =  'ANSI'",
    "@@sql_mode= 'ORACLE'",
    "SQL_MODE ='MSSQL'",
  ])('reads quotes as %s says', (setting) => {
    expect(splitScript(`SET ${setting};\nSELECT "a\\";\nSELECT 2;\n`).slice(1)).toEqual([
      ...['SELECT "a\\"', 'SELECT 2'],
    ]);
  });

  it('takes a whole DELIMITER line, however long it is', () => {
    expect(splitScript(`DELIMITER ;; ${'-'.repeat(200)}\nSELECT 1;;`)).toEqual(['SELECT 1']);
  });

  it('drops the comments between statements', () => {
    expect(splitScript('-- one\nSELECT 1;\n/* two; */ # three\nSELECT 2;\n--')).toEqual([
      'SELECT 1',
      'SELECT 2',
    ]);
  });

  it('ends with the script where a quote is never closed', () => {
    expect(splitScript("SELECT 1; SELECT 'a; SELECT 2;")).toEqual(['SELECT 1', "SELECT 'a; SELECT 2;"]);
  });

  it('gives back every statement of a script, whatever its strings and comments hold', () => {
    const inner = fc.string({
      unit: fc.constantFrom('a', ';', '\n', '-', '#', '/', '*', "'", '"', '`', '\\', ' '),
    });
    const token = fc.oneof(
      fc.constantFrom('SELECT', 'x', '1', '+', '(', ')', '@v'),
      inner.map((text) => `'${text.replace(/[\\']/g, '\\$&')}'`),
      inner.map((text) => `'${text.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`),
      inner.map((text) => `"${text.replace(/[\\"]/g, '\\$&')}"`),
      inner.map((text) => `\`${text.replace(/`/g, '``')}\``),
      inner.map((text) => `/* ${text.replace(/\//g, '')} */`),
      inner.map((text) => `-- ${text.replace(/\n/g, '')}\n`),
      inner.map((text) => `# ${text.replace(/\n/g, '')}\n`),
    );
    const statement = fc
      .array(token, { minLength: 0, maxLength: 8 })
      .map((tokens) => `SELECT ${[...tokens, 'end'].join(' ')}`);
    const delimiter = fc.constantFrom(';', ';;', '$$', '//');
    const gap = fc.constantFrom('', '\n', ' \n -- gap ; \n', '/* gap; */', '# gap;\n');
    const block = fc.tuple(delimiter, fc.array(fc.tuple(statement, gap), { maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(block, { maxLength: 4 }), (blocks) => {
        const script = blocks
          .map(
            ([end, parts]) =>
              `DELIMITER ${end}\n${parts.map(([text, rest]) => `${text} ${end}${rest}\n`).join('')}`,
          )
          .join('');
        expect(splitScript(script)).toEqual(blocks.flatMap(([, parts]) => parts.map(([text]) => text)));
      }),
    );
  });
});

describe('changeStatements', () => {
  const SCRIPT =
    '-- a;\nDELIMITER ;;\nSET x\n;;\nCREATE y BEGIN SET x; END\n;;\nDELIMITER ;\nSET x; /* b */ SET z';

  it('changes statements, and no comment, delimiter or body', () => {
    expect(changeStatements(SCRIPT, (text) => (text === 'SET x' ? 'SET longer' : text))).toBe(
      SCRIPT.replace('SET x\n;;', 'SET longer\n;;').replace('\nSET x; /*', '\nSET longer; /*'),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { historyGuard } from '../../../../app/format/decoders';
import { tableDocumentSchema } from '../../../../app/format/documents';
import {
  decodedCharsets,
  dropForeignKeys,
  harmlessWarnings,
  insertPlan,
  loadTail,
  WARNINGS_OF_WORDS,
} from '../../../../app/target/rows/statements';
import { failureOf } from '../../harness/failure';

const document = (options: object) =>
  tableDocumentSchema.parse({ options: { schema: 'old', table: 't', columns: ['id'], ...options } });

describe('loadTail', () => {
  it('says all of the dialect and every column, in the order of the file', () => {
    expect(loadTail('new`shop', 't', document({ columns: ['id', 'a`b'] }))).toBe(
      " INTO TABLE `new``shop`.`t` CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\t' ENCLOSED BY '' ESCAPED BY '\\\\'" +
        " LINES TERMINATED BY '\n' (`id`, `a``b`)",
    );
  });

  it('decodes through a variable what travels encoded', () => {
    const tail = loadTail(
      's',
      't',
      document({ columns: ['id', 'pic'], decodeColumns: { pic: 'FROM_BASE64' } }),
    );
    expect(tail).toMatch(/\(`id`, @`pic`\) SET `pic` = FROM_BASE64\(@`pic`\)$/);
  });

  it('takes any other text for the expression itself, as MySQL Shell does', () => {
    const decodeColumns = { v: 'ST_GeomFromText(@`v`)' };
    expect(loadTail('s', 't', document({ columns: ['v'], decodeColumns }))).toMatch(
      /SET `v` = \(ST_GeomFromText\(@`v`\)\)$/,
    );
  });

  it('takes no guard against other readers’ sessions for a decoder: its own let rows of the past in', () => {
    const decodeColumns = {
      id: historyGuard('id', { kind: 'text' }),
      pic: historyGuard('pic', { kind: 'bytes' }),
    };
    expect(
      loadTail('s', 't', document({ columns: ['id'], decodeColumns: { id: decodeColumns.id } })),
    ).toMatch(/\(`id`\)$/);
    expect(loadTail('s', 't', document({ columns: ['id', 'pic'], decodeColumns }))).toMatch(
      /\(`id`, @`pic`\) SET `pic` = FROM_BASE64\(@`pic`\)$/,
    );
  });

  it('assigns the AUTO_INCREMENT column where it assigns another one: MariaDB would number a 0 anew', () => {
    const decodeColumns = { pic: 'FROM_BASE64' };
    const columns = ['id', 'pic', 'n'];
    expect(loadTail('s', 't', document({ columns, decodeColumns }), 'id')).toMatch(
      /\(@`id`, @`pic`, `n`\) SET `pic` = FROM_BASE64\(@`pic`\), `id` = @`id`$/,
    );
    expect(loadTail('s', 't', document({ columns }), 'id')).toMatch(/\(`id`, `pic`, `n`\)$/);
    expect(loadTail('s', 't', document({ columns: ['pic'], decodeColumns }), 'id')).toMatch(
      /\(@`pic`\) SET `pic` = FROM_BASE64\(@`pic`\)$/,
    );
  });

  it('numbers nothing anew that is decoded, or that the dump does not hold', () => {
    const decodeColumns = { id: 'CAST(@`id` AS UNSIGNED)', pic: 'FROM_BASE64' };
    expect(loadTail('s', 't', document({ columns: ['id', 'pic'], decodeColumns }), 'id')).toMatch(
      /\(@`id`, @`pic`\) SET `id` = CAST\(@`id` AS UNSIGNED\), `pic` = FROM_BASE64\(@`pic`\)$/,
    );
    const rest = { columns: ['pic', 'n'], decodeColumns: { pic: 'FROM_BASE64' } };
    expect(loadTail('s', 't', document(rest), 'id')).toMatch(
      /\(@`pic`, `n`\) SET `pic` = FROM_BASE64\(@`pic`\)$/,
    );
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('loads the values of a column called %s', (name) => {
    expect(loadTail('s', 't', document({ columns: [name] }))).toMatch(new RegExp(`\\(\`${name}\`\\)$`));
  });

  it('follows another dialect where the dump names one', () => {
    const tail = loadTail('s', 't', document({ fieldsEnclosedBy: '"', fieldsOptionallyEnclosed: true }));
    expect(tail).toContain(`OPTIONALLY ENCLOSED BY '"'`);
  });
});

describe('insertPlan', () => {
  it('puts each column’s text in as LOAD DATA would store it', () => {
    const decodeColumns = { pic: 'FROM_BASE64', id: historyGuard('id', { kind: 'text' }) };
    const columns = ['id', 'pic', 'row_start', 'row_end'];
    expect(insertPlan('s', 't', document({ columns, decodeColumns }), 'by-server')).toEqual({
      head: 'INSERT INTO `s`.`t` (`id`, `pic`, `row_start`, `row_end`) VALUES ',
      columns: [
        { before: "'", after: "'", isBase64: false },
        { before: "FROM_BASE64('", after: "')", isBase64: false },
        { before: "'", after: "'", isBase64: false },
        { before: "'", after: "'", isBase64: false },
      ],
    });
  });

  it('says the character set of the texts, where it is not the session’s own', () => {
    const latin1 = document({ columns: ['id'], defaultCharacterSet: 'latin1' });
    expect(insertPlan('s', 't', latin1, 'by-server').columns).toEqual([
      { before: "_latin1'", after: "'", isBase64: false },
    ]);
  });

  it('says which table it can’t fill, and what helps', () => {
    const decoded = document({ columns: ['v'], decodeColumns: { v: 'f(@`v`)' } });
    expect(failureOf(() => insertPlan('s', 't', decoded, 'by-server'))).toMatchObject({
      ...{ code: 'dump-unsupported', table: 's.t' },
      hint: expect.stringContaining('local_infile') as string,
    });
  });

  it('refuses an expression, also a guard of another column', () => {
    const decodeColumns = { v: historyGuard('other', { kind: 'text' }) };
    expect(() => insertPlan('s', 't', document({ columns: ['v'], decodeColumns }), 'by-server')).toThrow(
      /expression/,
    );
  });
});

describe('columns in other forms', () => {
  const decodeColumns = { s: 'CONVERT(FROM_BASE64(@`s`) USING sjis)', e: 'CAST(@`e` AS UNSIGNED)' };
  const encoded = document({ columns: ['s', 'e'], decodeColumns });

  it('are decoded alike by LOAD DATA and by INSERT', () => {
    expect(loadTail('s', 't', encoded)).toMatch(
      /\(@`s`, @`e`\) SET `s` = CONVERT\(FROM_BASE64\(@`s`\) USING sjis\), `e` = CAST\(@`e` AS UNSIGNED\)$/,
    );
    expect(insertPlan('s', 't', encoded, 'here').columns).toEqual([
      { before: "CONVERT(x'", after: "' USING sjis)", isBase64: true },
      { before: "CAST('", after: "' AS UNSIGNED)", isBase64: false },
    ]);
    const latin1 = document({ columns: ['s'], decodeColumns, defaultCharacterSet: 'latin1' });
    expect(insertPlan('s', 't', latin1, 'here').columns).toEqual([
      { before: "CONVERT(x'", after: "' USING sjis)", isBase64: true },
    ]);
    expect(insertPlan('s', 't', encoded, 'by-server').columns).toEqual([
      { before: "CONVERT(FROM_BASE64('", after: "') USING sjis)", isBase64: false },
      { before: "CAST('", after: "' AS UNSIGNED)", isBase64: false },
    ]);
  });

  it('let MySQL warn of the character set that they name, and of no other', () => {
    expect(decodedCharsets(encoded)).toEqual(['sjis']);
    const [rule] = harmlessWarnings([], ['ucs2', 'hp8']);
    const pattern = new RegExp(rule?.message ?? '');
    expect("'ucs2' is deprecated and will be removed in a future release.").toMatch(pattern);
    expect("'macce' is deprecated and will be removed in a future release.").not.toMatch(pattern);
  });
});

describe('harmlessWarnings', () => {
  const rules = harmlessWarnings(['size', 'a.b']);
  const forgiven = (errno: number, message: string) =>
    rules.some((rule) => rule.errno === errno && new RegExp(rule.message).test(message));

  it('forgives the warning that an ENUM’s index 0 always gives', () => {
    expect(forgiven(1265, "Data truncated for column 'size' at row 12")).toBe(true);
    expect(forgiven(1265, "Data truncated for column 'a.b' at row 1")).toBe(true);
  });

  it('forgives nothing else: other columns, other warnings, names that only look alike', () => {
    expect(forgiven(1265, "Data truncated for column 'n' at row 12")).toBe(false);
    expect(forgiven(1265, "Data truncated for column 'a_b' at row 1")).toBe(false);
    expect(forgiven(1264, "Data truncated for column 'size' at row 12")).toBe(false);
    expect(forgiven(1265, "x Data truncated for column 'size' at row 12")).toBe(false);
  });

  it('forgives nothing at all where no column is an ENUM', () => {
    expect(harmlessWarnings([])).toEqual([]);
    expect(harmlessWarnings([], ['ucs2'])).toHaveLength(1);
    expect(harmlessWarnings(['size'], [])).toHaveLength(1);
  });
});

describe('warnings of a table’s own expressions', () => {
  const rules = harmlessWarnings([], [], { hasAny: true, generated: ['g.1'], timeless: ['n', 'g.1'] });
  const forgiven = (errno: number, message: string) =>
    rules.some((rule) => rule.errno === errno && new RegExp(rule.message).test(message));

  it('are forgiven where they name no stored column', () => {
    expect(forgiven(1292, "Truncated incorrect DOUBLE value: 'x'")).toBe(true);
    expect(forgiven(1292, "Incorrect inet6 value: 'x'")).toBe(true);
    expect(forgiven(1365, 'Division by 0')).toBe(true);
    for (const errno of [1411, 1441, 1690, 1916, 1918, 3156, 4095, 4096, 6527])
      expect(forgiven(errno, 'whatever it says')).toBe(true);
  });

  it('are forgiven of an index on an expression', () => {
    for (const errno of [1264, 1265, 1292, 1366])
      expect(forgiven(errno, "Incorrect value for column '!hidden!k!0!0' at row 7")).toBe(true);
    for (const errno of [3751, 3752])
      expect(forgiven(errno, "Data truncated for functional index 'k' at row 1")).toBe(true);
  });

  it('are forgiven of a generated column, however the server names it', () => {
    for (const errno of [1264, 1265, 1292, 1366])
      expect(forgiven(errno, "Data truncated for column 'g.1' at row 2")).toBe(true);
    expect(forgiven(1366, "Incorrect integer value: 'x' for column `s`.`t`.`g.1` at row 2")).toBe(true);
    expect(forgiven(1264, "Out of range value for column 'gx1' at row 2")).toBe(false);
  });

  it('are forgiven where a column that stores no moment is read as one', () => {
    expect(forgiven(1292, "Incorrect datetime value: 'x' for column `s`.`t`.`n` at row 3")).toBe(true);
    expect(forgiven(1292, "Incorrect date value: 'x' for column `s`.`t`.`d` at row 3")).toBe(false);
  });

  it('are never those of a value that is stored', () => {
    expect(forgiven(1264, "Out of range value for column 'n' at row 1")).toBe(false);
    expect(forgiven(1292, "Incorrect inet6 value: 'x' for column `s`.`t`.`i` at row 1")).toBe(false);
    expect(forgiven(1366, "Incorrect integer value: 'x' for column `s`.`t`.`n` at row 1")).toBe(false);
  });

  it('are not forgiven of a table without any', () => {
    expect(harmlessWarnings([], [], { hasAny: false, generated: [], timeless: ['n'] })).toEqual([]);
  });

  it('are asked for by name only where there are such columns: a list of none would match every one', () => {
    const none = harmlessWarnings([], [], { hasAny: true, generated: [], timeless: [] });
    const messages = none.filter(({ errno }) => errno === 1264).map(({ message }) => message);
    expect(messages).toHaveLength(1);
    expect(messages[0]).toContain('!hidden!');
    expect(none.filter(({ message }) => message.includes('(?:)'))).toEqual([]);
  });
});

describe('warnings of a statement’s words', () => {
  const errnos = new Set(WARNINGS_OF_WORDS.map(({ errno }) => errno));

  // MySQL’s error reference: deprecated syntax (1287, 1681), utf8 as an alias (3719, 3720), collations (3778), and
  // MySQL’s and MariaDB’s statement that is unsafe for replication (1592).
  it.each([1287, 1592, 1681, 3719, 3720, 3778])('are harmless: %i', (errno) => {
    expect(errnos).toContain(errno);
  });

  it.each([1048, 1264, 1265, 1292, 1364, 1366])('are none of a stored value: %i', (errno) => {
    expect(errnos).not.toContain(errno);
  });
});

describe('dropForeignKeys', () => {
  it('takes all of them off in one statement', () => {
    expect(dropForeignKeys('`s`.`t`', [{ name: 'a' }, { name: 'b`c' }])).toBe(
      'ALTER TABLE `s`.`t` DROP FOREIGN KEY `a`, DROP FOREIGN KEY `b``c`',
    );
  });
});

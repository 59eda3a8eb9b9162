import { describe, expect, it } from 'vitest';
import { mostRowsForm } from '../../../../../app/format/script/row-form';
import type { DelimitedRows, ScriptRows, XmlRows } from '../../../../../app/format/script/content';
import { disorderOf } from '../../../../../app/format/script/tables/row-order';
import { columnsOf } from '../../../../../app/format/script/tables/table-text';

const ROWS: ScriptRows = {
  ...{
    kind: 'rows',
    verb: 'insert',
    hasByteNames: false,
    schema: null,
    table: 't',
    columns: null,
    offset: 0,
    line: 1,
  },
  ...{
    length: 2 ** 20,
    rows: 100,
    isComputed: false,
    nulls: 0,
    zeros: 0,
    numbers: [],
    notYears: [],
    notOwnTexts: [],
    notUtf8: 0,
    backward: 50,
    plain: 0,
    lines: 0,
  },
  ...{ charset: 'utf8mb4', backslashesEscape: true, ansiQuotes: false, charsets: [] },
  file: { name: 'a.sql', path: 'a.sql', compression: 'none', entry: null },
  settings: { sql_mode: null, time_zone: null } as ScriptRows['settings'],
};

function disorder(elements: readonly string[], more: Partial<ScriptRows> = {}, options = ' ENGINE=InnoDB') {
  const text = { name: 't', elements, options };
  const columns = columnsOf(text);
  const rows = [{ ...ROWS, ...more }];
  const table = { isCreated: true, isReworded: false, text, columns, rows, triggers: [] };
  return disorderOf(table, mostRowsForm(table));
}

/** Disorder of rows of another kind, whose columns are decoded in these ways. */
function disorderOfValues(elements: readonly string[], more: Partial<DelimitedRows | XmlRows> = {}) {
  const part = {} as DelimitedRows['part'];
  const columns = columnsOf({ elements });
  const rows = {
    ...{ ...ROWS, kind: 'delimited', part, decoders: {}, columns: columns.map(({ name }) => name) },
    ...more,
  } as DelimitedRows | XmlRows;
  const text = { name: 't', elements, options: ' ENGINE=InnoDB' };
  const made = { isCreated: true, isReworded: true, text, columns, rows: [rows], triggers: [] };
  return disorderOf(made, mostRowsForm(made));
}

describe('disorderOf a table whose numbers the server makes', () => {
  it.each([
    'int NOT NULL AUTO_INCREMENT',
    'int DEFAULT nextval(`shop`.`s`)',
    'int DEFAULT (NEXT VALUE FOR s)',
  ])('is null, for rows are numbered as they come: %s', (type) => {
    const elements = ['`id` int NOT NULL', `\`seq\` ${type}`, 'PRIMARY KEY (`id`)', 'UNIQUE (`seq`)'];
    expect(disorderOfValues(elements, { columns: ['id'] })).toBeNull();
    expect(disorderOfValues(elements)?.key).toHaveLength(1);
  });
});

const keyOf = (...found: Parameters<typeof disorder>) => disorder(...found)?.key;

describe('disorderOf', () => {
  it('is the share of rows behind a larger key, where it matters', () => {
    const elements = ['`id` int NOT NULL', 'PRIMARY KEY (`id`)'];
    expect(disorder(elements)).toEqual({
      share: 0.5,
      key: [{ field: 0, kind: 'integer', descending: false }],
    });
    expect(disorder(elements, { backward: 1 })).toBeNull();
    // All of them come in the opposite order, which fills pages as well.
    expect(disorder(elements, { backward: 99 })).toBeNull();
    expect(disorder(elements, { length: 2 ** 20 - 1 })).toBeNull();
    expect(disorder(elements, {}, ' ENGINE=MyISAM')).toBeNull();
    expect(disorder(['`id` int NOT NULL'])).toBeNull();
    expect(disorder(['`v` int', ...elements])).toBeNull();
    expect(disorder(['`v` int', ...elements], { columns: ['ID', 'v'] })?.key).toEqual([
      { field: 0, kind: 'integer', descending: false },
    ]);
  });

  it('is told of values too, whose fields may be decoded', () => {
    const elements = ['`id` int NOT NULL', '`code` binary(4) NOT NULL', 'PRIMARY KEY (`id`,`code`)'];
    const kinds = (decoders: DelimitedRows['decoders']) =>
      disorderOfValues(elements, { decoders })?.key?.map(({ kind }) => kind) ?? null;
    expect(kinds({})).toEqual(['integer', 'text']);
    expect(kinds({ code: 'FROM_BASE64' })).toEqual(['integer', 'base64']);
    expect(kinds({ code: 'UNHEX' })).toEqual(['integer', 'text']);
    expect(kinds({ code: 'CONVERT(FROM_BASE64(@`code`) USING latin1)' })).toBeNull();
    expect(disorderOfValues(elements, { backward: 0 })).toBeNull();
  });

  it('is not known where the first value is of a column that is left out', () => {
    const elements = ['`id` int NOT NULL', 'PRIMARY KEY (`id`)'];
    const form = (first: 'text' | 'skipped') =>
      ({
        kind: 'xml',
        part: { columns: [{ name: 'id', form: first }] } as unknown as XmlRows['part'],
      }) as const;
    expect(disorderOfValues(elements, form('text'))?.share).toBe(0.5);
    expect(disorderOfValues(elements, form('skipped'))).toBeNull();
  });

  it('has a key of all columns, in their order', () => {
    expect(
      keyOf(['a int unsigned', 'b date', 'c binary(4)', 'PRIMARY KEY USING BTREE (a, `c` DESC, `b`)']),
    ).toEqual([
      { field: 0, kind: 'unsigned', descending: false },
      { field: 2, kind: 'base64', descending: true },
      { field: 1, kind: 'text', descending: false },
    ]);
    expect(keyOf(['`a` YEAR PRIMARY KEY'])).toEqual([{ field: 0, kind: 'unsigned', descending: false }]);
    expect(keyOf(['`a` time(6)', 'CONSTRAINT PRIMARY KEY (`a`)'])).toEqual([
      { field: 0, kind: 'time', descending: false },
    ]);
  });

  it('has a key of texts only where they are compared by their bytes', () => {
    const kindOf = (type: string, options = '', more: Partial<ScriptRows> = {}) => {
      const key = keyOf([`\`a\` ${type}`, 'PRIMARY KEY (`a`(10))'], more, ` ENGINE=InnoDB ${options}`);
      return key === null ? null : key?.[0]?.kind;
    };
    expect(kindOf('varchar(20) COLLATE utf8mb4_bin')).toBe('padded');
    expect(kindOf('char(20) CHARACTER SET ascii COLLATE ascii_bin')).toBe('padded');
    expect(kindOf('varchar(20) COLLATE utf8mb4_0900_bin')).toBe('text');
    expect(kindOf('varchar(20)', 'DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin')).toBe('padded');
    expect(kindOf('varchar(20) CHARACTER SET latin1', 'COLLATE=utf8mb4_bin')).toBeNull();
    expect(kindOf('char(20) COLLATE utf8mb4_0900_bin')).toBeNull();
    expect(kindOf('varchar(20)')).toBeNull();
    expect(kindOf("varchar(20) COMMENT 'COLLATE utf8mb4_bin'")).toBeNull();
    expect(kindOf('varchar(20) COLLATE latin1_bin')).toBeNull();
    expect(kindOf('varchar(20) COLLATE utf8mb4_bin', '', { charset: 'latin1' })).toBeNull();
    expect(kindOf('decimal(10,2)')).toBeNull();
    expect(kindOf("enum('b','a')")).toBeNull();
  });
});

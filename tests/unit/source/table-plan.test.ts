import { describe, expect, it } from 'vitest';
import { planTable, rangeKey, toEngineTables } from '../../../app/source/table-plan';
import { Stems } from '../../../app/format/names';
import { column, index, table } from '../harness/facts';

const names = (key: ReturnType<typeof rangeKey>) => (key?.parts ?? []).map((part) => part.column);
const part = (name: string | null, prefixLength: number | null = null, descending = false) => ({
  column: name,
  prefixLength,
  descending,
});

describe('rangeKey', () => {
  const columns = [
    column('id', 'bigint unsigned'),
    column('a', 'int'),
    column('b', 'smallint'),
    column('n', 'int', { nullable: true }),
    column('name', 'varchar(20)', { charset: 'utf8mb4' }),
    column('e', "enum('x','y')"),
    column('wide', `enum(${Array.from({ length: 256 }, (_, at) => `'${at}'`).join()})`),
  ];

  it('is the primary key, in its own order and directions', () => {
    const primary = index('PRIMARY', [], { parts: [part('name', null, true), part('id')] });
    expect(rangeKey([index('aaa', ['a']), primary], columns)).toEqual({
      index: 'PRIMARY',
      parts: [
        { column: 'name', kind: 'text', descending: true, nullable: false },
        { column: 'id', kind: 'integer', descending: false, nullable: false },
      ],
    });
  });

  it('is the shortest NOT NULL unique key where the primary key can’t bound a range', () => {
    const keys = [
      index('PRIMARY', ['wide']),
      index('null', ['n']),
      index('a_b', ['a', 'b']),
      index('b', ['b']),
    ];
    expect(names(rangeKey(keys, columns))).toEqual(['b']);
    expect(names(rangeKey(keys.slice(0, 3), columns))).toEqual(['a', 'b']);
  });

  it('is a unique key with a nullable first part where there is nothing better', () => {
    expect(rangeKey([index('k', ['n', 'a'])], columns)?.parts).toMatchObject([
      { column: 'n', nullable: true },
      { column: 'a', nullable: false },
    ]);
  });

  it.each([
    ['int unsigned', 'integer'],
    ['decimal(65,30)', 'decimal'],
    ['float', 'double'],
    ['double', 'double'],
    ['binary(16)', 'binary'],
    ['varbinary(9)', 'binary'],
    ['date', 'date-time'],
    ['datetime(6)', 'date-time'],
    ['timestamp(3)', 'timestamp'],
    ['time(6)', 'time'],
    ['year', 'year'],
  ])('may be of %s', (type, kind) => {
    expect(rangeKey([index('PRIMARY', ['k'])], [column('k', type)])?.parts[0]?.kind).toBe(kind);
  });

  it.each([
    ['utf8mb4', 'text'],
    ['utf8mb3', 'text'],
    ['latin1', 'narrow-text'],
    ['sjis', undefined],
  ])('may be of text in a character set that keeps it: %s', (charset, kind) => {
    const key = rangeKey([index('PRIMARY', ['k'])], [column('k', 'varchar(9)', { charset })]);
    expect(key?.parts[0]?.kind).toBe(kind);
  });

  it.each([
    ["enum('x','y')", 2],
    ["enum('it''s','a,b','','\\')", 4],
    [`enum(${Array.from({ length: 255 }, (_, at) => `'${at}'`).join()})`, 255],
    ["set('x','y','z')", 7],
    ["set('1','2','3','4','5','6','7','8')", 255],
    ["set('1','2','3','4','5','6','7','8','9')", undefined],
  ])('may be of few enough numbers: %s', (type, most) => {
    const key = rangeKey([index('PRIMARY', ['k'])], [column('k', type, { charset: 'utf8mb4' })]);
    expect(key?.parts[0]).toEqual(
      most && { column: 'k', kind: 'numbered', most, descending: false, nullable: false },
    );
  });

  it('is none over a CHAR whose index MariaDB orders otherwise than its values', () => {
    const charset = { charset: 'utf8mb4', collation: 'utf8mb4_nopad_bin' };
    expect(rangeKey([index('k', ['k'])], [column('k', 'char(9)', charset)])).toBeNull();
    expect(rangeKey([index('k', ['k'])], [column('k', 'varchar(9)', charset)])).not.toBeNull();
  });

  it.each([
    ['not unique', index('k', ['a'], { unique: false })],
    ['invisible or ignored', index('k', ['a'], { usable: false })],
    ['a hash', index('k', ['a'], { type: 'HASH' })],
    ['nullable behind its first part', index('k', ['a', 'n'])],
    ['over an ENUM of more values than fit a query', index('k', ['wide'])],
    ['over the beginnings of values', index('k', [], { parts: [part('name', 2)] })],
    ['over an expression', index('k', [], { parts: [part(null)] })],
    ['over a column that is not dumped', index('k', ['computed'])],
  ])('is none where the only key is %s', (_, key) => {
    expect(rangeKey([key], columns)).toBeNull();
  });
});

describe('planTable', () => {
  const plan = (more: Parameters<typeof table>[1]) => planTable(table('t', more), new Stems());

  it('leaves generated columns out, also from the key', () => {
    const { columns, key } = plan({
      columns: [column('g', 'int', { generated: true }), column('a', 'int')],
      indexes: [index('PRIMARY', ['g'])],
    });
    expect(columns.map(({ name }) => name)).toEqual(['a']);
    expect(key).toBeNull();
  });

  it('reads each partition by itself, but not those of a table that keeps its history', () => {
    const partitions = ['p0', 'p1'];
    expect(plan({ partitions }).dataSets.map(({ partition }) => partition)).toEqual(partitions);
    expect(plan({ partitions, kind: 'system-versioned' }).dataSets).toEqual([
      { partition: null, stem: 'shop@t' },
    ]);
  });

  it('reads FLOAT as DOUBLE, which alone is exact', () => {
    expect(plan({ columns: [column('a`b', 'float unsigned')] }).columns).toEqual([
      { name: 'a`b', select: '(`a``b` * 1E0)', encoding: 'text', form: { kind: 'text' } },
    ]);
  });

  it.each(['blob', 'varbinary(9)', 'binary(2)', 'bit(7)', 'point', 'geomcollection', 'vector(3)'])(
    'carries %s as base64',
    (type) => {
      expect(plan({ columns: [column('a', type)] }).columns).toEqual([
        { name: 'a', select: '`a`', encoding: 'base64', form: { kind: 'bytes' } },
      ]);
    },
  );

  it('moves text that utf8mb4 would change as bytes, and ENUM values with equal texts as numbers', () => {
    const lossy = { charset: 'sjis', collation: 'sjis_bin', lossyText: true };
    const columns = [
      column('t', 'varchar(9)', lossy),
      column('e', "enum('a','')", { charset: 'utf8mb4' }),
      column('f', "enum('a','b')", { charset: 'utf8mb4' }),
    ];
    expect(plan({ columns }).columns).toEqual([
      {
        ...{ name: 't', select: 'CAST(`t` AS BINARY)', encoding: 'base64' },
        form: { kind: 'encoded', charset: 'sjis' },
      },
      { name: 'e', select: 'CAST(`e` AS UNSIGNED)', encoding: 'text', form: { kind: 'number' } },
      { name: 'f', select: '`f`', encoding: 'text', form: { kind: 'text' } },
    ]);
  });

  it('bounds a range by the bytes of lossy text of one byte, and by no other lossy text', () => {
    const keyOf = (charset: string) =>
      rangeKey([index('PRIMARY', ['t'])], [column('t', 'varchar(9)', { charset, lossyText: true })]);
    expect(keyOf('cp1251')?.parts).toMatchObject([{ kind: 'encoded-text', charset: 'cp1251' }]);
    expect(keyOf('sjis')).toBeNull();
    expect(keyOf('ucs2')).toBeNull();
  });

  it.each(['int', 'double', 'decimal(9,2)', 'varchar(9)', 'json', 'datetime(6)', 'enum', 'uuid', 'inet6'])(
    'carries %s as text',
    (type) => {
      expect(plan({ columns: [column('a', type)] }).columns[0]?.encoding).toBe('text');
    },
  );

  it('gives every leaf partition a data set of its own', () => {
    const { dataSets } = plan({ partitions: ['p0', 'p1'] });
    expect(dataSets).toEqual([
      { partition: 'p0', stem: 'shop@t@p0' },
      { partition: 'p1', stem: 'shop@t@p1' },
    ]);
    expect(plan({}).dataSets).toEqual([{ partition: null, stem: 'shop@t' }]);
  });

  it('records the primary key also where it is no range key', () => {
    const { primaryKey, key } = plan({
      columns: [column('name', 'varchar(9)')],
      indexes: [index('PRIMARY', [], { parts: [part('name', 2)] })],
    });
    expect([primaryKey, key]).toEqual([['name'], null]);
    expect(plan({ indexes: [index('u', ['id'])] }).primaryKey).toEqual([]);
    expect(plan({ indexes: [index('u', ['x']), index('PRIMARY', ['id'])] }).primaryKey).toEqual(['id']);
  });
});

describe('selection of a table', () => {
  const WISH = { where: null, partitions: null, history: 'carry' } as const;
  const wished = (wish: Partial<Parameters<typeof planTable>[2]>) =>
    planTable(table('t', { partitions: ['p0', 'p1', 'p2'] }), new Stems(), { ...WISH, ...wish });

  it('are some of its partitions, or all of them', () => {
    const partitions = (wish: readonly string[] | null) =>
      wished({ partitions: wish }).dataSets.map(({ partition }) => partition);
    expect(partitions(['p2', 'p0'])).toEqual(['p0', 'p2']);
    expect(partitions(null)).toEqual(['p0', 'p1', 'p2']);
  });

  it('is a condition that its rows meet', () => {
    const plan = wished({ where: 'id > 5' });
    expect(plan.where).toBe('id > 5');
    expect(toEngineTables(plan, 0).map(({ where }) => where)).toEqual(['id > 5', 'id > 5', 'id > 5']);
  });
});

describe('toEngineTables', () => {
  const engineTables = (more: Parameters<typeof table>[1], firstId = 0) =>
    toEngineTables(planTable(table('t', { rows: 100, dataBytes: 1000, ...more }), new Stems()), firstId);

  it('numbers the data sets on from the first id and shares the estimates out', () => {
    expect(engineTables({ partitions: ['p0', 'p1'] }, 7)).toMatchObject([
      { id: 7, basename: 'shop@t@p0', estimatedRows: 50, estimatedBytes: 500 },
      { id: 8, basename: 'shop@t@p1', estimatedRows: 50, estimatedBytes: 500 },
    ]);
  });

  it('has rows counted again wherever ranges alone do not prove them', () => {
    const check = (more: Parameters<typeof table>[1]) => engineTables(more)[0]?.countCheck;
    const columns = (type: string) => [column('id', type, { charset: 'utf8mb4' })];
    for (const type of ['int', 'binary(16)', 'datetime', 'year'])
      expect(check({ columns: columns(type) })).toBe('when-split');
    for (const type of ['varchar(9)', 'decimal(9,2)', 'float', "enum('x')"])
      expect(check({ columns: columns(type) })).toBe('always');
    expect(check({ indexes: [] })).toBe('always');
    const both = [column('id', 'int'), column('name', 'varchar(9)', { charset: 'utf8mb4' })];
    expect(check({ columns: both, indexes: [index('PRIMARY', ['id', 'name'])] })).toBe('always');
    expect(check({ partitions: ['p0'] })).toBe('always');
  });
});

import { describe, expect, it } from 'vitest';
import { parseVersion } from '../../../../app/catalog/server/server';
import {
  assertAsBefore,
  comparedSource,
  compareWithSource,
  judgeDefinition,
  likenessToSource,
  rowCheck,
  sourceDefinition,
  type CheckedTable,
} from '../../../../app/target/tables/verify-definitions';
import { failureOf } from '../../harness/failure';

const DEFAULTS = new Map([['utf8mb4', 'utf8mb4_0900_ai_ci']]);

function definition(
  column: string,
  options = 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_0900_ai_ci',
) {
  return `CREATE TABLE \`t\` (\n  \`id\` int NOT NULL,\n  ${column},\n  PRIMARY KEY (\`id\`)\n) ${options}`;
}

const COLUMN = '`c` varchar(10) DEFAULT NULL';

function compare(source: string, now: string, dumped: string, target: string) {
  const server = parseVersion(target);
  return compareWithSource(source, now, { server, manifest: { serverVersion: dumped }, defaults: DEFAULTS });
}

describe('a table’s definition and its source’s, on one version', () => {
  const same = (source: string, now: string) => compare(source, now, '8.0.35', '8.0.35');

  it('is equal to the byte, but for the counter', () => {
    const text = definition(COLUMN);
    expect(same(text, text.replace('ENGINE=InnoDB', 'ENGINE=InnoDB AUTO_INCREMENT=9'))).toEqual({
      check: { kind: 'definition', state: 'ok', detail: 'Equal to the source’s to the byte' },
    });
  });

  it.each([
    '`c` varchar(20) DEFAULT NULL',
    "`c` varchar(10) DEFAULT 'x'",
    "`c` varchar(10) DEFAULT NULL COMMENT 'x'",
  ])('differs by %s: what the dump says is lost, and something else is there', (other) => {
    expect(same(definition(COLUMN), definition(other))).toEqual({
      difference: { lost: [COLUMN], gained: [other] },
    });
  });

  it('differs by its engine, which a server may replace in silence', () => {
    const now = definition(COLUMN, 'ENGINE=MyISAM');
    expect(same(definition(COLUMN, 'ENGINE=InnoDB'), now)).toMatchObject({
      difference: { lost: [') ENGINE=InnoDB'], gained: [') ENGINE=MyISAM'] },
    });
  });
});

describe('a table’s definition and its source’s, on two versions of a vendor', () => {
  const across = (source: string, now: string) => compare(source, now, '8.0.35', '8.0.36');

  it('says the same in other words', () => {
    const now = definition('`c` varchar(10) COLLATE utf8mb4_0900_ai_ci DEFAULT NULL').replace(
      '`id` int ',
      '`id` int(11) ',
    );
    expect(across(definition(COLUMN), now)).toMatchObject({ check: { kind: 'definition', state: 'ok' } });
  });

  it.each([
    '`c` varchar(20) DEFAULT NULL',
    '`c` varchar(10) NOT NULL',
    "`c` varchar(10) DEFAULT NULL COMMENT 'x'",
  ])('differs by %s: another version is no excuse', (other) => {
    const found = across(definition(COLUMN), definition(other));
    expect(
      'difference' in found && found.difference.lost.length + found.difference.gained.length,
    ).toBeGreaterThan(0);
  });

  it.each([
    ['decimal(10,2)', 'decimal(10,3)'],
    ["enum('a','b')", "enum('a','c')"],
    ['datetime(3)', 'datetime(6)'],
  ])('tells %s from %s', (one, other) => {
    expect(
      across(definition(`\`c\` ${one} DEFAULT NULL`), definition(`\`c\` ${other} DEFAULT NULL`)),
    ).toHaveProperty('difference');
  });

  it('takes utf8mb4 of MySQL before 8.0.1 for another collation than today’s', () => {
    const bare = definition(COLUMN, 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4');
    const general = definition(COLUMN, 'ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci');
    expect(compare(bare, general, '5.7.44', '8.0.36')).toHaveProperty('check');
    expect(compare(bare, general, '8.0.35', '8.0.36')).toHaveProperty('difference');
    expect(compare(bare, general, '8.0.1', '8.0.36')).toHaveProperty('difference');
    expect(compare(bare, definition(COLUMN), '5.7.44', '8.0.36')).toHaveProperty('difference');
  });
});

describe('a table’s definition and its source’s, on two vendors', () => {
  it('is compared elsewhere: here it is only said so', () => {
    expect(compare(definition(COLUMN), definition('`d` int'), '8.0.35', '10.11.6-MariaDB')).toEqual({
      check: {
        kind: 'definition',
        state: 'ok',
        detail: 'In the target’s words, compared with the source’s by what it says',
      },
    });
  });
});

describe('likenessToSource', () => {
  const keyed = (name: string) => definition(`${COLUMN},\n  CONSTRAINT \`${name}\` CHECK ((\`c\` <> 'x'))`);

  it('passes over names of constraints alone', () => {
    expect(likenessToSource(keyed('a'), keyed('b'))).toContain('names of constraints');
    expect(likenessToSource(keyed('a'), keyed('b').replace("'x'", "'y'"))).toBeNull();
  });
});

describe('rowCheck', () => {
  const rows = (counted: number, dumped: number | null, existingRows: number | null = null) =>
    rowCheck(counted, { dump: { rows: dumped }, existingRows });

  it('is none where the dump records no number', () => {
    expect(rows(5, null)).toEqual({
      ...{ kind: 'rows', state: 'not-checked' },
      detail: '5 rows counted in the target; the dump records none',
    });
  });

  it('names what was there before', () => {
    expect(rows(1500, 500, 1000).detail).toBe(
      '1,500 rows counted in the target, 1,000 before, 500 in the dump',
    );
    expect(rows(500, 500)).toMatchObject({
      state: 'ok',
      detail: '500 rows counted in the target, 500 in the dump',
    });
  });
});

describe('sourceDefinition', () => {
  const text = (references: string) =>
    `CREATE TABLE \`t\` (\n  \`p\` int,\n  CONSTRAINT \`x\` FOREIGN KEY (\`p\`) REFERENCES ${references} (\`id\`)\n) ENGINE=InnoDB`;
  const now = (references: string, schema: string, schemaMap: Readonly<Record<string, string>> = {}) =>
    sourceDefinition(
      { schema, dump: { schema: 'shop', definition: { createTable: text(references) } } },
      { schemaMap, tableRenames: [] },
    );

  it('names the schema of a parent only where it is another one', () => {
    expect(now('`parents`', 'shop')).toBe(text('`parents`'));
    expect(now('`archive`.`parents`', 'shop')).toBe(text('`archive`.`parents`'));
    expect(now('`archive`.`parents`', 'copy', { shop: 'copy', archive: 'old' })).toBe(
      text('`old`.`parents`'),
    );
    expect(now('`archive`.`parents`', 'one', { shop: 'one', archive: 'one' })).toBe(text('`parents`'));
  });

  it('is none where the dump records none', () => {
    const none = sourceDefinition(
      { schema: 's', dump: { schema: 's', definition: null } },
      { schemaMap: {}, tableRenames: [] },
    );
    expect(none).toBeUndefined();
  });
});

describe('the definition of a loaded table', () => {
  const CANONICAL = definition(COLUMN);
  const OTHER = definition('`c` varchar(20) DEFAULT NULL');
  const KEEPING = { schemaMap: {}, tableRenames: [] };

  function table(
    more: { existingRows?: number | null; includesDdl?: boolean; createTable?: string | null } = {},
  ): CheckedTable {
    const { existingRows = null, includesDdl = true, createTable = CANONICAL } = more;
    const recorded = createTable === null ? null : { createTable };
    const dump = { schema: 'shop', name: 't', document: { includesDdl }, definition: recorded };
    return { schema: 'copy', canonical: CANONICAL, existingRows, dump };
  }

  it('is as it was before its indexes were taken off, but for words that mean the same', () => {
    expect(failureOf(() => assertAsBefore(table(), CANONICAL, CANONICAL))).toBeNull();
    const counted = CANONICAL.replace('ENGINE=InnoDB', 'ENGINE=InnoDB AUTO_INCREMENT=9');
    expect(failureOf(() => assertAsBefore(table(), counted, counted))).toBeNull();
    expect(failureOf(() => assertAsBefore(table(), CANONICAL, OTHER))).toBeNull();
  });

  it('is refused by the first line that is another one', () => {
    const failure = failureOf(() => assertAsBefore(table(), OTHER, OTHER));
    expect(failure).toMatchObject({
      ...{ code: 'definition-differs', table: 'copy.t', statement: '`c` varchar(20) DEFAULT NULL,' },
    });
    expect(failure?.message).toContain('only the dump says: `c` varchar(10) DEFAULT NULL');
    const lost = CANONICAL.replace(/,\n {2}PRIMARY KEY .*/, '');
    expect(failureOf(() => assertAsBefore(table(), lost, lost))).toMatchObject({
      statement: '`c` varchar(10) DEFAULT NULL',
    });
  });

  it('shows what is missing where it ends too early', () => {
    const cut = CANONICAL.split('\n').slice(0, -1).join('\n');
    const failure = failureOf(() => assertAsBefore(table(), cut, cut));
    expect(failure?.statement).toMatch(/^\) ENGINE=InnoDB/);
  });

  it('is compared with the source’s only where the load made it and the dump records one', () => {
    expect(comparedSource(table(), KEEPING)).toEqual({ kind: 'source', source: CANONICAL });
    const left = { kind: 'definition', state: 'ok', detail: 'Left as it was: only rows were loaded' };
    expect(comparedSource(table({ includesDdl: false }), KEEPING)).toEqual({ kind: 'nothing', check: left });
    expect(comparedSource(table({ existingRows: 0 }), KEEPING)).toEqual({ kind: 'nothing', check: left });
    expect(comparedSource(table({ createTable: null }), KEEPING)).toEqual({ kind: 'written' });
  });

  it('is judged by the two versions: what is equal is said, what is not ends the load', () => {
    const server = parseVersion('8.0.35');
    const sides = { server, manifest: { serverVersion: '8.0.35' }, defaults: DEFAULTS };
    expect(judgeDefinition(table(), CANONICAL, CANONICAL, sides)).toMatchObject({ state: 'ok' });
    expect(failureOf(() => judgeDefinition(table(), CANONICAL, OTHER, sides))).toMatchObject({
      code: 'definition-differs',
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { TableFacts } from '../../../app/catalog/objects/tables';
import { judgeForeignKeys } from '../../../app/migrate/precheck/tables/foreign-keys';
import { functionsOf } from '../../../app/migrate/precheck/functions';
import { judgeLibraries } from '../../../app/migrate/precheck/objects';
import { judgeParameters } from '../../../app/migrate/precheck/parameters';
import { judgeReferences } from '../../../app/migrate/precheck/tables/spatial';
import { serverSide } from './server-side';

describe('the functions that a text calls', () => {
  it('are the names before parentheses, outside of quotes, remarks and qualified names', () => {
    expect(
      functionsOf(
        "CHECK (Regexp_Like(`a`,_utf8mb4'x()') and `b`() > s.f(1)) -- g()\n/* h() */ /*!50100 i() */",
      ),
    ).toEqual(['regexp_like', 'i']);
  });
});

describe('foreign keys to columns that are no whole unique key', () => {
  const facts = (name: string, unique: boolean): TableFacts => ({
    ...{
      schema: 's',
      name,
      kind: 'table',
      period: null,
      engine: 'InnoDB',
      rows: 0,
      dataBytes: 0,
      columns: [],
      partitions: [],
    },
    indexes: [
      {
        ...{ name: 'k', unique, usable: true, type: 'BTREE' },
        parts: [{ column: 'id', prefixLength: null, descending: false }],
      },
    ],
  });
  const child = {
    facts: facts('child', true),
    createTable:
      'CREATE TABLE `child` (\n  `a` int,\n  CONSTRAINT `x` FOREIGN KEY (`a`) REFERENCES `parent` (`ID`)\n) ENGINE=InnoDB',
  };
  const parent = (unique: boolean) => ({
    facts: facts('parent', unique),
    createTable: 'CREATE TABLE `parent` (\n  `id` int\n) ENGINE=InnoDB',
  });
  const strict = serverSide({ restrictsForeignKeys: true });

  it('block only a target that has none', () => {
    expect(judgeForeignKeys([child, parent(false)], strict)).toMatchObject([
      { severity: 'blocks', rule: 'foreign-key', object: 's.child' },
    ]);
    expect(judgeForeignKeys([child, parent(true)], strict)).toEqual([]);
    expect(judgeForeignKeys([child, parent(false)], serverSide())).toEqual([]);
    // Not moved: it is the target's own.
    expect(judgeForeignKeys([child], strict)).toEqual([]);
  });
});

describe('texts that routines take and give', () => {
  const with0900 = serverSide({ defaultCollations: new Map([['utf8mb4', 'utf8mb4_0900_ai_ci']]) });
  const withGeneral = serverSide({ defaultCollations: new Map([['utf8mb4', 'utf8mb4_general_ci']]) });
  const text = (collation: string) => [{ routine: 'f', charset: 'utf8mb4', collation }];

  it('are named where they are of a default that is another one there', () => {
    expect(judgeParameters('s', text('utf8mb4_0900_ai_ci'), with0900, withGeneral)).toMatchObject([
      { severity: 'warns', rule: 'parameter-collation', object: 's.f' },
    ]);
    expect(judgeParameters('s', text('utf8mb4_bin'), with0900, withGeneral)).toEqual([]);
    expect(judgeParameters('s', text('utf8mb4_0900_ai_ci'), with0900, with0900)).toEqual([]);
  });
});

describe('libraries', () => {
  const plan = { schema: 's', objects: [{ kind: 'library', name: 'lib' }] } as unknown as Parameters<
    typeof judgeLibraries
  >[0];

  it.each([
    ['mysql', 90_704, []],
    ['mysql', 90_200, []],
    ['mysql', 90_100, ['library']],
    ['mysql', 80_400, ['library']],
    ['mariadb', 110_804, ['library']],
  ] as const)('on %s %i are in the way by %j', (vendor, versionNumber, expected) => {
    const found = judgeLibraries(plan, serverSide({ vendor, versionNumber }));
    expect(found.map(({ rule }) => rule)).toEqual(expected);
    expect(found.every(({ severity, object }) => severity === 'blocks' && object === 's.lib')).toBe(true);
  });
});

describe('columns with a spatial reference system', () => {
  it('are named with it where their table comes along', () => {
    const columns = [
      { table: 't', column: 'p', srid: '4326' },
      { table: 'left_out', column: 'p', srid: '4326' },
    ];
    const found = judgeReferences('s', columns, new Set(['t']));
    expect(found).toMatchObject([{ severity: 'converts', rule: 'spatial-reference', object: 's.t.p' }]);
    expect(found[0]?.why).toContain('REF_SYSTEM_ID=4326');
  });
});

import { describe, expect, it } from 'vitest';
import type { Failure } from '../../../app/contract/failure';
import type { Check, TableVerdict } from '../../../app/contract/runs/result';
import type { PlacesVerdict } from '../../../app/checksums/places';
import { covers, extrasOf } from '../../../app/verify/extras';
import type { CountedTable } from '../../../app/verify/tables';
import {
  judgeKeys,
  notCompared,
  selectForChecksum,
  verdictsOf,
  withDamage,
  withKeys,
} from '../../../app/verify/judgement';
import type { DumpFolder, DumpSchema } from '../../../app/format/read/dump';

const failure = (code: string, chunk?: string, table?: string): Failure =>
  ({
    ...{ code, message: code },
    ...(chunk !== undefined && { chunk }),
    ...(table !== undefined && { table }),
  }) as unknown as Failure;

describe('damage of the dump', () => {
  const dump = (...problems: readonly Failure[]) => ({ problems }) as unknown as DumpFolder;

  it('is reported once, whether the comparison met it or not', () => {
    const damaged = failure('dump-damaged', 'shop.sql');
    expect(withDamage(dump(damaged), [])).toEqual([damaged]);
    expect(withDamage(dump(damaged), [failure('dump-damaged', 'shop.sql')])).toEqual([damaged]);
  });

  it('hides nothing else: another file’s, or what else is wrong with the same', () => {
    const damaged = failure('dump-damaged', 'shop.sql');
    const others = [failure('dump-damaged', 'other.sql'), failure('definition-differs', 'shop.sql')];
    expect(withDamage(dump(damaged), others)).toEqual([damaged, ...others]);
  });

  it('is shown with its table where it has one', () => {
    const ofTable = failure('dump-damaged', 'orders.sql', 'shop.orders');
    expect(withDamage(dump(ofTable), [])).toEqual([]);
    expect(withDamage(dump(ofTable), [ofTable])).toEqual([ofTable]);
  });
});

const PARENT = {
  name: 'fk',
  columns: ['p'],
  parentSchema: null,
  parentTable: 'parents',
  parentColumns: ['id'],
};
const ok: Check = { kind: 'checksum', state: 'ok', detail: '' };
const verdict = (...checks: readonly Check[]): PlacesVerdict => ({ checks, failures: [], warnings: [] });

function counted(table: string, more: { keys?: CountedTable['keys']; isThere?: boolean } = {}): CountedTable {
  const { keys = null, isThere = true } = more;
  const foreignKeys = table === 'orders' ? [PARENT] : [];
  const onServer = { table: {}, schema: 'shop', dump: { name: table }, foreignKeys };
  return {
    ...{ table: {}, verdict: { schema: 'shop', table }, failures: [] },
    ...{ onServer: isThere ? onServer : null, keys },
  } as unknown as CountedTable;
}

describe('foreign keys of a compared table', () => {
  const tables = [counted('orders'), counted('parents')];
  const judge = (
    checksums: readonly (readonly [number, PlacesVerdict])[],
    verify: 'checksum' | 'rows' = 'checksum',
  ) => judgeKeys(tables, new Map(checksums), { verify }).map(({ check }) => check?.state ?? null);

  it('hold where the rows of both tables are the dump’s', () => {
    expect(
      judge([
        [0, verdict(ok)],
        [1, verdict(ok)],
      ]),
    ).toEqual(['ok', null]);
  });

  it('are not proved where one of the two is not', () => {
    const other: Check = { ...ok, state: 'failed' };
    expect(
      judge([
        [0, verdict(ok)],
        [1, verdict(other)],
      ]),
    ).toEqual(['not-checked', null]);
    expect(judge([[0, verdict(ok)]])).toEqual(['not-checked', null]);
    expect(judge([])).toEqual(['not-checked', null]);
  });

  it('are not judged by checksums where rows were counted only, or of a table that is not there', () => {
    expect(
      judge(
        [
          [0, verdict(ok)],
          [1, verdict(ok)],
        ],
        'rows',
      ),
    ).toEqual([null, null]);
    const gone = judgeKeys([counted('orders', { isThere: false })], new Map(), { verify: 'checksum' });
    expect(gone).toEqual([{ check: null, warnings: [] }]);
  });

  it('keep their own verified values', () => {
    const keys = { check: { ...ok, kind: 'foreign-keys', detail: 'looked' } as const, orphaned: [] };
    expect(judgeKeys([counted('orders', { keys })], new Map(), { verify: 'rows' })[0]?.check).toBe(
      keys.check,
    );
  });

  it('come behind what is said of the table already', () => {
    const said: TableVerdict = { schema: 's', table: 't', rows: 0, bytes: 0, checks: [ok] };
    const keys: Check = { kind: 'foreign-keys', state: 'ok', detail: '' };
    const judged = [
      { check: keys, warnings: [] },
      { check: null, warnings: [] },
    ];
    expect(withKeys([said, said, said], judged).map(({ checks }) => checks)).toEqual([
      [ok, keys],
      [ok],
      [ok],
    ]);
  });
});

describe('exclusions of a comparison', () => {
  const left = (verify: 'checksum' | 'rows', users?: readonly string[], asked: string[] = []) =>
    notCompared({ manifest: { users } } as unknown as DumpFolder, { verify, users: asked }).map(
      ({ kind, state }) => [kind, state],
    );

  it('is named: values that were only counted, and accounts', () => {
    expect(left('rows', ["'a'@'%'"])).toEqual([
      ['checksum', 'not-checked'],
      ['accounts', 'not-checked'],
    ]);
    expect(left('checksum', [])).toEqual([]);
    expect(left('checksum')).toEqual([]);
    expect(left('checksum', ["'a'@'%'"], ['a@*'])).toEqual([]);
  });
});

describe('an object beside those of the dump', () => {
  const schema = (includesDdl: boolean, includesViewsDdl: boolean) =>
    ({ document: { includesDdl, includesViewsDdl } }) as unknown as DumpSchema;

  it('is extra only where the dump would hold such a one', () => {
    expect(
      (['table', 'view', 'function', 'event'] as const).map((kind) =>
        covers(schema(true, false), kind as never),
      ),
    ).toEqual([...[true, false, true, true]]);
    expect(
      (['table', 'view', 'function'] as const).map((kind) => covers(schema(false, true), kind as never)),
    ).toEqual([...[true, true, false]]);
  });
});

describe('objects that the dump does not hold', () => {
  const objects = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ kind: 'view' as const, name: `v${at}`, table: null }));

  it('are none', () => {
    expect(extrasOf('copy', [])).toEqual({
      ...{
        check: { kind: 'extra', state: 'ok', detail: 'copy: none that this account can see' },
        warning: null,
      },
    });
  });

  it('are named, and are no failure of the copy', () => {
    const { check, warning } = extrasOf('copy', objects(1));
    expect(check).toEqual({
      ...{
        kind: 'extra',
        state: 'not-checked',
        detail: 'copy holds 1 object that the dump does not: view v0',
      },
    });
    expect(warning).toMatchObject({ code: 'extra-objects', table: 'copy' });
    expect(extrasOf('copy', objects(2)).check.detail).toBe(
      'copy holds 2 objects that the dump does not: view v0, view v1',
    );
  });

  it('are counted where they are many', () => {
    expect(extrasOf('copy', objects(20)).check.detail).toMatch(/view v19$/);
    expect(extrasOf('copy', objects(23)).check.detail).toMatch(/view v19, 3 more$/);
  });
});

describe('the tables whose rows are summed up', () => {
  const orphaned = [{ table: counted('orders').onServer, foreignKey: PARENT }] as never;
  const keys = { check: { ...ok, kind: 'foreign-keys' } as const, orphaned };

  it('are all that are there, where that is asked for', () => {
    const tables = [counted('orders'), counted('gone', { isThere: false }), counted('parents')];
    expect(selectForChecksum(tables, true)).toEqual([0, 2]);
  });

  it('are else those of which orphaned rows ask: the child and its parents', () => {
    const tables = [counted('people'), counted('orders', { keys }), counted('parents'), counted('log')];
    expect(selectForChecksum(tables, false)).toEqual([1, 2]);
    const parentGone = [counted('orders', { keys }), counted('parents', { isThere: false })];
    expect(selectForChecksum(parentGone, false)).toEqual([0]);
    expect(selectForChecksum([counted('orders'), counted('parents')], false)).toEqual([]);
  });
});

describe('the verdicts of a comparison', () => {
  it('say of each table first what was counted, then its checksums, then its keys', () => {
    const rows: Check = { kind: 'rows', state: 'ok', detail: '' };
    const own = (table: string) => {
      const { verdict: named, ...rest } = counted(table);
      return { ...rest, verdict: { ...named, checks: [rows] } };
    };
    const judged = [
      { check: null, warnings: [] },
      { check: { ...ok, kind: 'foreign-keys' } as const, warnings: [] },
    ];
    const verdicts = verdictsOf([own('parents'), own('orders')], new Map([[1, verdict(ok)]]), judged);
    expect(verdicts.map(({ table, checks }) => [table, checks.map(({ kind }) => kind)])).toEqual([
      ['parents', ['rows']],
      ['orders', ['rows', 'checksum', 'foreign-keys']],
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import type { SystemPeriod } from '../../../app/catalog/objects/tables';
import { planTable } from '../../../app/source/table-plan';
import { versionsRead } from '../../../app/source/row-versions';
import { Stems } from '../../../app/format/names';
import { column, index, table } from '../harness/facts';

const IMPLICIT: SystemPeriod = { start: 'row_start', end: 'row_end', counts: 'time' };
const NAMED: SystemPeriod = { start: 'rs', end: 're', counts: 'time' };
const TRANSACTIONS: SystemPeriod = { start: 'rs', end: 're', counts: 'transactions' };

const plan = (history: 'carry' | 'skip', more: Parameters<typeof table>[1]) =>
  planTable(table('t', { kind: 'system-versioned', ...more }), new Stems(), {
    ...{ where: null, partitions: null },
    history,
  });

describe('versionsRead', () => {
  it.each([
    [null, 'carry', 'current'],
    [IMPLICIT, 'carry', 'all'],
    [IMPLICIT, 'skip', 'current'],
    [TRANSACTIONS, 'carry', 'current'],
  ] as const)('takes of %o, asked to %s, the versions: %s', (period, history, versions) => {
    expect(versionsRead({ period }, history)).toBe(versions);
  });
});

describe('a table that keeps its history', () => {
  it('is read with the columns of its period, although the server lists none of them', () => {
    const { versions, columns, key } = plan('carry', { period: IMPLICIT });
    expect(versions).toBe('all');
    expect(columns.map(({ name }) => name)).toEqual(['id', 'row_start', 'row_end']);
    expect(key?.parts.map((part) => [part.column, part.kind])).toEqual([
      ['id', 'integer'],
      ['row_end', 'timestamp'],
    ]);
  });

  it('keeps columns that it has itself at their places, and other generated ones out', () => {
    const moment = (name: string) => column(name, 'timestamp(6)', { generated: true });
    const columns = [
      moment('rs'),
      column('id', 'int'),
      moment('re'),
      column('g', 'int', { generated: true }),
    ];
    const indexes = [index('PRIMARY', ['id', 're'])];
    const all = plan('carry', { period: NAMED, columns, indexes });
    expect(all.columns.map(({ name }) => name)).toEqual(['rs', 'id', 're']);
    expect(all.key?.parts.map((part) => part.column)).toEqual(['id', 're']);
    const current = plan('skip', { period: NAMED, columns, indexes });
    expect(current.columns.map(({ name }) => name)).toEqual(['id']);
    expect(current.key?.parts.map((part) => part.column)).toEqual(['id']);
  });

  it('is read as one stream of its current rows where only row start makes keys unique', () => {
    const columns = [column('a', 'int'), column('rs', 'timestamp(6)', { generated: true })];
    const indexes = [index('u', ['a', 'rs'])];
    expect(plan('skip', { period: NAMED, columns, indexes }).key).toBeNull();
    const all = plan('carry', { period: NAMED, columns, indexes });
    expect(all.key?.parts.map((part) => part.column)).toEqual(['a', 'rs']);
  });

  it('is not cut along a key that is not unique', () => {
    const indexes = [index('k', ['id'], { unique: false })];
    expect(plan('carry', { period: IMPLICIT, indexes }).key).toBeNull();
  });
});

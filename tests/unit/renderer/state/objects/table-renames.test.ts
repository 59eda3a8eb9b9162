import { describe, expect, it } from 'vitest';
import { objectKey } from '../../../../../renderer/state/objects/object-key';
import {
  newNameOf,
  readRenames,
  tableProblems,
  takenRenames,
  withRename,
} from '../../../../../renderer/state/objects/table-renames';

const NONE = readRenames([]);
const ORDERS = { schema: 'shop', table: 'orders', to: 'before' } as const;
const renamed = withRename(NONE, ORDERS);
const SHOP = { schema: 'shop', names: ['orders', 'carts', 'open_orders'] };

describe('other names of tables', () => {
  it('are kept until a table has its own name again', () => {
    expect(newNameOf(renamed, 'shop', 'orders')).toBe('before');
    expect(newNameOf(renamed, 'crm', 'orders')).toBe('orders');
    expect(withRename(renamed, { ...ORDERS, to: 'orders' })).toEqual(NONE);
    expect(readRenames(takenRenames(renamed, [SHOP]))).toEqual(renamed);
  });

  it('rest while the table is left out', () => {
    expect(takenRenames(renamed, [{ schema: 'shop', names: ['carts'] }])).toEqual([]);
    expect(takenRenames(renamed, [])).toEqual([]);
  });

  it('may be no other object’s, unless that one is left out', () => {
    const clash = withRename(NONE, { ...ORDERS, to: 'open_orders' });
    expect(tableProblems(clash, [SHOP])[objectKey('shop', 'orders')]).toBe('same');
    expect(tableProblems(clash, [{ schema: 'shop', names: ['orders', 'carts'] }])).toEqual({});
    expect(tableProblems(renamed, [SHOP])).toEqual({});
  });

  it('may not be empty', () => {
    expect(tableProblems(withRename(NONE, { ...ORDERS, to: '' }), [SHOP])).toEqual({
      [objectKey('shop', 'orders')]: 'empty',
    });
  });
});

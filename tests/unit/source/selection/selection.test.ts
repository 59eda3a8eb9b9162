import { describe, expect, it } from 'vitest';
import { ObjectFilter } from '../../../../app/catalog/selection/object-filter';
import type { SchemaNames } from '../../../../app/catalog/selection/names';
import { unmatchedOf } from '../../../../app/catalog/selection/scope';
import { selecting, type IncludeRule, type Selection } from '../../../../app/contract/runs/options';
import {
  assertAllExist,
  assertSelected,
  selectedObjects,
  withScope,
  type CheckedSelection,
} from '../../../../app/source/selection/selection';
import { failureOf } from '../../harness/failure';

const SHOP: SchemaNames = {
  ...{ name: 'shop', tables: ['orders', 'people'], tableLikes: ['open_orders'] },
  ...{ routines: ['total'], events: [], triggers: [] },
};

function refusalOf(include: readonly IncludeRule[], exclude: Selection['exclude'] = []) {
  const selection = { ...selecting(include), exclude };
  return failureOf(() => assertAllExist(unmatchedOf(selection, [SHOP]), selection, [SHOP]));
}

const table = (name: string, schema = 'shop'): IncludeRule => ({ kind: 'table', schema, name });

describe('a rule that takes nothing', () => {
  it('is refused by what it names', () => {
    expect(refusalOf([{ kind: 'schema', schema: 'shops' }])).toMatchObject({
      ...{ code: 'unknown-schema', hint: expect.stringContaining('“shop”') as string },
      message: 'There is no schema “shops” that this account can see.',
    });
    expect(refusalOf([table('order')])).toMatchObject({ code: 'unknown-table', table: 'shop.order' });
    expect(refusalOf([table('orders', 'shops')])).toMatchObject({ code: 'unknown-schema' });
    expect(
      refusalOf([{ kind: 'schema', schema: 'shop' }], [{ kind: 'routine', schema: 'shop', name: 'totals' }]),
    ).toMatchObject({
      ...{ code: 'unknown-object', message: 'There is no routine “shop.totals” that this account can see.' },
    });
  });

  it('is one of the server’s own schemas', () => {
    expect(refusalOf([{ kind: 'schema', schema: 'mysql' }])).toMatchObject({
      ...{ code: 'unknown-schema', hint: 'Accounts are taken by --users.' },
      message: expect.stringContaining('belongs to the server itself') as string,
    });
  });

  it('may be a pattern, as long as another takes something', () => {
    expect(refusalOf([table('tmp%')])).toMatchObject({ code: 'unknown-table' });
    expect(refusalOf([{ kind: 'schema', schema: 'x%' }])).toMatchObject({ code: 'unknown-schema' });
    expect(refusalOf([table('tmp%'), table('orders')])).toBeNull();
  });

  it('is refused even where others take something, and all of them are named', () => {
    expect(refusalOf([table('orders'), table('a'), table('b')])?.message).toContain(
      'Nor is there: table “shop.b”.',
    );
    expect(refusalOf([table('orders')], [table('gone')])).toMatchObject({ code: 'unknown-table' });
  });

  it('is none where every rule takes something', () => {
    expect(refusalOf([{ kind: 'schema', schema: 'shop' }], [table('people')])).toBeNull();
    expect(refusalOf([table('open_orders')])).toBeNull();
  });
});

describe('a condition', () => {
  const objectFilter = new ObjectFilter({
    ...selecting([{ kind: 'schema', schema: 'shop' }]),
    exclude: [{ kind: 'table', schema: 'shop', name: 'people' }],
  });
  const refusal = (schema: string, name: string) =>
    failureOf(() => assertSelected(objectFilter, [SHOP], schema, name));

  it('is for a table that is dumped', () => {
    expect(refusal('shop', 'orders')).toBeNull();
  });

  it('is a slip for one that is left out, does not exist, or has no rows of its own', () => {
    expect(refusal('shop', 'people')).toMatchObject({
      code: 'unknown-table',
      message: expect.stringContaining('excludes') as string,
    });
    expect(refusal('shop', 'gone')).toMatchObject({
      table: 'shop.gone',
      message: expect.stringContaining('does not exist') as string,
    });
    expect(refusal('shop', 'open_orders')).toMatchObject({
      message: expect.stringContaining('does not exist') as string,
    });
    expect(refusal('archive', 'orders')).toMatchObject({
      message: expect.stringContaining('does not exist') as string,
    });
  });
});

describe('objects of a selection', () => {
  const ARCHIVE: SchemaNames = { ...SHOP, name: 'archive', tables: ['old'], tableLikes: [] };

  it('is each schema of which it takes anything, and the tables that it takes there', () => {
    const objectFilter = new ObjectFilter({
      ...selecting([{ kind: 'schema', schema: 'shop' }]),
      exclude: [{ kind: 'table', schema: 'shop', name: 'people' }],
    });
    expect(selectedObjects(objectFilter, [ARCHIVE, SHOP])).toEqual({
      schemas: ['shop'],
      tables: [{ schema: 'shop', name: 'orders' }],
    });
    const both = new ObjectFilter(selecting([{ kind: 'schema', schema: '%' }]));
    expect(selectedObjects(both, [ARCHIVE, SHOP])).toEqual({
      schemas: ['archive', 'shop'],
      tables: [
        { schema: 'archive', name: 'old' },
        { schema: 'shop', name: 'orders' },
        { schema: 'shop', name: 'people' },
      ],
    });
  });

  it('is described anew where less is taken than was asked for', () => {
    const selection = selecting([{ kind: 'schema', schema: 'shop' }]);
    const scopeFacts = { names: [SHOP], selection, accounts: [], vendor: 'mysql' as const };
    const patterns = [{ kind: 'table', schema: 'shop', name: 'tmp%' } as const];
    // Nothing else of it is looked at.
    const selected = { scopeFacts, patterns, scope: 'before', warnings: [] } as unknown as CheckedSelection;
    const told = withScope(selected, { content: 'structure' });
    expect(told.scope).toMatch(/^Includes: .*all rows.*\. Nothing matches the table pattern “shop.tmp%”\.$/);
    expect(told.scopeFacts.selection).toEqual({ ...selection, content: 'structure' });
    expect(withScope({ ...selected, patterns: [] }, {}).scope).toMatch(/[^ ]$/);
    expect(withScope({ ...selected, patterns: [] }, {}).scope).not.toContain('all rows');
    expect(told.warnings).toBe(selected.warnings);
  });
});

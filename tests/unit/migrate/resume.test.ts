import { describe, expect, it } from 'vitest';
import { migrating } from '../../../app/contract/runs/migrate';
import { matchingTargets } from '../../../app/migrate/resume';

describe('matchingTargets', () => {
  const selection = migrating([
    { kind: 'schema', schema: 'shop' },
    { kind: 'schema', schema: 'log%' },
  ]);
  const there = ['shop', 'shop_copy', 'logs', 'other'];

  it('takes the schemas of the selection under their own names', () => {
    expect(matchingTargets({ selection, schemaMap: {} }, there)).toEqual(['shop', 'logs']);
  });

  it('takes them under the names that they are given, as a server may spell those', () => {
    expect(matchingTargets({ selection, schemaMap: { shop: 'Shop_Copy' } }, there)).toEqual([
      'shop_copy',
      'logs',
    ]);
  });

  it('takes none that gets its name from a schema that is not selected', () => {
    expect(matchingTargets({ selection, schemaMap: { other: 'logs' } }, there)).toEqual(['shop']);
  });
});

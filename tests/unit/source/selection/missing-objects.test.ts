import { describe, expect, it } from 'vitest';
import { ObjectFilter } from '../../../../app/catalog/selection/object-filter';
import type { SchemaNames } from '../../../../app/catalog/selection/names';
import { selecting, type Content, type Selection } from '../../../../app/contract/runs/options';
import { brokenViews } from '../../../../app/contract/runs/coverage';
import { assertNoneMissing } from '../../../../app/source/selection/missing-objects';
import { failureOf } from '../../harness/failure';

const NAMES: SchemaNames = {
  ...{ name: 'shop', tables: ['orders'], tableLikes: ['seen', 'numbers'], routines: ['two', 'pack'] },
  ...{ events: ['nightly'], triggers: [{ table: 'orders', name: 'stamp' }] },
};

type Plans = Parameters<typeof assertNoneMissing>[1];

/** A plan with all of it; what a test names is missing. */
function planned(...missing: readonly string[]): Plans {
  const named = <T extends object>(names: readonly string[], more: T) =>
    names.filter((name) => !missing.includes(name)).map((name) => ({ name, ...more }));
  const table = { schema: 'shop', name: 'orders' };
  const plan = {
    ...{ schema: 'shop', gaps: missing.includes('seen but broken') ? [brokenViews('shop', ['seen'])] : [] },
    tables: missing.includes('orders') ? [] : [{ facts: table }],
    triggers: named(['stamp'], { table: missing.includes('its table') ? 'orders_old' : 'orders' }),
    views: missing.includes('seen but broken') ? [] : named(['seen'], {}),
    sequences: named(['numbers'], {}),
    objects: [
      ...named(['two'], { kind: 'function' }),
      ...named(['pack'], { kind: 'package' }),
      ...named(['nightly'], { kind: 'event' }),
    ],
  };
  // Only what is looked at is there.
  return [plan] as unknown as Plans;
}

function refusal(
  plans: Plans,
  { content = 'everything', exclude = [] }: { content?: Content; exclude?: Selection['exclude'] } = {},
) {
  const objectFilter = new ObjectFilter({ ...selecting([{ kind: 'schema', schema: 'shop' }]), exclude });
  return failureOf(() => assertNoneMissing({ names: [NAMES], objectFilter, content }, plans));
}

describe('objects at the time of a dump’s plan', () => {
  it('is all there', () => {
    expect(refusal(planned())).toBeNull();
  });

  it.each([
    ['orders', 'table “orders”', 'shop.orders'],
    ['seen', 'view or sequence “seen”', undefined],
    ['numbers', 'view or sequence “numbers”', undefined],
    ['two', 'routine “two”', undefined],
    ['pack', 'routine “pack”', undefined],
    ['nightly', 'event “nightly”', undefined],
    ['stamp', 'trigger “stamp”', 'shop.orders'],
    ['its table', 'trigger “stamp”', 'shop.orders'],
  ])('is missed where %s is gone', (missing, told, table) => {
    expect(refusal(planned(missing))).toMatchObject({
      ...{ code: 'definition-changed', ...(table !== undefined && { table }) },
      message: `The ${told} of “shop” was dropped or renamed after the run had begun.`,
    });
  });

  it('is not missed where it is said to be left out', () => {
    expect(refusal(planned('seen but broken'))).toBeNull();
    expect(
      refusal(planned('two'), { exclude: [{ kind: 'routine', schema: 'shop', name: 'two' }] }),
    ).toBeNull();
    expect(
      refusal(planned('stamp'), { exclude: [{ kind: 'trigger', schema: 'shop', name: 'stamp' }] }),
    ).toBeNull();
    expect(
      refusal(planned('orders', 'stamp'), { exclude: [{ kind: 'table', schema: 'shop', name: 'orders' }] }),
    ).toBeNull();
  });

  it('is tables alone of a dump of rows', () => {
    const content = 'data';
    expect(refusal(planned('seen', 'two', 'nightly', 'stamp'), { content })).toBeNull();
    expect(refusal(planned('orders'), { content })).toMatchObject({ code: 'definition-changed' });
  });
});

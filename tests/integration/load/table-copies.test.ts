import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testVendors } from '../../servers/test-server';
import { COUNTS_COPIES, tableCopies } from '../harness/table-copies';
import { CrashTarget } from './crash-target';

/** For every other load and every kind of index see indexes.test.ts. */
describe.each(testVendors)('a killed load that is resumed, %s', (vendor) => {
  let target: CrashTarget;

  beforeAll(async () => {
    const names = { source: 'copies_source', copy: 'copies_copy' };
    target = await CrashTarget.make(vendor, names, COUNTS_COPIES[vendor]);
  });
  beforeEach(() => target.clear());
  afterAll(() => target.end());

  it.each(['after-commit:5', 'before-index:2', 'after-index:2', 'before-count:6'])(
    'at %s: no statement copies a table, not even one that has rows',
    async (event) => {
      const before = await target.onServer(tableCopies);
      expect((await target.loadElsewhere([], { SLUICE_CRASH: event }).ended).exitCode).toBeNull();
      expect(await target.isUnfinished()).toBe(true);
      const { errors, state } = await target.load({ resume: true });
      expect({ errors, state }).toEqual({ errors: [], state: 'done' });
      await target.expectWhole();
      expect(await target.onServer(tableCopies)).toBe(before);
    },
  );
});

import { describe, expect, it } from 'vitest';
import type { PreparedRecord } from '../../../app/load/journal';
import { isRecorded, toldOf } from '../../../app/migrate/go-on';

const route = (name: string, rowsThere: number | null = null) => ({
  prepared: { schema: 'shop', rowsThere, dump: { name } },
});
// Only whether it is there counts.
const records = new Map([['`shop`.`orders`', {} as PreparedRecord]]);

describe('a table of an unfinished migration', () => {
  it('goes on where the earlier run has recorded it', () => {
    expect(isRecorded(route('orders'), records)).toBe(true);
  });

  it('begins anew where the earlier run never came to it: whose rows are there is not known', () => {
    expect(isRecorded(route('people'), records)).toBe(false);
    expect(isRecorded({ prepared: { ...route('orders').prepared, schema: 'archive' } }, records)).toBe(false);
    expect(isRecorded(route('orders'), null)).toBe(false);
  });

  it('begins anew where somebody else’s rows are among them, be they none now', () => {
    expect(isRecorded(route('orders', 5), records)).toBe(false);
    expect(isRecorded(route('orders', 0), records)).toBe(false);
  });
});

describe('what became of an earlier run’s rows', () => {
  it('is told by numbers', () => {
    expect(toldOf(1500, 1)).toContain('1,500 rows of the earlier run are the same');
    expect(toldOf(2, 1)).toContain('only the range without them is brought');
    expect(toldOf(2, 3)).toContain('only the 3 ranges without them are brought');
  });
});

import { describe, expect, it } from 'vitest';
import { WholeTables } from '../../../../app/runs/progress/whole-tables';

describe('WholeTables', () => {
  it('counts a table once, whatever it is moved in', () => {
    const wholes = new WholeTables();
    ['shop.a', 'shop.parts', 'shop.parts', 'other.parts'].forEach((name, index) => {
      wholes.add(index, name);
    });
    expect(wholes.total).toBe(3);
    expect(wholes.done).toBe(0);
  });

  it('calls it done with its last part, and no longer when one is done again', () => {
    const wholes = new WholeTables();
    wholes.add(0, 'shop.parts');
    wholes.add(1, 'shop.parts');
    wholes.mark(0, true);
    wholes.mark(0, true);
    expect(wholes.done).toBe(0);
    wholes.mark(1, true);
    expect(wholes.done).toBe(1);
    wholes.mark(0, false);
    expect(wholes.done).toBe(0);
  });

  it('is not done with a table of which a part comes late', () => {
    const wholes = new WholeTables();
    wholes.add(0, 'shop.parts');
    wholes.mark(0, true);
    wholes.add(1, 'shop.parts');
    expect(wholes.done).toBe(0);
  });

  it('knows nothing of what was never announced', () => {
    const wholes = new WholeTables();
    wholes.mark(5, true);
    expect([wholes.done, wholes.total]).toEqual([0, 0]);
  });
});

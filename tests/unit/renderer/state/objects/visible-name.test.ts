import { describe, expect, it } from 'vitest';
import { nameOfVisible, visibleName } from '../../../../../renderer/state/objects/visible-name';

describe('visibleName', () => {
  it('shows control characters, and reads them back when the name is edited', () => {
    const name = 'a\nb\tc\x7f';
    expect(visibleName(name)).toBe('a␊b␉c␡');
    expect(nameOfVisible('a␊b␉c␡ copy', name)).toBe('a\nb\tc\x7f copy');
  });

  it('leaves a name with such a picture of its own unchanged', () => {
    expect(visibleName('a␊b\n')).toBe('a␊b\n');
    expect(nameOfVisible('a␊b', 'a␊b')).toBe('a␊b');
  });

  it('leaves other names unchanged, whatever is typed', () => {
    expect(visibleName('orders')).toBe('orders');
    expect(nameOfVisible('orders␊', 'orders')).toBe('orders␊');
  });
});

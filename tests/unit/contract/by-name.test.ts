import { describe, expect, it } from 'vitest';
import { byName } from '../../../app/contract/by-name';

describe('byName', () => {
  it.each(['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'])(
    'finds nothing under %s where nobody put anything there',
    (name) => {
      expect(byName({ orders: 1 }, name)).toBeUndefined();
      expect(byName(Object.fromEntries([[name, 7]]), name)).toBe(7);
    },
  );
});

import { describe, expect, it } from 'vitest';

import { hashInteger, Random } from '../../../../app/sandbox/shop/random';

describe('Random', () => {
  it('gives the same sequence for the same seed, now and in later versions', () => {
    const random = new Random('a fixed seed');
    expect([random.word(), random.word(), random.word()]).toEqual([1687524932, 2417769733, 2254240156]);
  });

  it('gives another sequence for another seed', () => {
    expect(new Random('one').word()).not.toBe(new Random('two').word());
  });

  it('stays within the limits of integer() and reaches both', () => {
    const random = new Random('limits');
    const seen = new Set(Array.from({ length: 1000 }, () => random.integer(-2, 2)));
    expect([...seen].sort((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  });

  it('spreads fractions evenly over tenths', () => {
    const random = new Random('spread');
    const tenths = new Array<number>(10).fill(0);
    for (let draw = 0; draw < 100_000; draw++) {
      const tenth = Math.floor(random.fraction() * 10);
      tenths[tenth] = (tenths[tenth] ?? 0) + 1;
    }
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('gives two hexadecimal digits for each byte, every byte value among them', () => {
    const digits = new Random('bytes').hex(5001);
    expect(digits).toMatch(/^[0-9a-f]{10002}$/);
    expect(new Set(Buffer.from(digits, 'hex')).size).toBe(256);
  });

  it('hashes neighbours to unrelated values', () => {
    const hashes = new Set(Array.from({ length: 10_000 }, (_, value) => hashInteger(value)));
    expect(hashes.size).toBe(10_000);
    expect(hashInteger(1)).not.toBe(hashInteger(2) + 1);
  });
});

import { describe, expect, it } from 'vitest';
import {
  bytesQuantity,
  formatBytes,
  formatBytesPerSecond,
  formatClock,
  formatCompact,
  formatCount,
  formatDuration,
  formatEta,
  formatPercent,
} from '../../../app/contract/quantities';

describe('figures as text', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.00 kB'],
    [9_940, '9.94 kB'],
    [99_400, '99.4 kB'],
    [999_499, '999 kB'],
    [999_500, '1.00 MB'],
    [64_000_000, '64.0 MB'],
    [2.5e15, '2.50 PB'],
    [2.5e18, '2500 PB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(formatBytes(bytes)).toBe(text);
  });

  it('keeps a figure and its unit apart, so that columns can align both', () => {
    expect(bytesQuantity(1_500)).toEqual({ value: '1.50', unit: 'kB' });
    expect(formatBytesPerSecond(1_500_000)).toBe('1.50 MB/s');
  });

  it('groups whole numbers and shortens large ones', () => {
    expect(formatCount(1_234_567)).toBe('1,234,567');
    expect(formatCompact(182_400)).toBe('182 k');
    expect(formatCompact(999)).toBe('999');
  });

  it.each([
    [0, '0:00'],
    [59_999, '0:59'],
    [75_000, '1:15'],
    [3_675_000, '1:01:15'],
  ])('a clock at %d ms shows %s', (ms, text) => {
    expect(formatClock(ms)).toBe(text);
  });

  it.each([
    [14, '14 ms'],
    [3_200, '3.2 s'],
    [250_000, '4 min 10 s'],
    [240_000, '4 min'],
    [7_500_000, '2 h 5 min'],
  ])('%d ms take %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });

  it('gives remaining time as the range it is', () => {
    expect(formatEta({ low: 1000, high: 4000 })).toBe('under 5 s');
    expect(formatEta({ low: 40_000, high: 50_000 })).toBe('40–50 s');
    expect(formatEta({ low: 180_000, high: 300_000 })).toBe('3–5 min');
    expect(formatEta({ low: 49_900, high: 50_100 })).toMatch(/^about 50 s$/);
  });

  it('never says 100 % before the end, nor 0 % once begun', () => {
    expect(formatPercent(0)).toBe('0 %');
    expect(formatPercent(0.0001)).toBe('1 %');
    expect(formatPercent(0.9999)).toBe('99 %');
    expect(formatPercent(1)).toBe('100 %');
  });
});

import { describe, expect, it } from 'vitest';
import { proofText } from '../../../../renderer/features/proof/proof-text';

const NOW = Date.UTC(2026, 10, 27, 12);
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('proofText', () => {
  it.each([
    [0, 4, 'Proved just now, restore takes under 5 s'],
    [-MINUTE, 30, 'Proved just now, restore takes about 30 s'],
    [5 * MINUTE, 842, 'Proved 5 minutes ago, restore takes about 14 min'],
    [61 * MINUTE, 842, 'Proved 1 hour ago, restore takes about 14 min'],
    [DAY, 842, 'Proved yesterday, restore takes about 14 min'],
    [2.9 * DAY, 7300, 'Proved 2 days ago, restore takes about 2 h'],
  ])('of a proof %d ms ago that took %d s', (ago, loadSeconds, words) => {
    expect(proofText({ provedAt: NOW - ago, loadSeconds }, NOW)).toBe(words);
  });
});

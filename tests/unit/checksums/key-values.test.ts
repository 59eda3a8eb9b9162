import { describe, expect, it } from 'vitest';
import type { EngineKeyKind } from '../../../app/engine/specs';
import { isKeyValue } from '../../../app/checksums/key-values';

describe('isKeyValue', () => {
  it.each([
    ['integer', '-9223372036854775808'],
    ['decimal', '-12.50'],
    ['double', '-1.5e-45'],
    ['double', '1.797E+308'],
    ['double', '12'],
    ['double', '1e5'],
    ['decimal', '12'],
    ['binary', ''],
    ['timestamp', '2026-01-02 03:04:05'],
    ['binary', '00fF'],
    ['encoded-text', '00fFaa'],
    ['year', '1999'],
    ['numbered', '255'],
    ['date-time', '0000-00-00 00:00:00.000000'],
    ['time', '-838:59:59'],
    ['text', "'); DROP TABLE t; --"],
  ] as const)('takes a value of a kind: %s %s', (kind, value) => {
    expect(isKeyValue(kind, value)).toBe(true);
  });

  const KINDS: readonly EngineKeyKind[] = [
    ...(['integer', 'decimal', 'double', 'binary', 'year', 'numbered'] as const),
    ...(['date-time', 'timestamp', 'time', 'encoded-text'] as const),
  ];
  it.each(KINDS)('lets nothing else into a statement as a value of the kind %s', (kind) => {
    for (const other of ['1 OR 1', "1'", '1\n', 'x', '(SELECT 1)', 'x00', '00x', '1.5x', 'x1.5'])
      expect(isKeyValue(kind, other)).toBe(false);
  });
});

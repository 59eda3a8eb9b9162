import { describe, expect, it } from 'vitest';
import { standInFor } from '../../../../app/format/sql/collation-stand-ins';

describe('the replacement of a collation', () => {
  it.each([
    ['utf8mb4_0900_ai_ci', ['utf8mb4_0900_ai_ci'], null],
    ['utf8_general_ci', ['utf8mb3_general_ci'], { name: 'utf8mb3_general_ci', kind: 'renamed' }],
    ['utf8mb3_unicode_ci', ['utf8_unicode_ci'], { name: 'utf8_unicode_ci', kind: 'renamed' }],
    ['utf8mb4_0900_bin', ['utf8mb4_nopad_bin', 'utf8mb4_bin'], { name: 'utf8mb4_nopad_bin', kind: 'exact' }],
    ['utf8mb4_0900_bin', ['utf8mb4_bin'], { name: 'utf8mb4_bin', kind: 'near' }],
    [
      'utf8mb4_0900_ai_ci',
      ['utf8mb4_unicode_ci', 'utf8mb4_unicode_520_ci'],
      { name: 'utf8mb4_unicode_520_ci', kind: 'near' },
    ],
    ['utf8mb3_uca1400_ai_ci', ['utf8_unicode_ci'], { name: 'utf8_unicode_ci', kind: 'near' }],
    ['utf8mb4_uca1400_as_cs', ['utf8mb4_general_ci', 'utf8mb4_bin'], { name: 'utf8mb4_bin', kind: 'near' }],
    ['latin1_swedish_nopad_ci', ['latin1_swedish_ci'], { name: 'latin1_swedish_ci', kind: 'near' }],
    // A collation that ignores an accent could not keep a unique key that distinguishes it.
    ['utf8mb4_0900_as_ci', ['utf8mb4_unicode_ci', 'utf8mb4_bin'], undefined],
    ['utf8mb4_de_pb_0900_ai_ci', ['utf8mb4_german2_ci'], undefined],
  ] as const)('%s among %j', (collation, there, expected) => {
    expect(standInFor(collation, new Set<string>(there))).toEqual(expected);
  });
});

import { describe, expect, it } from 'vitest';
import { assertMemory } from '../../../app/engine/job';

describe('assertMemory', () => {
  it('refuses a limit that so many threads can’t keep', () => {
    expect(() => assertMemory({ threads: 16, memoryLimitBytes: 33_554_432 })).not.toThrow();
    expect(() => assertMemory({ threads: 17, memoryLimitBytes: 33_554_432 })).toThrow(
      '17 threads need a memory limit of at least 34 MiB.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { SluiceError } from '../../../app/contract/failure';
import { stateOf } from '../../../app/engine/hooks';

describe('stateOf', () => {
  const { failure } = new SluiceError('rows-differ', 'A row is missing.');

  it('fails a run for any error and mentions any warning', () => {
    expect(stateOf([], [])).toBe('done');
    expect(stateOf([], [failure])).toBe('done-with-warnings');
    expect(stateOf([failure], [])).toBe('failed');
    expect(stateOf([failure], [failure])).toBe('failed');
  });
});

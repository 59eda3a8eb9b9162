import { describe, expect, it } from 'vitest';
import { namesIn } from '../../../../app/format/delimited/names';

describe('namesIn', () => {
  it('leaves out spaces around names, but for those of the definition', () => {
    const columns = [{ name: ' Id ' }, { name: 'v' }];
    expect(namesIn([' id ', ' v', 'w '], columns)).toEqual([' id ', 'v', 'w']);
    expect(namesIn([' id ', 'v'], [])).toEqual(['id', 'v']);
  });
});

import { describe, expect, it } from 'vitest';
import { judge } from '../../../build/bench/goals.mjs';

const ours = (seconds, moved) => ({ seconds, figures: { moved } });
const rounds = [
  { ours: ours(2, 10), peer: ours(4, 5), slow: ours(9, 50) },
  { ours: ours(3, 12), peer: ours(6, 6), slow: ours(9, 50) },
];

describe('judge', () => {
  it('compares with the fastest of the others, round by round', () => {
    const goal = { text: 'as fast', of: 'ours', against: ['slow', 'peer'], atLeast: 1.5 };
    expect(judge([goal], rounds)).toMatchObject([{ value: 2, least: 2, most: 2, isReached: true }]);
    const { atLeast: _, ...rest } = goal;
    expect(judge([{ ...rest, atMost: 0.4 }], rounds)).toMatchObject([{ value: 0.5, isReached: false }]);
  });

  it('compares a figure that the runs told', () => {
    const goal = { text: 'moved', of: 'ours', against: ['peer'], figure: 'moved', atMost: 2 };
    expect(judge([goal], rounds)).toMatchObject([{ value: 2, isReached: true }]);
  });

  it('judges a figure by itself', () => {
    const goal = { text: 'moved', of: 'ours', figure: 'moved', atMost: 10 };
    expect(judge([goal], rounds)).toMatchObject([{ value: 11, least: 10, most: 12, isReached: false }]);
  });
});

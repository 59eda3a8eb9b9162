import { describe, expect, it } from 'vitest';
import { choose } from '../../../build/bench/choose.mjs';

const contenders = ['sluice auto', 'sluice defer', 'by hand', 'myloader'].map((name) => ({ name }));
const goals = [
  { text: 'beats the hand', of: 'sluice auto', against: ['by hand'], atMost: 1 },
  { text: 'beats the peer', of: 'sluice auto', against: ['myloader'], atMost: 1 },
];
const named = ({ contenders: kept, ...rest }) => ({ kept: kept.map(({ name }) => name), ...rest });

describe('choose', () => {
  it('keeps all where nothing is wished for', () => {
    expect(choose({ contenders, goals }, [])).toEqual({ contenders, goals, leftOut: [] });
  });

  it('keeps those whose names hold a word, and names what is left out, goals too', () => {
    expect(named(choose({ contenders, goals }, ['auto', 'hand']))).toEqual({
      kept: ['sluice auto', 'by hand'],
      goals: [goals[0]],
      leftOut: ['sluice defer', 'myloader', 'the goal “beats the peer”'],
    });
  });

  it('refuses words that nobody is named by', () => {
    expect(() => choose({ contenders }, ['mysqlpump'])).toThrow('No contender is named mysqlpump.');
  });
});

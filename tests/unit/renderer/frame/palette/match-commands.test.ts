import { describe, expect, it } from 'vitest';
import { matchCommands } from '../../../../../renderer/frame/palette/match-commands';

const commands = ['Dump Orders', 'Load into Orders', 'Show runs'].map((label) => ({
  id: label,
  label,
  run: () => undefined,
}));

describe('matchCommands', () => {
  it('finds commands that hold every word, in any order and case', () => {
    expect(matchCommands(commands, 'orders LOAD').map(({ label }) => label)).toEqual(['Load into Orders']);
  });

  it('shows all of them to an empty query', () => {
    expect(matchCommands(commands, ' ')).toHaveLength(3);
  });
});

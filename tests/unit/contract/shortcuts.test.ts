import { describe, expect, it } from 'vitest';
import { SHORTCUTS, shortcutText } from '../../../app/contract/shortcuts';

describe('shortcuts', () => {
  it('are each for one thing', () => {
    const keys = Object.values(SHORTCUTS);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are named as the keys of the machine are', () => {
    expect(shortcutText('new-dump', false)).toBe('Ctrl+D');
    expect(shortcutText('toggle-theme', true)).toBe('Cmd+Shift+T');
  });
});

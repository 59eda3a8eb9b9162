import { describe, expect, it } from 'vitest';
import { selectKey } from '../../../../../renderer/parts/controls/select-key';

const options = ['None', 'zstd 1', 'zstd 3'].map((text) => ({ text }));
const press = (key: string, view: { open: boolean; active: number }, ctrlKey = false) =>
  selectKey({ key, ctrlKey, metaKey: false, altKey: false }, { ...view, options });

describe('selectKey', () => {
  it('opens a closed box and takes the active option of an open one', () => {
    expect(press('Enter', { open: false, active: 0 })).toEqual({ kind: 'open' });
    expect(press('ArrowDown', { open: false, active: 0 })).toEqual({ kind: 'open' });
    expect(press(' ', { open: true, active: 1 })).toEqual({ kind: 'take' });
  });

  it('stops at both ends', () => {
    expect(press('ArrowDown', { open: true, active: 2 })).toEqual({ kind: 'go', index: 2 });
    expect(press('ArrowUp', { open: true, active: 0 })).toEqual({ kind: 'go', index: 0 });
    expect(press('End', { open: true, active: 0 })).toEqual({ kind: 'go', index: 2 });
  });

  it('goes round the options that begin with the letter', () => {
    expect(press('z', { open: true, active: 1 })).toEqual({ kind: 'go', index: 2 });
    expect(press('Z', { open: true, active: 2 })).toEqual({ kind: 'go', index: 1 });
    expect(press('x', { open: true, active: 0 })).toBeNull();
  });

  it('leaves Escape to the dialog around it while it is closed, and shortcuts to the window', () => {
    expect(press('Escape', { open: false, active: 0 })).toBeNull();
    expect(press('Escape', { open: true, active: 0 })).toEqual({ kind: 'close' });
    expect(press('n', { open: true, active: 0 }, true)).toBeNull();
  });
});

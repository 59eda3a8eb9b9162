import { mkdtempSync, rmSync, writeFileSync } from 'fs';
import { tmpdir } from 'os';
import { join } from 'path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  isReachable,
  recallWindowState,
  rememberWindowState,
} from '../../../../app/main/window/window-state';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-window-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const STATE = { bounds: { x: 10, y: 20, width: 1280, height: 820 }, maximized: true };

describe('window state', () => {
  it('comes back as it was', () => {
    const file = join(folder, 'window.json');
    rememberWindowState(file, STATE);
    expect(recallWindowState(file)).toEqual(STATE);
  });

  it.each(['', '{', '{"bounds":{"x":"1"}}', 'null'])('is as good as none when it reads %j', (text) => {
    const file = join(folder, 'window.json');
    writeFileSync(file, text);
    expect(recallWindowState(file)).toBeNull();
  });

  it('is forgotten, not fatal, where it cannot be kept', () => {
    const file = join(folder, 'missing', 'window.json');
    rememberWindowState(file, STATE);
    expect(recallWindowState(file)).toBeNull();
  });
});

describe('isReachable', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const window = { x: 100, y: 100, width: 1280, height: 820 };

  it('wants a grip of the title bar on some screen', () => {
    expect(isReachable(window, [screen])).toBe(true);
    expect(isReachable({ ...window, x: 1900 }, [screen])).toBe(false);
    expect(isReachable({ ...window, x: 1900 }, [screen, { ...screen, x: 1920 }])).toBe(true);
    expect(isReachable({ ...window, x: -1250 }, [screen])).toBe(false);
    expect(isReachable({ ...window, y: -300 }, [screen])).toBe(false);
    expect(isReachable({ ...window, y: 1070 }, [screen])).toBe(false);
    expect(isReachable(window, [])).toBe(false);
  });
});

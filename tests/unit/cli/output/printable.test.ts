import { describe, expect, it, vi } from 'vitest';
import { printable, printLines, singleLine } from '../../../../app/cli/output/printable';

describe('printable', () => {
  it.each([
    ['\u001b[2Jgone', '\\u001b[2Jgone'],
    ['a\rb', 'a\\u000db'],
    ['\u009b31m', '\\u009b31m'],
    ['\u202egpj.exe', '\\u202egpj.exe'],
    ['bell\u0007', 'bell\\u0007'],
  ])('shows %j for what it is', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it.each(['two\nlines\tand a tab', 'größe 名前 😀 e\u0301', '\\ " \' `'])('leaves %j as it is', (text) => {
    expect(printable(text)).toBe(text);
  });

  it('keeps JSON what it says', () => {
    const value = { name: '\u202e\u001b[31m\u0085 x' };
    expect(JSON.parse(printable(JSON.stringify(value)))).toEqual(value);
  });
});

describe('lines that hold line breaks', () => {
  it('are set in behind each, so that no name makes a line of its own', () => {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    printLines(['Table a\nDone: all well', 'next\n']);
    expect(write.mock.calls).toEqual([['Table a\n    Done: all well\nnext\n\n']]);
    write.mockRestore();
  });

  it('are one line where lines are counted', () => {
    expect(singleLine('a\nb\u001b')).toBe('a\\u000ab\\u001b');
  });
});

import { describe, expect, it } from 'vitest';
import { printable } from '../../../app/cli/printable';

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

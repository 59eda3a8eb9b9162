import { describe, expect, it } from 'vitest';
import { textOf } from '../../../../app/format/encoded-text';
import { correctionOf } from '../../../../app/format/letters/corrections';

describe('correctionOf', () => {
  it('has the first and the last syllable of Unified Hangul Code', () => {
    const letterOf = correctionOf('euckr');
    expect([0x8141, 0x8c63, 0xc652, 0xc653].map((code) => letterOf?.(code))).toEqual([
      ...['\uac02', '\ub620', '\ud7a3'],
      undefined,
    ]);
  });

  it('has the user-defined letters of EUC-JP, of two bytes and of three', () => {
    const letterOf = correctionOf('ujis');
    expect([0xf5a1, 0xfefe, 0x8ff5a1, 0x8ffefe].map((code) => letterOf?.(code))).toEqual([
      ...['\ue000', '\ue3ab', '\ue3ac', '\ue757'],
    ]);
    expect([0xf4fe, 0xf5a0, 0xf5ff].map((code) => letterOf?.(code))).toEqual(Array(3).fill(undefined));
  });

  it('is null where TextDecoder has all letters of the servers', () => {
    for (const charset of ['gbk', 'cp932']) expect(correctionOf(charset)).toBeNull();
  });
});

describe('textOf', () => {
  it.each([
    ['euckr', 'a\x8c\x63b\xb0\xa1', 'a\ub620b\uac00'],
    ['sjis', '\x81\x60\xb1\x83\x5c`\x81\x7c', '\u301c\uff71\u30bd`\u2212'],
    ['big5', '\xa4\xa4\xc6\xa5x', '\u4e2d\u3041x'],
    ['ujis', '\xa1\xc1\x8f\xa2\xb7\x8e\xb1\xf5\xa1', '\u301c~\uff71\ue000'],
    ['gb18030', '\x81\x30\x81\x30\xa6\xd9', '\x80\ue78d'],
    ['tis620', 'a\x80\xa1', 'a\x80\u0e01'],
  ])('joins letters that are corrected and others, in %s', (charset, bytes, text) => {
    expect(textOf(Buffer.from(bytes, 'latin1'), charset)).toBe(text);
  });

  it('has U+FFFD for a letter that is cut', () => {
    expect(textOf(Buffer.from('x\x83', 'latin1'), 'sjis')).toBe('x\ufffd');
  });
});

import { correctionOf, type Correction } from './letters/corrections';
import { oneByteText } from './letters/one-byte';

/** The names by which the Encoding Standard knows the servers' character sets of several bytes. */
const LABELS: Readonly<Record<string, string>> = {
  big5: 'big5',
  gbk: 'gbk',
  gb2312: 'gbk',
  gb18030: 'gb18030',
  euckr: 'euc-kr',
  sjis: 'shift_jis',
  cp932: 'shift_jis',
  ujis: 'euc-jp',
  eucjpms: 'euc-jp',
};

/** Returns whether a byte within a letter of the character set may be one of a backslash or a backtick. Pure. */
export function mayHoldBackslash(charset: string): boolean {
  return /^(?:gbk|gb18030|sjis|cp932|big5)$/i.test(charset);
}

/**
 * Decodes a text from its bytes as the servers do; null where its character set is not known here. U+FFFD stands for bytes that are no
 * letter.
 */
export function textOf(bytes: Uint8Array, characterSet: string): string | null {
  const charset = characterSet.toLowerCase();
  const label = LABELS[charset];
  if (label === undefined) return oneByteText(bytes, charset);
  const decoder = new TextDecoder(label);
  const correction = knownCorrection(charset);
  return correction === null ? decoder.decode(bytes) : correctedText(bytes, charset, { decoder, correction });
}

const corrections = new Map<string, Correction | null>();

function knownCorrection(charset: string): Correction | null {
  const known = corrections.get(charset);
  if (known !== undefined) return known;
  const made = correctionOf(charset);
  corrections.set(charset, made);
  return made;
}

interface Decoding {
  readonly decoder: TextDecoder;
  readonly correction: Correction;
}

function correctedText(bytes: Uint8Array, charset: string, { decoder, correction }: Decoding): string {
  const parts: string[] = [];
  let done = 0;
  let length = 1;
  for (let at = 0; at < bytes.length; at += length) {
    length = 1;
    if (byteAt(bytes, at) < 0x80) continue;
    length = letterLength(bytes, at, charset);
    let code = 0;
    for (let byte = at; byte < at + length; byte += 1) code = code * 256 + byteAt(bytes, byte);
    const letter = correction(code);
    if (letter === undefined) continue;
    parts.push(decoder.decode(bytes.subarray(done, at)), letter);
    done = at + length;
  }
  return [...parts, decoder.decode(bytes.subarray(done))].join('');
}

const EUC_JAPANESE: ReadonlySet<string> = new Set(['ujis', 'eucjpms']);

/** Bytes of the letter whose first byte is no ASCII. */
function letterLength(bytes: Uint8Array, at: number, charset: string): number {
  const first = byteAt(bytes, at);
  if (charset === 'sjis' && first >= 0xa1 && first <= 0xdf) return 1;
  if (EUC_JAPANESE.has(charset) && first === 0x8f) return 3;
  const second = byteAt(bytes, at + 1);
  return charset === 'gb18030' && second >= 0x30 && second <= 0x39 ? 4 : 2;
}

function byteAt(bytes: Uint8Array, at: number): number {
  return bytes[at] ?? 0;
}

import { windows1252Text } from './values/windows-1252';

/** The names by which the Encoding Standard knows the servers' character sets. */
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
  tis620: 'windows-874',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  greek: 'iso-8859-7',
  hebrew: 'iso-8859-8',
};

/** Returns whether a byte within a letter of the character set may be one of a backslash or a backtick. Pure. */
export function mayHoldBackslash(charset: string): boolean {
  return /^(?:gbk|gb18030|sjis|cp932|big5)$/i.test(charset);
}

/** Those that are Windows-1252 to both servers (both manuals, "West European Character Sets"). */
const WINDOWS_1252: ReadonlySet<string> = new Set(['ascii', 'latin1']);

/** Decodes a text from its bytes, for display; null where its character set is not known here. */
export function textOf(bytes: Uint8Array, charset: string): string | null {
  if (WINDOWS_1252.has(charset)) return windows1252Text(bytes);
  const label = LABELS[charset];
  return label === undefined ? null : new TextDecoder(label).decode(bytes);
}

import type { Vendor } from '../../contract/connections/connection';

/**
 * Character sets in which every text is unchanged by its conversion to utf8mb4 and back, measured code by code on MySQL
 * 9.7 and MariaDB 10.11 (the test of exact values measures it again). All others have codes without a Unicode
 * character, or several with the same one, such as sjis, which has two backslashes.
 */
const EXACT: ReadonlySet<string> = new Set([
  ...['utf8mb4', 'utf8mb3', 'utf8', 'utf16', 'utf16le', 'utf32', 'binary'],
  ...['latin1', 'latin2', 'latin5', 'latin7', 'koi8r', 'koi8u', 'cp850', 'cp852', 'cp866'],
  ...['keybcs2', 'macce', 'macroman'],
]);

/**
 * Character sets that are exact on one vendor only: MariaDB stores bytes above 127 in ascii, and MySQL does not convert
 * surrogates of ucs2.
 */
const EXACT_ON: Readonly<Record<Vendor, string>> = { mysql: 'ascii', mariadb: 'ucs2' };

/** Collations with a conversion table of their own that lacks characters of their character set (measured). */
const INEXACT_COLLATIONS: ReadonlySet<string> = new Set(['latin2_czech_cs']);

/** Returns whether text of this character set and collation is unchanged by a conversion to utf8mb4 and back. */
export function convertsExactly(charset: string, collation: string, vendor: Vendor): boolean {
  if (INEXACT_COLLATIONS.has(collation)) return false;
  return EXACT.has(charset) || EXACT_ON[vendor] === charset;
}

/** Character sets that a server of either vendor has had: MySQL 9.7 and 5.5 and MariaDB 10.2 to 11.8 (SHOW CHARACTER SET). */
const ALL: ReadonlySet<string> = new Set([
  ...[
    'armscii8',
    'ascii',
    'big5',
    'binary',
    'cp1250',
    'cp1251',
    'cp1256',
    'cp1257',
    'cp850',
    'cp852',
    'cp866',
    'cp932',
  ],
  ...[
    'dec8',
    'eucjpms',
    'euckr',
    'gb18030',
    'gb2312',
    'gbk',
    'geostd8',
    'greek',
    'hebrew',
    'hp8',
    'keybcs2',
    'koi8r',
  ],
  ...[
    'koi8u',
    'latin1',
    'latin2',
    'latin5',
    'latin7',
    'macce',
    'macroman',
    'sjis',
    'swe7',
    'tis620',
    'ucs2',
    'ujis',
  ],
  ...['utf16', 'utf16le', 'utf32', 'utf8', 'utf8mb3', 'utf8mb4'],
]);

/** Returns whether servers have a character set of this name, in small letters. */
export function isCharset(name: string): boolean {
  return ALL.has(name);
}

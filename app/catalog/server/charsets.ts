import type { Vendor } from '../../contract/connection';

/**
 * Character sets whose every text is the same again after its conversion to utf8mb4 and back, measured code by code on
 * MySQL 9.7 and MariaDB 10.11 (the test of exact values measures it anew). All others have codes that no Unicode character
 * stands for, or that share one, such as sjis, which has two backslashes.
 */
const EXACT: ReadonlySet<string> = new Set([
  ...['utf8mb4', 'utf8mb3', 'utf8', 'utf16', 'utf16le', 'utf32', 'binary'],
  ...['latin1', 'latin2', 'latin5', 'latin7', 'koi8r', 'koi8u', 'cp850', 'cp852', 'cp866'],
  ...['keybcs2', 'macce', 'macroman'],
]);

/** MariaDB stores bytes above 127 in ascii, and MySQL does not convert surrogates of ucs2. */
const EXACT_ON: Readonly<Record<Vendor, string>> = { mysql: 'ascii', mariadb: 'ucs2' };

/** Collations with a table of their own, in which codes have no character that their character set has (measured). */
const INEXACT_COLLATIONS: ReadonlySet<string> = new Set(['latin2_czech_cs']);

/** Whether text of this character set and collation is not changed on its way through utf8mb4. */
export function convertsExactly(charset: string, collation: string, vendor: Vendor): boolean {
  if (INEXACT_COLLATIONS.has(collation)) return false;
  return EXACT.has(charset) || EXACT_ON[vendor] === charset;
}

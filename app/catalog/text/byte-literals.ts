import { unquoteText } from './quote';

/**
 * A quoted name or string, over bytes as Latin-1 text. After the first byte of a UTF-8 character none looks like a
 * quote.
 */
export const QUOTED = /`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'/gs;

/** Columns of SHOW CREATE that hold a definition: a session gives them as bytes, one character each. */
export const DEFINITION_COLUMNS: ReadonlySet<string> = new Set([
  ...['Create Table', 'Create View', 'Create Procedure', 'Create Function', 'Create Package'],
  ...['Create Package Body', 'Create Event', 'Create Library', 'SQL Original Statement'],
]);

/** Returns the bytes that the server sent for one of {@link DEFINITION_COLUMNS}, from the text that a session gives. */
export function sentBytes(given: string): Buffer {
  return Buffer.from(given, 'latin1');
}

/**
 * Decodes a definition as the server sent it. Literals are printed as their own bytes, even if those are no UTF-8: a
 * default on MariaDB, one behind a character set (`_latin1'…'`) on both vendors (measured on 9.7 and 10.11). Such a
 * literal is rewritten as `0x…`, which every server reads as the same bytes.
 */
export function definitionText(sent: Buffer): string {
  if (isText(sent)) return sent.toString('utf8');
  const rewritten = sent
    .toString('latin1')
    .replace(QUOTED, (quoted, at: number, all: string) =>
      isText(Buffer.from(quoted, 'latin1')) ? quoted : apart(hexadecimal(quoted), all.charAt(at - 1)),
    );
  return Buffer.from(rewritten, 'latin1').toString('utf8');
}

/** Adds a blank between the name of a character set and a number; a quote needs none. */
function apart(number: string, before: string): string {
  return /\w/.test(before) ? ` ${number}` : number;
}

/** Returns whether bytes are well-formed UTF-8. */
export function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function hexadecimal(literal: string): string {
  return `0x${Buffer.from(unquoteText(literal.slice(1, -1)), 'latin1')
    .toString('hex')
    .toUpperCase()}`;
}

import { unquoteText } from './quote';

/** A quoted name or string; one of bytes as Latin-1 text, one character a byte. No byte of UTF-8 behind its first looks like a quote. */
const QUOTED = /`(?:[^`]|``)*`|'(?:[^'\\]|\\.|'')*'/gs;

/**
 * The text of a definition as a server sent it. MariaDB prints a default's bytes between quotes as they are, also where
 * they are no text (10.11, measured; MySQL prints hexadecimal digits): such a literal is rewritten as `0x…`, which every
 * server takes for the same bytes.
 */
export function definitionText(sent: Buffer): string {
  if (isText(sent)) return sent.toString('utf8');
  const rewritten = sent
    .toString('latin1')
    .replace(QUOTED, (quoted) => (isText(Buffer.from(quoted, 'latin1')) ? quoted : hexadecimal(quoted)));
  return Buffer.from(rewritten, 'latin1').toString('utf8');
}

/** Whether bytes are well-formed UTF-8. */
export function isText(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString('utf8'), 'utf8').equals(bytes);
}

function hexadecimal(literal: string): string {
  return `0x${Buffer.from(unquoteText(literal.slice(1, -1)), 'latin1')
    .toString('hex')
    .toUpperCase()}`;
}

import { definitionText, isText, QUOTED } from '../../../catalog/text/byte-literals';
import { isUtf8Client } from '../../../catalog/text/client-text';
import { textOf } from '../../encoded-text';

/**
 * The text of a statement that was written in a client's character set, UTF-8 where the script names none; null where
 * the bytes are no text of it.
 */
export function statementText(bytes: Buffer, charset: string | null): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (charset === null || isUtf8Client(charset)) return utf8Text(bytes);
  return textOf(bytes, charset);
}

/** A literal may hold bytes of another character set, as a default of MariaDB does: a number stands for it. */
function utf8Text(bytes: Buffer): string | null {
  const names = (bytes.toString('latin1').match(QUOTED) ?? []).filter((quoted) => quoted.startsWith('`'));
  if (!names.every((name) => isText(Buffer.from(name, 'latin1')))) return null;
  const text = definitionText(bytes);
  return text.includes('\ufffd') && !bytes.includes('\ufffd') ? null : text;
}

function isAscii(bytes: Buffer): boolean {
  return bytes.every((byte) => byte < 0x80);
}

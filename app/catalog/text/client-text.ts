import { SluiceError } from '../../contract/failure';
import { isText } from './byte-literals';
import type { ControlSession } from '../session/control-session';

/** Character sets in which a client's text is UTF-8, or ASCII alone; empty where none is recorded. */
const UTF8 = /^(?:utf8(?:mb[34])?|ascii|binary|)$/i;

/**
 * Multi-byte characters, over bytes as Latin-1 text, of the sets in which a later byte may look like ASCII, in most of them
 * like a quote or a backslash too. A first byte before any other byte is a character of its own, as the servers read it
 * (`ismbchar` in strings/ctype-*.c).
 */
const CHARACTERS: Readonly<Record<string, string>> = {
  sjis: '[\\x81-\\x9f\\xe0-\\xfc][\\x40-\\x7e\\x80-\\xfc]',
  cp932: '[\\x81-\\x9f\\xe0-\\xfc][\\x40-\\x7e\\x80-\\xfc]',
  big5: '[\\xa1-\\xf9][\\x40-\\x7e\\xa1-\\xfe]',
  euckr: '[\\x81-\\xfe][\\x41-\\x5a\\x61-\\x7a\\x81-\\xfe]',
  gbk: '[\\x81-\\xfe][\\x40-\\x7e\\x80-\\xfe]',
  gb18030: '[\\x81-\\xfe](?:[\\x40-\\x7e\\x80-\\xfe]|\\d[\\x81-\\xfe]\\d)',
};

export function isUtf8Client(characterSet: string): boolean {
  return UTF8.test(characterSet);
}

/** Returns a pattern of one character beyond ASCII, over bytes as Latin-1 text. */
export function beyondAscii(characterSet: string): string {
  const several = CHARACTERS[characterSet];
  return several === undefined ? '[\\x80-\\xff]' : `${several}|[\\x80-\\xff]`;
}

/**
 * Decodes text that a client sent in its character set, by the server's own tables; null where the result can't be
 * encoded to the same bytes again.
 */
export async function fromClient(
  session: ControlSession,
  sent: Buffer,
  characterSet: string,
): Promise<string | null> {
  if (isUtf8Client(characterSet)) return isText(sent) ? sent.toString('utf8') : null;
  const bytes = sent.toString('latin1');
  const pattern = new RegExp(`(?:${beyondAscii(characterSet)})+`, 'g');
  const runs = [...new Set(bytes.match(pattern) ?? [])];
  if (runs.length === 0) return bytes;
  const converted = await convert(session, Buffer.from(runs.join('\n'), 'latin1'), characterSet, 'utf8mb4');
  const texts = converted?.toString('utf8').split('\n') ?? [];
  // Among ASCII such a character would be taken for the byte that looks like it.
  if (texts.length !== runs.length || texts.some((text) => /[\0-\x7f]/.test(text))) return null;
  const textOf = new Map(runs.map((run, at) => [run, texts[at] ?? '']));
  return bytes.replace(pattern, (run) => textOf.get(run) ?? '');
}

/** Encodes a text in a client's character set, by the server's own tables; null where that lacks a character. */
export async function toClient(
  session: ControlSession,
  text: string,
  characterSet: string,
): Promise<Buffer | null> {
  if (isUtf8Client(characterSet)) return Buffer.from(text, 'utf8');
  const pattern = /[^\0-\x7f]+/g;
  const runs = [...new Set(text.match(pattern) ?? [])];
  if (runs.length === 0) return Buffer.from(text, 'latin1');
  const converted = await convert(session, Buffer.from(runs.join('\n'), 'utf8'), 'utf8mb4', characterSet);
  if (converted === null) return null;
  const bytes = converted.toString('latin1').split('\n');
  const bytesOf = new Map(runs.map((run, at) => [run, bytes[at] ?? '']));
  return Buffer.from(
    text.replace(pattern, (run) => bytesOf.get(run) ?? ''),
    'latin1',
  );
}

/** Converts bytes; null where converting them back gives other bytes. */
async function convert(
  session: ControlSession,
  bytes: Buffer,
  from: string,
  to: string,
): Promise<Buffer | null> {
  const there = `CONVERT(_${from} X'${bytes.toString('hex')}' USING ${to})`;
  try {
    const row = await session.row(
      `SELECT HEX(${there}) AS there, HEX(CONVERT(${there} USING ${from})) AS back`,
    );
    return row.back?.toLowerCase() === bytes.toString('hex') ? Buffer.from(row.there ?? '', 'hex') : null;
  } catch (error) {
    // A byte sequence that is no character of the set is an error (1300).
    if (error instanceof SluiceError && error.failure.code === 'statement-failed') return null;
    throw error;
  }
}

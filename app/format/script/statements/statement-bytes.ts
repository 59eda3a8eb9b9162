import { isCharset } from '../../../catalog/server/charsets';
import { definitionText, isText, QUOTED } from '../../../catalog/text/byte-literals';
import { isUtf8Client } from '../../../catalog/text/client-text';
import type { SluiceError } from '../../../contract/failure';
import type { EngineScriptRows } from '../../../engine/scan/scans';
import { scriptFailures } from '../../../text/format/script';
import { textOf } from '../../encoded-text';

/**
 * The text of a statement that was written in a client's character set, UTF-8 where the script names none; null where
 * the bytes are no text of it.
 */
export function statementText(bytes: Buffer, charset: string | null): string | null {
  if (isAscii(bytes)) return bytes.toString('latin1');
  if (charset === null || isUtf8Client(charset)) return utf8Text(bytes);
  return wholeText(bytes, charset);
}

/** Null where a byte is no letter: the server would refuse it, or make another one of it. */
function wholeText(bytes: Buffer, charset: string): string | null {
  const text = textOf(bytes, charset);
  return text === null || text.includes('\ufffd') ? null : text;
}

type NamedRows = Pick<EngineScriptRows, 'hasByteNames' | 'schema' | 'table' | 'columns'>;

/**
 * Rows with the names that are meant in a client's character set, empty where the script names none; null where a name is
 * no text of it, or no server has it. Pure.
 */
export function withTextNames<T extends NamedRows>(rows: T, charset: string): T | null {
  if (charset !== '' && !isCharset(charset)) return null;
  if (!rows.hasByteNames) return rows;
  const texts = new Map<string, string>();
  for (const name of [rows.schema ?? '', rows.table, ...(rows.columns ?? [])]) {
    const text = wholeText(Buffer.from(name, 'latin1'), charset);
    if (text === null) return null;
    texts.set(name, text);
  }
  const meant = (name: string) => texts.get(name) ?? name;
  return {
    ...rows,
    schema: rows.schema === null ? null : meant(rows.schema),
    table: meant(rows.table),
    columns: rows.columns === null ? null : rows.columns.map(meant),
  };
}

/** Failure for a statement that is no text of the character set that the script names, or names one that no server has. */
export function textFailure(line: number, charset: string): SluiceError {
  const isKnown = charset === '' || isCharset(charset);
  return isKnown ? scriptFailures.notText({ line, charset }) : scriptFailures.noCharset({ line, charset });
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

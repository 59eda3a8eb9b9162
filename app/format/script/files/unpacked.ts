import { NO_PART } from '../../../engine/chunk-files';
import { basename, dirname } from 'path';
import { SluiceError } from '../../../contract/failure';
import type { Addon } from '../../../engine/addon';
import type { EngineStoredFile } from '../../../engine/scan/scans';
import { toFailure } from '../../../engine/failures';
import { scriptFailures } from '../../../text/format/script';
import { HEAD_BYTES } from '../../format';
import { endsWithinMagic, packingOf } from '../../packing';
import { OUR_DIALECT } from '../../tsv-dialect';
import type { ScriptFile } from '../content';
import { shownPath } from '../../../engine/words/spooled-input';

const PACKED = /\.(gz|zst|bz2|xz|lz4|zip)$/i;

/**
 * Returns how a script is packed; fails where it is in a way that Sluice does not unpack, and where no text comes out: half a
 * gigabyte of anything else would be one statement.
 */
export async function compressionOf(
  path: string,
  head: Buffer,
  engine: Addon,
  { mayBeXml }: { readonly mayBeXml: boolean } = { mayBeXml: false },
): Promise<ScriptFile['compression'] | 'zip'> {
  const shown = shownPath(path);
  if (head.length === 0) throw scriptFailures.noBytes({ path: shown });
  const packing = packingOf(head, path);
  if (packing === null) {
    const suffix = PACKED.exec(path)?.[1];
    if (suffix !== undefined && (isBinary(head) || endsWithinMagic(head, suffix)))
      throw scriptFailures.notPacked({ path: shown, suffix });
    assertText(shown, head, mayBeXml);
    return 'none';
  }
  const { suffix, compression } = packing;
  if (compression === 'zip') return compression;
  if (compression === null) throw scriptFailures.compressed({ path: shown, suffix });
  const unpacked = await unpackedHead({ path, compression, entry: null }, engine);
  const inner = packingOf(unpacked, '');
  if (inner !== null) throw scriptFailures.packedTwice({ path: shown, outer: suffix, inner: inner.suffix });
  assertText(shown, unpacked, mayBeXml);
  return compression;
}

/** Reads what is unpacked first of a file, `bytes` at most. */
export async function unpackedHead(
  { path, compression, entry }: EngineStoredFile,
  engine: Addon,
  bytes = HEAD_BYTES,
): Promise<Buffer> {
  const file = basename(path);
  const head = await engine.firstText(
    dirname(path),
    { ...NO_PART, file, compression, entry, dialect: OUR_DIALECT, rows: null, bytes: null, xxh64: null },
    bytes,
  );
  if ('code' in head) throw SluiceError.from(toFailure(head));
  return head;
}

/** Fails where a file’s first bytes can’t be those of a script; `path` names it in the message. */
export function assertText(path: string, head: Buffer, mayBeXml = false): void {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(head.toString('latin1'))) throw scriptFailures.wideCharacters({ path });
  if (isBinary(head)) throw scriptFailures.noText({ path });
  const tool = xmlTool(head);
  if (tool !== null && !mayBeXml) throw scriptFailures.xml({ path, tool });
}

/** Tool that has written an XML document; null for any other file. Pure. */
export function xmlTool(head: Buffer): string | null {
  const root = /^(?:\xef\xbb\xbf)?\s*<\?xml\b[^]*?<(mysqldump|resultset)\b/.exec(
    head.toString('latin1'),
  )?.[1];
  if (root === undefined) return null;
  return root === 'resultset' ? 'mysql' : root;
}

/** A script may hold any bytes in its values, but it does not begin with them. */
function isBinary(head: Buffer): boolean {
  return /[\0-\x08\x0e-\x1f]/.test(head.toString('latin1', 0, 16));
}

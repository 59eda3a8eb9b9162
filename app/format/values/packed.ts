import { delimitedFailures } from '../../text/format/delimited';
import { scriptFailures } from '../../text/format/script';
import type { Addon } from '../../engine/addon';
import { endsWithinMagic, packingOf } from '../packing';
import { headOf } from '../read/head';
import { unpackedHead } from '../script/files/unpacked';
import type { ValuesFile } from './names';

/** The file as its first bytes say that it is packed, whatever its name says. */
export async function asPacked<File extends ValuesFile>(
  path: string,
  file: File,
  engine: Addon,
): Promise<File> {
  const head = await headOf(path);
  const packing = packingOf(head, path);
  if (packing === null) {
    const suffix = file.name.replace(/^.*\./, '');
    if (file.compression !== 'none' && (head.includes(0) || endsWithinMagic(head, suffix)))
      throw scriptFailures.notPacked({ path, suffix });
    return { ...file, compression: 'none' };
  }
  const { suffix, compression } = packing;
  if (compression === null || compression === 'zip')
    throw delimitedFailures.packed({ file: file.name, suffix });
  const inner = packingOf(await unpackedHead(path, compression, engine), '');
  if (inner !== null) throw scriptFailures.packedTwice({ path, outer: suffix, inner: inner.suffix });
  return { ...file, compression };
}

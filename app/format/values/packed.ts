import { join } from 'path';
import { delimitedFailures } from '../../text/format/delimited';
import { scriptFailures } from '../../text/format/script';
import type { Addon } from '../../engine/addon';
import { archivedFiles } from '../archive/files';
import type { DumpPlace } from '../format';
import { endsWithinMagic, packingOf } from '../packing';
import { headOf } from '../read/head';
import { assertWithin } from '../read/within';
import { unpackedHead } from '../script/files/unpacked';
import { directoryOf } from './files';
import type { ValuesFile } from './names';

/** The files of rows at a place, as their bytes lie there. Fails for one that can't be read, and for a link out of the folder. */
export async function asStored<File extends ValuesFile>(
  place: DumpPlace,
  files: readonly File[],
  engine: Addon,
): Promise<readonly File[]> {
  if (place.kind === 'archive') return await asArchived(place, files);
  const directory = directoryOf(place);
  const stored: File[] = [];
  for (const file of files) {
    const path = join(directory, file.path);
    if (place.kind === 'folder') await assertWithin(directory, path);
    stored.push(await asPacked(path, file, engine));
  }
  return stored;
}

async function asArchived<File extends ValuesFile>(
  { path, entries }: Extract<DumpPlace, { readonly kind: 'archive' }>,
  files: readonly File[],
): Promise<readonly File[]> {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  const wanted = files.flatMap(({ name }) => byName.get(name) ?? []);
  const found = await archivedFiles(path, wanted);
  return files.flatMap((file, at) => {
    const archived = found[at];
    return archived === undefined ? [] : [{ ...file, ...archived.file }];
  });
}

/** The file as its first bytes say that it is packed, whatever its name says. */
async function asPacked<File extends ValuesFile>(path: string, file: File, engine: Addon): Promise<File> {
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
  const inner = packingOf(await unpackedHead({ path, compression, entry: null }, engine), '');
  if (inner !== null) throw scriptFailures.packedTwice({ path, outer: suffix, inner: inner.suffix });
  return { ...file, compression };
}

import { createHash } from 'crypto';
import { createReadStream, promises as fs } from 'fs';
import { basename, join, relative, sep } from 'path';
import type { Readable } from 'stream';
import type { CertifiedFile, FilesComparison } from '../contract/proof/certificate';
import type { Cancellation } from '../engine/cancellation';
import { messageOf } from '../engine/failures';
import { chosenFiles, isPattern, isThere } from '../format/read/several';
import { keptDigest } from '../format/script/files/inputs';
import { STANDARD_INPUT } from '../engine/words/spooled-input';
import { proveFailures } from '../text/prove';

const BYTES_AT_ONCE = 1 << 20;

/** File of a dump as it lies on the disk. */
export interface ListedFile {
  /** Path within the dump's folder, with `/` on every system. */
  readonly file: string;
  readonly path: string;
  /** Place, size and times of change: as long as they are the same, so are its bytes. */
  readonly stamp: string;
  /** Digest of standard input, taken while it was copied: the copy may be compressed. Absent for other files. */
  readonly taken?: Pick<CertifiedFile, 'bytes' | 'sha256'>;
}

/** Files of a dump, by name. */
export interface DumpFiles {
  readonly place: 'folder' | 'file';
  readonly files: readonly ListedFile[];
}

/**
 * Lists all files of a dump: those in a folder and below it, those of a pattern, or a single one. Refuses what is neither
 * file nor folder, and a link that leads out of the dump's folder: what lies there is not the dump's.
 */
export async function listFiles(dump: string): Promise<DumpFiles> {
  if (isPattern(dump) && !(await isThere(dump))) return await listChosen(dump);
  const taken = keptDigest(dump);
  if (taken !== null)
    return {
      place: 'file',
      files: [{ file: STANDARD_INPUT, path: dump, stamp: await stampOf(dump), taken }],
    };
  const path = await fs.realpath(dump).catch((error: unknown) => {
    throw proveFailures.filesUnreadable({ file: dump, reason: messageOf(error) });
  });
  const found = await fs.stat(path);
  if (!found.isDirectory()) {
    if (!found.isFile()) throw proveFailures.notAFile({ file: dump });
    return { place: 'file', files: [{ file: basename(dump), path, stamp: await stampOf(path) }] };
  }
  const files = await listFolder(path, path);
  return { place: 'folder', files: sorted(files) };
}

async function listChosen(pattern: string): Promise<DumpFiles> {
  const { directory, names } = await chosenFiles(pattern);
  const files = names.map(async (file) => {
    const path = join(directory, file);
    return { file: file.split(sep).join('/'), path, stamp: await stampOf(path) };
  });
  return { place: 'folder', files: sorted(await Promise.all(files)) };
}

function sorted(files: readonly ListedFile[]): readonly ListedFile[] {
  return [...files].sort((one, other) => (one.file < other.file ? -1 : 1));
}

async function listFolder(root: string, folder: string): Promise<readonly ListedFile[]> {
  const listed: ListedFile[] = [];
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      listed.push(...(await listFolder(root, path)));
      continue;
    }
    const file = relative(root, path).split(sep).join('/');
    const real = entry.isSymbolicLink() ? await linkedFile(root, path, file) : path;
    if (!(await fs.stat(real)).isFile()) throw proveFailures.notAFile({ file });
    listed.push({ file, path, stamp: await stampOf(path) });
  }
  return listed;
}

async function linkedFile(root: string, path: string, file: string): Promise<string> {
  const real = await fs.realpath(path).catch((error: unknown) => {
    throw proveFailures.filesUnreadable({ file, reason: messageOf(error) });
  });
  if (!real.startsWith(`${root}${sep}`)) throw proveFailures.linkedOut({ file, target: real });
  return real;
}

async function stampOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs, ctimeNs } = await fs.stat(path, { bigint: true });
  return [dev, ino, size, mtimeNs, ctimeNs].join(':');
}

/** Reads all files to their end and computes their digests. */
export async function digestFiles(
  files: readonly ListedFile[],
  cancellation: Cancellation,
): Promise<readonly CertifiedFile[]> {
  const digests: CertifiedFile[] = [];
  for (const { file, path, taken } of files) {
    const bytes = () => createReadStream(path, { highWaterMark: BYTES_AT_ONCE });
    digests.push({ file, ...(taken ?? (await digestBytes(bytes(), file, cancellation))) });
  }
  return digests;
}

/** Reads standard input to its end and computes its digest. */
export async function digestStandardInput(
  input: Readable,
  cancellation: Cancellation,
): Promise<readonly CertifiedFile[]> {
  return [{ file: STANDARD_INPUT, ...(await digestBytes(input, STANDARD_INPUT, cancellation)) }];
}

async function digestBytes(
  input: Readable,
  file: string,
  cancellation: Cancellation,
): Promise<Pick<CertifiedFile, 'bytes' | 'sha256'>> {
  const digest = createHash('sha256');
  let bytes = 0;
  try {
    for await (const chunk of input) {
      cancellation.throwIfCancelled();
      digest.update(chunk as Buffer);
      bytes += (chunk as Buffer).length;
    }
  } catch (error) {
    cancellation.throwIfCancelled();
    throw proveFailures.filesUnreadable({ file, reason: messageOf(error) });
  }
  return { bytes, sha256: digest.digest('hex') };
}

/** Fails with `dump-damaged` where a file changed since the dump was listed: what was restored is not what lies there. */
export async function assertUnchanged(dump: string, before: DumpFiles): Promise<void> {
  const after = await listFiles(dump);
  const stamps = new Map(after.files.map(({ file, stamp }) => [file, stamp]));
  const changed = before.files.find(({ file, stamp }) => stamps.get(file) !== stamp)?.file;
  const known = new Set(before.files.map(({ file }) => file));
  const added = after.files.find(({ file }) => !known.has(file))?.file;
  const file = changed ?? added;
  if (file !== undefined) throw proveFailures.changedMeanwhile({ file }, { chunk: file });
}

/** Compares the files of a dump with those of a certificate. A dump that is one file may have another name now. Pure. */
export function compareFiles(
  certified: readonly CertifiedFile[],
  found: readonly CertifiedFile[],
  place: DumpFiles['place'],
): FilesComparison {
  const nameOf = ({ file }: CertifiedFile) => (place === 'file' ? '' : file);
  const before = new Map(certified.map((file) => [nameOf(file), file]));
  const now = new Map(found.map((file) => [nameOf(file), file]));
  const names = (files: readonly CertifiedFile[]) => files.map(({ file }) => file);
  return {
    changed: names(
      found.filter((file) => {
        const own = before.get(nameOf(file));
        return own !== undefined && (own.bytes !== file.bytes || own.sha256 !== file.sha256);
      }),
    ),
    missing: names(certified.filter((file) => !now.has(nameOf(file)))),
    added: names(found.filter((file) => !before.has(nameOf(file)))),
  };
}

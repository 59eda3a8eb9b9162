import { createHash } from 'crypto';
import { promises as fs } from 'fs';
import { join } from 'path';
import { formatFact, type FileFact } from './facts';
import { DONE_FILE, FACTS_FILE, MANIFEST_FILE } from './names';

/** Size and digest of a file's bytes. */
export type FileDigest = Pick<FileFact, 'bytes' | 'sha256'>;

export function digestOf(bytes: Buffer): FileDigest {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

/** Identity of a finished dump: a digest of its own records, which hold every chunk's digest. */
export async function dumpFingerprint(folder: string): Promise<string> {
  return digestOfFiles([
    [MANIFEST_FILE, await bytesOf(folder, MANIFEST_FILE)],
    [DONE_FILE, await bytesOf(folder, DONE_FILE)],
    [FACTS_FILE, await bytesOf(folder, FACTS_FILE)],
  ]);
}

/**
 * Identity of a dump from the time at which its structure is complete, the same while rows are written and when it is
 * done: a digest of everything recorded up to then, which begins with the dump's random id. Null before that time, and
 * for dumps that do not record it.
 */
export async function dumpBeginning(folder: string): Promise<string | null> {
  const facts = await bytesOf(folder, FACTS_FILE);
  const mark = `\n${formatFact({ fact: 'structure' })}`;
  const at = facts.indexOf(mark);
  if (at < 0) return null;
  return digestOfFiles([
    [MANIFEST_FILE, await bytesOf(folder, MANIFEST_FILE)],
    [FACTS_FILE, facts.subarray(0, at + mark.length)],
  ]);
}

/**
 * All identities that a load of the dump may have recorded: a load of the finished dump, or one that followed its
 * writing.
 */
export async function dumpIdentities(folder: string): Promise<readonly string[]> {
  const beginning = await dumpBeginning(folder);
  return [await dumpFingerprint(folder), ...(beginning === null ? [] : [beginning])];
}

/** Bytes of a file; empty where it does not exist. */
async function bytesOf(folder: string, name: string): Promise<Buffer> {
  return await fs.readFile(join(folder, name)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return Buffer.alloc(0);
  });
}

function digestOfFiles(files: readonly (readonly [name: string, bytes: Buffer])[]): string {
  const digest = createHash('sha256');
  for (const [name, bytes] of files) digest.update(`${name}:${bytes.length}\n`).update(bytes);
  return digest.digest('hex');
}

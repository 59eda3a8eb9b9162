import { promises as fs } from 'fs';
import type { DumpProof } from '../../contract/proof/certificate';
import { readCertificate } from './certificate';
import { certificatePlaces } from './places';

interface Known {
  readonly stamp: string;
  readonly proof: (DumpProof & { readonly path: string }) | null;
}

/** Certificates that were read, by path: lists of dumps ask for them again and again. */
const known = new Map<string, Known>();

/**
 * Returns the proof of the dump at a path, by the certificate beside it; null where there is none, where it was changed or
 * moved there, and where it is older than the dump.
 */
export async function proofOf(dump: string, madeAt: number): Promise<DumpProof | null> {
  const { file } = certificatePlaces(dump, null);
  const stamp = await fs.stat(file).then(
    ({ ino, size, mtimeMs }) => `${ino}:${size}:${mtimeMs}`,
    () => null,
  );
  if (stamp === null) return null;
  const before = known.get(file);
  const found = before?.stamp === stamp ? before : { stamp, proof: await readProof(file) };
  known.set(file, found);
  const { proof } = found;
  if (proof?.path !== dump || proof.provedAt < madeAt) return null;
  return { provedAt: proof.provedAt, loadSeconds: proof.loadSeconds };
}

async function readProof(file: string): Promise<Known['proof']> {
  try {
    const { provedAt, seconds, dump } = await readCertificate(file);
    return { provedAt: Date.parse(provedAt), loadSeconds: seconds.load, path: dump.path };
  } catch {
    return null;
  }
}

import { createHash } from 'crypto';
import type { FileFact } from './facts';

/** Size and digest of a file's bytes. */
export type FileDigest = Pick<FileFact, 'bytes' | 'sha256'>;

export function digestOf(bytes: Buffer): FileDigest {
  return { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
}

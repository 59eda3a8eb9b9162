import { promises as fs } from 'fs';
import type { EngineScriptItem, EngineScriptScan } from '../../../engine/scan/scans';
import { spooledDigest } from '../../../engine/words/spooled-input';

/** Standard input that can be read again. */
export interface KnownInput {
  /** Content of a script; null where it has to be scanned. */
  readonly scan: readonly (readonly EngineScriptItem[])[] | null;
  /** Those of a file that others may change; null for a copy of our own. */
  readonly facts: string | null;
  /** Number of bytes that came, before a copy was compressed. */
  readonly bytes: number;
}

const inputs = new Map<string, KnownInput>();

export function keepInput(path: string, input: KnownInput): void {
  inputs.set(path, input);
}

export function forgetInput(path: string): void {
  inputs.delete(path);
}

/** Place, size and time of change of a file: as long as they are the same, so are its bytes. */
export async function factsOf(path: string): Promise<string> {
  const { dev, ino, size, mtimeNs } = await fs.stat(path, { bigint: true });
  return `${dev}:${ino} ${size} ${mtimeNs}`;
}

/** The digest of the input that a file is, with a mark where it has changed since; null for another file. */
export async function inputIdentity(path: string): Promise<string | null> {
  const sha256 = spooledDigest(path);
  const facts = inputs.get(path)?.facts ?? null;
  if (sha256 === null || facts === null) return sha256;
  return (await factsOf(path)) === facts ? sha256 : `${sha256} changed`;
}

/** Size and digest of an input as it came; null for another file. */
export function keptDigest(path: string): { readonly bytes: number; readonly sha256: string } | null {
  const sha256 = spooledDigest(path);
  const bytes = inputs.get(path)?.bytes;
  return sha256 === null || bytes === undefined ? null : { bytes, sha256 };
}

/** The scan of an input that was made while it was read, from its beginning; null where the file has to be scanned. */
export function keptScan(path: string): Pick<EngineScriptScan, 'next'> | null {
  const batches = inputs.get(path)?.scan?.values();
  if (batches === undefined) return null;
  return {
    next: () => {
      const { done, value } = batches.next();
      return Promise.resolve(done === true ? null : value);
    },
  };
}

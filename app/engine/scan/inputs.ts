/** Input that is copied, as it crosses the native boundary. */
import type { EngineFailure } from '../events';
import type { EngineScriptItem } from './scans';

/** Copying of what comes once. */
export interface EngineInputSpec {
  /** An absolute path of a file that does not exist yet, for a copy that does not fit into memory; null for no copy. */
  readonly path: string | null;
  /** With `zstd` the copy can be read on from near any place. */
  readonly compression: 'none' | 'zstd';
  readonly mostMemoryBytes: number;
  /** Set for a script that is scanned while it is copied, as `EngineScanSpec` has it; null for anything else. */
  readonly bytesPerRun: number | null;
}

/** A copy that is whole. */
export interface EngineCopiedInput {
  readonly bytes: number;
  /** Those of the copy. */
  readonly storedBytes: number;
  /** Digest of the input, in 64 hexadecimal digits. */
  readonly sha256: string;
  /** Descriptor of the copy where it is in memory: it is open until {@link EngineInput.close}. */
  readonly memory: number | null;
}

/** An input that comes once, as standard input does. Each call waits for the one before; no promise rejects. */
export interface EngineInput {
  /** Its first bytes: less than so many only where there are no more. */
  head(mostBytes: number): Promise<Buffer | EngineFailure>;
  /** Begins the copy. */
  copy(spec: EngineInputSpec): Promise<readonly EngineScriptItem[] | EngineFailure>;
  /** Copies on; resolves to what the script held there, and to null once all came. */
  next(): Promise<readonly EngineScriptItem[] | EngineFailure | null>;
  /** Size of the copy so far. */
  storedBytes(): number;
  finish(): Promise<EngineCopiedInput | EngineFailure>;
  /** Ends the call that waits for more, with a failure. */
  cancel(): void;
  close(): void;
}

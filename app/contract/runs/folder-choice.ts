import type { ReadingChoices } from '../commands/input';
import type { Vendor } from '../connections/connection';

/** A folder behind its opaque handle. */
export interface FolderChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
  readonly empty: boolean;
  readonly freeBytes: number | null;
  /** True if this user may write there, or create it where it does not exist. */
  readonly writable: boolean;
  /** Choices by which the run that leads to the folder has read its files; absent for none. */
  readonly input?: ReadingChoices | undefined;
}

/** A finished dump in the folder for dumps, whoever wrote it. */
export interface FoundDump {
  readonly folder: FolderChoice;
  /** Name of its folder. */
  readonly name: string;
  readonly begunAt: number;
  readonly vendor: Vendor;
  readonly serverVersion: string;
  /** Bytes of all its files. */
  readonly storedBytes: number;
}

/** A tablespace file behind its opaque handle. */
export interface FileChoice {
  readonly handle: string;
  /** For display only. */
  readonly display: string;
}

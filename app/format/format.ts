import type { Addon } from '../engine/addon';
import type { DumpFolder } from './read/dump';

/** Files that a user names as a dump. */
export type DumpPlace =
  | {
      readonly kind: 'folder';
      readonly path: string;
      /** Names of the files in it. */
      readonly names: readonly string[];
    }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The file's first bytes, {@link HEAD_BYTES} at most. */
      readonly head: Buffer;
    };

/** Bytes at a file's beginning by which it is recognized. */
export const HEAD_BYTES = 4096;

/** Format of dumps. */
export interface DumpFormat {
  /** Returns whether a dump of this format lies at a place. Pure. */
  readonly recognizes: (place: DumpPlace) => boolean;
  /** Opens a dump that it has recognized. Fails with `dump-unsupported` for a format that Sluice knows and does not load. */
  readonly read: (place: DumpPlace, engine: Addon) => Promise<DumpFolder>;
}

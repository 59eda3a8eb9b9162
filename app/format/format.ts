import type { InputChoices } from '../contract/commands/input';
import type { Addon } from '../engine/addon';
import type { EngineChunkFile } from '../engine/chunk-files';
import type { ZipEntry } from './archive/directory';
import type { DumpFolder } from './read/dump';
import type { TableText } from './script/tables/table-text';

/** Files that a user names as a dump. */
export type DumpPlace =
  | {
      readonly kind: 'folder';
      readonly path: string;
      /** Names of the files in it. */
      readonly names: readonly string[];
      /** True where its files lie in folders, one for each table. */
      readonly hasFolders?: true;
      /** The pattern that has chosen these of its files, in their order; absent for all of them. */
      readonly pattern?: string;
    }
  | {
      readonly kind: 'file';
      readonly path: string;
      /** The file's first bytes, {@link HEAD_BYTES} at most. */
      readonly head: Buffer;
    }
  | {
      readonly kind: 'archive';
      /** The zip. */
      readonly path: string;
      /** The files in it that may belong to a dump, and their names. */
      readonly entries: readonly ZipEntry[];
      readonly names: readonly string[];
    };

/** Bytes at a file's beginning by which it is recognized. */
export const HEAD_BYTES = 4096;

/** Facts about a dump that its first bytes and its files' sizes tell. */
export interface DumpGlimpse {
  readonly form: DumpFolder['form'];
  readonly tool: string;
  /** Null where they do not tell it. */
  readonly serverVersion: string | null;
  /** On disk. */
  readonly storedBytes: number;
  readonly files: number;
  /** Compressions of its files; empty where none is compressed. */
  readonly compressions: readonly EngineChunkFile['compression'][];
}

/** Definitions of tables that are there and take rows, by the names that the dump has for schema and table; null for none. */
export type TablesThere = (schema: string, table: string) => TableText | null;

/** None are there: all tables are made. */
export const NO_TABLES: TablesThere = () => null;

/** Format of dumps. */
export interface DumpFormat {
  /** Returns whether a dump of this format lies at a place. Pure. */
  readonly recognizes: (place: DumpPlace) => boolean;
  /** Looks at a dump that it has recognized, in a moment however large that is. Absent where `read` takes no longer. */
  readonly glimpse?: (place: DumpPlace, engine: Addon) => Promise<DumpGlimpse>;
  /** Choices that it takes; absent for none. */
  readonly choices?: readonly (keyof InputChoices)[];
  /**
   * Opens a dump that it has recognized. Fails with `dump-unsupported` for a format that Sluice knows and does not load.
   *
   * @param there what rows without a definition of their own are to fit
   */
  readonly read: (
    place: DumpPlace,
    engine: Addon,
    input: InputChoices,
    there?: TablesThere,
  ) => Promise<DumpFolder>;
}

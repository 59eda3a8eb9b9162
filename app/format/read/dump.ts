import type { Vendor } from '../../contract/connections/connection';
import type { CoverageGap } from '../../contract/runs/coverage';
import { type Failure } from '../../contract/failure';
import type { EngineChunkFile } from '../../engine/specs';
import { type Done, type Manifest, type SchemaDocument, type TableDocument } from '../documents';
import { type DefinitionFact } from '../facts';

/** A dump as it lies in its folder: everything that can be known without reading table data. */
export interface DumpFolder {
  readonly path: string;
  /** Folder of the files that hold its rows. */
  readonly directory: string;
  /** Identity of the finished dump as it is now, by which a load of it is found again. */
  readonly identity: () => Promise<string>;
  /** The text of one of its statements' files. */
  readonly script: (name: string) => Promise<string>;
  readonly manifest: Manifest;
  /** Vendor of its source. */
  readonly vendor: Vendor;
  /** Null where the dump was never finished, or is still being written. */
  readonly done: Done | null;
  readonly schemas: readonly DumpSchema[];
  /** Objects that the dump's account could not read. */
  readonly lacks: readonly CoverageGap[];
  /** Parts that a load leaves out or takes in another way, in sentences. */
  readonly remarks: readonly string[];
  /** Missing files and files of the wrong size; empty for a dump that looks whole. */
  readonly problems: readonly Failure[];
  readonly files: number;
  /** Number of documents and scripts with recorded digests; 0 for dumps of other tools and of an earlier Sluice. */
  readonly digests: number;
}

export interface DumpSchema {
  readonly name: string;
  readonly stem: string;
  readonly document: SchemaDocument;
  /** The scripts of the schema, its libraries, routines and events, in the order in which they are run. */
  readonly scripts: readonly string[];
  readonly tables: readonly DumpTable[];
  readonly views: readonly { readonly name: string; readonly stem: string }[];
}

export interface DumpTable {
  readonly schema: string;
  /** Name on the target, where a load gives it another one. */
  readonly name: string;
  readonly dumpedName: string;
  readonly stem: string;
  readonly document: TableDocument;
  readonly definition: DefinitionFact | null;
  /** Set where its CREATE TABLE is not as a server printed it: then nothing that a server prints can be compared with it. */
  readonly isReworded?: true;
  /** In key order, partition after partition. */
  readonly chunks: readonly DumpChunk[];
  /** From the recorded facts, else from the done marker. */
  readonly rows: number | null;
  readonly bytes: number | null;
}

export interface DumpChunk extends EngineChunkFile {
  /** Null where the dump does not separate the table's partitions. */
  readonly partition: string | null;
  /** On disk, now. */
  readonly storedBytes: number;
  /** Bytes of its longest binary value, 0 where no row is large; null where that is not recorded. */
  readonly longestBinary: number | null;
  /** The recorded key of its first row; empty for rows without a key, and where none is recorded. */
  readonly first: readonly string[];
}

/** All tables of a dump, schema after schema. */
export function tablesOf({ schemas }: Pick<DumpFolder, 'schemas'>): readonly DumpTable[] {
  return schemas.flatMap(({ tables }) => tables);
}

/** Returns a table whose recorded definition is changed; unchanged where the dump records none. */
export function withCreateTable(table: DumpTable, change: (createTable: string) => string): DumpTable {
  const { definition } = table;
  if (definition === null) return table;
  return { ...table, definition: { ...definition, createTable: change(definition.createTable) } };
}

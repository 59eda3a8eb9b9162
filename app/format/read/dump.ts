import type { Vendor } from '../../contract/connections/connection';
import type { CoverageGap } from '../../contract/runs/coverage';
import { type Failure } from '../../contract/failure';
import type { EngineChunkFile, EngineSortColumn } from '../../engine/chunk-files';
import { type Done, type Manifest, type SchemaDocument, type TableDocument } from '../documents';
import { type DefinitionFact } from '../facts';

/** A dump as it lies in its folder: everything that can be known without reading table data. */
export interface DumpFolder {
  /** A folder of documents and chunks, statements (in one file, or a folder of them), values, or XML with its definitions. */
  readonly form: 'folder' | 'script' | 'values' | 'xml';
  readonly path: string;
  /** Folder of the files that hold its rows. */
  readonly directory: string;
  /** Identity of the finished dump as it is now, by which a load of it is found again. */
  readonly identity: () => Promise<string>;
  /** The text of one of its statements' files. */
  readonly script: (name: string) => Promise<string>;
  readonly manifest: Manifest;
  /** Set where the dump does not say which server it comes from: then the manifest's is the likeliest one. */
  readonly isLikelySource?: true;
  /** Set where it was converted from a script, or from values: its accounts and definitions are not as a server prints them. */
  readonly isConverted?: true;
  /** Vendor of its source. */
  readonly vendor: Vendor;
  /** Set where nothing tells which server it comes from: then what its definitions leave to the server is the target's. */
  readonly isOfUnknownServer?: true;
  /** Set where rows of tables that it does not create are read by the definitions of those that are there. */
  readonly isReadByTables?: true;
  /** Null where the dump was never finished, or is still being written. */
  readonly done: Done | null;
  readonly schemas: readonly DumpSchema[];
  /** Statements that nothing is known of, in their order; they run only when a user wants it. Absent for none. */
  readonly statements?: readonly DumpStatement[];
  /** Objects that the dump's account could not read. */
  readonly lacks: readonly CoverageGap[];
  /**
   * Grants to PUBLIC of MariaDB, which every account of the source has. A load leaves them out; absent for none, and in
   * dumps without accounts.
   */
  readonly publicGrants?: readonly string[];
  /** Parts that a load leaves out or takes in another way, in sentences. */
  readonly remarks: readonly string[];
  /** Guesses about the dump that may be wrong, with the remedy; absent for none. */
  readonly warnings?: readonly Failure[];
  /** Tables of CSV and TSV files, as they were read by choices or by their first rows; absent for other dumps. */
  readonly values?: readonly ReadValues[];
  /** Rows of files of values that are set aside, and no rows of the dump; absent for none. */
  readonly rejected?: readonly RejectedRow[];
  /** Missing files and files of the wrong size; empty for a dump that looks whole. */
  readonly problems: readonly Failure[];
  readonly files: number;
  /** Checksums of rows that its tool took at the source; absent where it took none. */
  readonly recordedChecksums?: RecordedChecksums;
  /** Number of documents and scripts with recorded digests; 0 for dumps of other tools and of an earlier Sluice. */
  readonly digests: number;
}

/** One table of files of values, as it was read. */
export interface ReadValues {
  readonly schema: string;
  readonly table: string;
  /** One sentence: file, separator, quotes, header, character set. */
  readonly reading: string;
  /** Types of its columns, as in a definition, by name. */
  readonly types: ReadonlyMap<string, string>;
}

/** Row of a file of values that does not fit, and is set aside. */
export interface RejectedRow {
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** As it stands in the file, as far as it is held. */
  readonly text: Buffer;
  readonly isCut: boolean;
}

/** Statement of a script that nothing is known of. */
export interface DumpStatement {
  readonly file: string;
  readonly line: number;
  /** Schema of the dump that is the default one there. */
  readonly schema: string;
  readonly text: string;
  /** The statement between those that set and restore its settings. */
  readonly script: string;
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
  /** Set where its rows are known to be row versions of the past too, though no fact records it. */
  readonly hasHistory?: true;
  /** Set where the types of its columns were inferred from values before the dump was converted. */
  readonly hasInferredTypes?: true;
  /** Set where its rows come from a server and will be in no chunk. */
  readonly rowsToCome?: true;
  /** Triggers of the dump that fire for its rows, which are loaded behind the objects, one after the other; absent for none. */
  readonly firesTriggers?: readonly string[];
  /** Set where such triggers fill it: nothing tells which rows it will have. */
  readonly isFilledByTriggers?: true | undefined;
  /** In key order, partition after partition. */
  readonly chunks: readonly DumpChunk[];
  /** From the recorded facts, else from the done marker. */
  readonly rows: number | null;
  /** Uncompressed, as the dump holds its rows: those of a script have the length of their text. */
  readonly bytes: number | null;
  /** Set where it is known that its rows are not in the order of the primary key, so that pages are split for them. */
  readonly disorder?: RowDisorder;
}

export interface RowDisorder {
  /** Share of the rows that come directly behind a larger key. */
  readonly share: number;
  /** Key by which they can be sorted as the server would; null where only the server knows the order. */
  readonly key: readonly EngineSortColumn[] | null;
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

/** A part of a table whose rows the dumping tool has summed: all of them, those of a partition, or a range of either. */
export interface RecordedPart {
  readonly partition: string | null;
  /** Condition of a WHERE, in SQL; null for all rows. */
  readonly condition: string | null;
  readonly rows: number;
  /** In capital hexadecimal digits. */
  readonly checksum: string;
}

/** Checksum of a table's rows that the dumping tool took at its source. */
export type RecordedChecksum =
  | {
      /** MySQL Shell's: the hashes of all rows, joined by XOR. */
      readonly kind: 'hashed';
      /** Length of the hash, as SHA2() takes it. */
      readonly bits: number;
      readonly columns: readonly string[];
      /** Columns that may be NULL. */
      readonly nullColumns: readonly string[];
      readonly parts: readonly RecordedPart[];
    }
  | {
      /** That of CHECKSUM TABLE, in digits. */
      readonly kind: 'check-table';
      readonly value: string;
    }
  /** None, though the tool has summed the others. */
  | { readonly kind: 'absent' }
  /** Recorded in a form that Sluice does not know. */
  | { readonly kind: 'unknown-form'; readonly version: string };

/** Returns the checksum of a table; null where none was to be taken. */
export type ChecksumOf = (table: Pick<DumpTable, 'schema' | 'dumpedName'>) => RecordedChecksum | null;

export interface RecordedChecksums {
  readonly tool: 'mysql-shell' | 'mydumper';
  readonly read: () => Promise<ChecksumOf>;
}

/** Returns whether rows of a table fire triggers of the dump. */
export function firesTriggers({ firesTriggers: fired = [] }: Pick<DumpTable, 'firesTriggers'>): boolean {
  return fired.length > 0;
}

/** Returns the dump as one whose tool took no checksums. */
export function withoutRecorded(dump: DumpFolder): DumpFolder {
  const rest: { -readonly [Key in keyof DumpFolder]: DumpFolder[Key] } = { ...dump };
  delete rest.recordedChecksums;
  return rest;
}

/** Returns whether a chunk holds rows that only a server can compute: nothing can be compared with them. */
export function isComputedByServer({ part }: Pick<DumpChunk, 'part'>): boolean {
  return part !== null && part.asWritten !== null;
}

/** A time zone as SQL, or that of the server which stores the values: nobody has named one. */
export type OtherZone = { readonly kind: 'named'; readonly zone: string } | { readonly kind: 'target' };

/** The time zone that a chunk's TIMESTAMP values are in; null for UTC. */
export function otherZoneOf({ settings }: Pick<DumpChunk, 'settings'>): OtherZone | null {
  const zone = settings.find(({ name }) => name === 'time_zone')?.value;
  if (zone === undefined) return null;
  return zone.startsWith('@@') ? { kind: 'target' } : { kind: 'named', zone };
}

/** Returns whether the dump is one of a table's rows, be there any or not. */
export function holdsRows({ chunks, rowsToCome }: Pick<DumpTable, 'chunks' | 'rowsToCome'>): boolean {
  return chunks.length > 0 || rowsToCome === true;
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

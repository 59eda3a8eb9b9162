import type { Failure } from '../../contract/failure';
import type { EngineDelimitedRange, EngineScriptRows } from '../../engine/scan/scans';
import type {
  EngineArchiveEntry,
  EngineChunkFile,
  EngineDelimitedPart,
  EngineFieldsPart,
  EngineJsonPart,
  EngineXmlPart,
} from '../../engine/chunk-files';
import type { TableDocument } from '../documents';
import type { WrittenAccount } from './accounts/accounts';
import type { ScriptSettings } from './settings';
import type { ScriptColumn, TableText } from './tables/table-text';

/** Rows of a script, one range of the bytes of a file. Their names are text, whatever bytes they are in the script. */
export interface ScriptRows extends EngineScriptRows {
  readonly file: ScriptFile;
  /** Settings at its place of the script. */
  readonly settings: ScriptSettings;
}

/** Rows of a file of values, one range of its bytes. */
export interface ValueRows extends EngineDelimitedRange {
  readonly file: ScriptFile;
  readonly charset: string;
  readonly isComputed: false;
  readonly columns: readonly string[];
  /** Time zone of the TIMESTAMP values; absent for UTC. */
  readonly timeZone?: string;
  /** Those of the columns that the engine's lines do not have as they are; all rows of a table have the same. */
  readonly decoders: TableDocument['options']['decodeColumns'];
}

export interface DelimitedRows extends ValueRows {
  readonly kind: 'delimited';
  readonly part: EngineDelimitedPart;
}

/** Rows that LOAD DATA would read. */
export interface FieldsRows extends ValueRows {
  readonly kind: 'fields';
  readonly part: EngineFieldsPart;
}

export interface JsonRows extends ValueRows {
  readonly kind: 'json';
  readonly part: EngineJsonPart;
}

export interface XmlRows extends ValueRows {
  readonly kind: 'xml';
  readonly part: EngineXmlPart;
}

/** Rows of a table, as any file may hold them. */
export type TableRows = ScriptRows | DelimitedRows | FieldsRows | JsonRows | XmlRows;

/** One file of statements, or of values. */
export interface ScriptFile {
  /** Tells it from the dump's other files; of one in an archive also its name there. */
  readonly name: string;
  /** Place of the file, or of its archive, within the dump's folder. */
  readonly path: string;
  readonly compression: EngineChunkFile['compression'];
  /** Null for a file of its own. */
  readonly entry: EngineArchiveEntry | null;
}

/** All that a script holds, in the order in which it stands there. */
export interface ScriptContent {
  readonly schemas: readonly ScriptSchema[];
  /** Statements that nothing is known of, and that work on the target's schemas alone. */
  readonly statements: readonly UnknownStatement[];
  /** Statements that create accounts or grant them something. */
  readonly accounts: readonly WrittenAccount[];
  /** Tables of the server's own schema that hold accounts as rows; absent for none. */
  readonly grantTables?: ScriptSchema | null;
  /** Set where names of schemas in its grants have no wildcards. */
  readonly hasPartialRevokes?: true;
  /** Reasons for not loading it. */
  readonly problems: readonly Failure[];
  /** Parts that a load leaves out or takes in another way, in sentences. */
  readonly remarks: readonly string[];
  /** Guesses that may be wrong, with the remedy. */
  readonly warnings?: readonly Failure[];
}

export interface UnknownStatement extends Omit<ScriptObject, 'kind' | 'name'> {
  readonly file: ScriptFile;
  readonly line: number;
  /** Schema that is the default one there. */
  readonly schema: string;
}

export interface ScriptSchema {
  readonly name: string;
  /** CREATE DATABASE as the script has it; null where it has none. */
  readonly create: string | null;
  readonly tables: readonly ScriptTable[];
  readonly views: readonly ScriptView[];
  /** Functions, procedures, packages and events. */
  readonly programs: readonly ScriptObject[];
  readonly sequences: readonly ScriptSequence[];
}

export interface ScriptTable {
  /** False for one that must be there: the script has only rows of it. */
  readonly isCreated: boolean;
  /** True where its statement is not as a server printed it, or another one has added to it. */
  readonly isReworded: boolean;
  readonly text: TableText;
  /** Empty where nothing is known of a table that must be there. */
  readonly columns: readonly ScriptColumn[];
  readonly rows: readonly TableRows[];
  readonly triggers: readonly ScriptObject[];
  /** Triggers that its rows fire, and whether such triggers fill it (see `DumpTable`). */
  readonly firesTriggers?: readonly string[];
  readonly isFilledByTriggers?: true;
}

export interface ScriptObject {
  /** In capitals, as in the statement's head: `PACKAGE BODY`. */
  readonly kind: string;
  readonly name: string;
  readonly definition: string;
  /** Settings at its place of the script. */
  readonly settings: ScriptSettings;
}

export interface ScriptView extends ScriptObject {
  /** Columns of its placeholder; empty where the script has none. */
  readonly columns: readonly string[];
}

export interface ScriptSequence {
  readonly name: string;
  readonly create: string;
  /** The statement that gives it its next value; null where the script has none. */
  readonly setValue: string | null;
}

/** Place of the items that follow. */
export interface ScriptPlace {
  readonly file: ScriptFile;
  /** Schema of objects before which the file names none. */
  readonly schema: string;
}

/** Line of a script by which its client reads another file. */
export interface ScriptInclude {
  readonly file: string;
  readonly line: number;
}

import type { Failure } from '../../contract/failure';
import type { EngineScriptRows } from '../../engine/addon';
import type { EngineChunkFile } from '../../engine/specs';
import type { ScriptSettings } from './settings';
import type { ScriptColumn, TableText } from './table-text';

/** Rows of a script, one range of the bytes of a file. */
export interface ScriptRows extends EngineScriptRows {
  readonly file: ScriptFile;
}

/** One file of statements. */
export interface ScriptFile {
  /** Within the dump's folder. */
  readonly name: string;
  readonly compression: EngineChunkFile['compression'];
}

/** All that a script holds, in the order in which it stands there. */
export interface ScriptContent {
  readonly schemas: readonly ScriptSchema[];
  /** Reasons for not loading it. */
  readonly problems: readonly Failure[];
  /** Parts that a load leaves out or takes in another way, in sentences. */
  readonly remarks: readonly string[];
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
  /** True where its statement is not as a server printed it, or another one has added to it. */
  readonly isReworded: boolean;
  readonly text: TableText;
  readonly columns: readonly ScriptColumn[];
  readonly rows: readonly ScriptRows[];
  readonly triggers: readonly ScriptObject[];
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

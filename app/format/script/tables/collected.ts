import type { ScriptObject, ScriptRows, ScriptSchema, ScriptSequence } from '../content';
import { inTableSpelling } from './row-columns';
import { columnsOf, type TableText } from './table-text';

/** A table that is being collected; rows and keys follow its definition. */
export interface CollectedTable {
  text: TableText;
  isReworded: boolean;
  readonly line: number;
  readonly rows: ScriptRows[];
  /** Number of unknown statements before its last rows. */
  statementsBefore: number;
  /** False where only its rows have come so far. */
  readonly isCreated: boolean;
  readonly triggers: ScriptObject[];
}

export interface CollectedSchema {
  readonly name: string;
  create: string | null;
  readonly tables: Map<string, CollectedTable>;
  readonly views: Map<string, ScriptObject>;
  /** Columns of the placeholders that stand for views until their definition comes. */
  readonly placeholders: Map<string, readonly string[]>;
  readonly programs: ScriptObject[];
  readonly sequences: Map<string, ScriptSequence>;
}

/** Pure. */
export function contentOf({
  name,
  create,
  tables,
  views,
  placeholders,
  programs,
  sequences,
}: CollectedSchema): ScriptSchema {
  return {
    name,
    create,
    tables: [...tables.values()].map(({ text, isReworded, isCreated, rows, triggers }) => {
      const columns = columnsOf(text);
      return { text, isReworded, isCreated, columns, rows: inTableSpelling(rows, columns), triggers };
    }),
    views: [...views.values()].map(({ kind, name: view, definition, settings }) => ({
      kind,
      name: view,
      definition,
      settings,
      columns: placeholders.get(view) ?? [],
    })),
    programs,
    sequences: [...sequences.values()],
  };
}

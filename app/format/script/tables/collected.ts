import type { ScriptObject, ScriptRows, ScriptSequence } from '../content';
import type { TableText } from './table-text';

/** A table that is being collected; rows and keys follow its definition. */
export interface CollectedTable {
  text: TableText;
  isReworded: boolean;
  readonly line: number;
  readonly rows: ScriptRows[];
  /** Number of unknown statements before its last rows. */
  statementsBefore: number;
  /** Number of its triggers before its first rows, and before its last ones. */
  triggersAtFirst: number;
  triggersBefore: number;
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

/** Trigger whose table is not created yet. */
export interface EarlyTrigger {
  readonly schema: CollectedSchema;
  readonly table: string;
  readonly trigger: ScriptObject;
  readonly line: number;
  readonly file: string;
}

/** A schema of which nothing has come but its name. Pure. */
export function emptySchema(name: string): CollectedSchema {
  return {
    ...{ name, create: null, programs: [] },
    ...{ tables: new Map(), views: new Map(), placeholders: new Map(), sequences: new Map() },
  };
}

/** The table of rows before which nothing has created it; it has none yet. Pure. */
export function tableOfRows({ table, line }: Pick<ScriptRows, 'table' | 'line'>): CollectedTable {
  const text = { name: table, elements: [], options: '' };
  return {
    ...{ text, line, isReworded: true, isCreated: false },
    ...{ rows: [], triggers: [], statementsBefore: 0, triggersAtFirst: 0, triggersBefore: 0 },
  };
}

/** The table of this name; that of another case where there is just one and none of its own. Pure. */
export function tableNamed({ tables }: CollectedSchema, name: string): CollectedTable | undefined {
  const own = tables.get(name);
  if (own !== undefined) return own;
  const [like, ...others] = [...tables].filter(([other]) => other.toLowerCase() === name.toLowerCase());
  return others.length === 0 ? like?.[1] : undefined;
}

/** Returns whether a script only fills tables of the schema, as one of mysqldump --no-create-info does. Pure. */
export function onlyFillsTables({ tables }: CollectedSchema): boolean {
  const all = [...tables.values()];
  return all.every(({ isCreated }) => !isCreated) && all.some(({ rows }) => rows.length > 0);
}

import type { DumpSummary, DumpSummarySchema } from '../../../app/contract/runs/dump-folder';
import {
  LOAD_DEFAULTS,
  type ExcludeRule,
  type IncludeRule,
  type LoadOptions,
  type LoadSelection,
} from '../../../app/contract/runs/options';
import { literalOf, patternOf } from '../../../app/contract/commands/pattern';
import { compileRules, type NameRule, type Rules } from '../objects/selection-rules';
import { objectKey } from '../objects/object-key';
import type { Tick } from '../objects/selection';
import { readRenames, renamedSchemas, type TableRenames, type TakenObjects } from '../objects/table-renames';

/** Objects of a dump to load, and their tables' new names. Immutable. */
export interface DumpSelection {
  /** Schemas that are left out whole, by name. */
  readonly leftSchemas: ReadonlySet<string>;
  /** Tables and views that are left out by themselves, by {@link objectKey}. */
  readonly leftObjects: ReadonlySet<string>;
  /** Rules of a set-up that ticks can't say. They stand as they are, and nothing can be ticked; null without any. */
  readonly rules: LoadRules | null;
  readonly renames: TableRenames;
}

interface LoadRules {
  readonly written: Pick<LoadSelection, 'include' | 'exclude'>;
  readonly compiled: Rules;
}

/** Everything, under its own name. */
export const EVERYTHING: DumpSelection = {
  leftSchemas: new Set(),
  leftObjects: new Set(),
  rules: null,
  renames: new Map(),
};

/** Restores the selection of an earlier load. */
export function dumpSelectionOf(
  summary: DumpSummary,
  { selection, tableRenames }: Pick<LoadOptions, 'selection' | 'tableRenames'>,
): DumpSelection {
  const renames = readRenames(tableRenames);
  const { include, exclude } = selection;
  if (!include.some(takesAll) || !exclude.every((rule) => isTick(rule, summary)))
    return { ...EVERYTHING, rules: readRules(selection), renames };
  const leftSchemas = new Set<string>();
  const leftObjects = new Set<string>();
  for (const rule of exclude) {
    const schema = literalOf(rule.schema) ?? '';
    if (rule.kind === 'schema') leftSchemas.add(schema);
    else leftObjects.add(objectKey(schema, literalOf(rule.name) ?? ''));
  }
  return { leftSchemas, leftObjects, rules: null, renames };
}

export function takesObject(
  { leftSchemas, leftObjects, rules }: DumpSelection,
  schema: string,
  name: string,
): boolean {
  if (rules !== null) return rules.compiled.takes(schema, name) && !rules.compiled.leaves(schema, name);
  return !leftSchemas.has(schema) && !leftObjects.has(objectKey(schema, name));
}

/** Tick state of a schema's tables and views; its routines and events follow the schema. */
export function schemaTick(dumpSelection: DumpSelection, schema: DumpSummarySchema): Tick {
  const names = namesOf(schema);
  const taken = names.filter((name) => takesObject(dumpSelection, schema.name, name)).length;
  if (dumpSelection.rules !== null) return taken === 0 ? 'none' : taken === names.length ? 'all' : 'some';
  if (dumpSelection.leftSchemas.has(schema.name)) return 'none';
  return taken === names.length ? 'all' : 'some';
}

/** A schema that is not taken whole becomes so; one that is is left out. */
export function toggleSchema(dumpSelection: DumpSelection, schema: DumpSummarySchema): DumpSelection {
  const leftSchemas = new Set(dumpSelection.leftSchemas);
  const leftObjects = new Set(dumpSelection.leftObjects);
  if (schemaTick(dumpSelection, schema) === 'all') leftSchemas.add(schema.name);
  else leftSchemas.delete(schema.name);
  for (const name of namesOf(schema)) leftObjects.delete(objectKey(schema.name, name));
  return { ...dumpSelection, leftSchemas, leftObjects };
}

/** Toggles an object; in a schema that was excluded whole it becomes the only one selected. */
export function toggleObject(
  dumpSelection: DumpSelection,
  schema: DumpSummarySchema,
  name: string,
): DumpSelection {
  const leftSchemas = new Set(dumpSelection.leftSchemas);
  const leftObjects = new Set(dumpSelection.leftObjects);
  const key = objectKey(schema.name, name);
  if (leftSchemas.delete(schema.name)) {
    for (const other of namesOf(schema)) leftObjects.add(objectKey(schema.name, other));
  }
  if (!leftObjects.delete(key)) leftObjects.add(key);
  return { ...dumpSelection, leftSchemas, leftObjects };
}

/** Figures of tables together; null where the dump records none for one of them. */
export interface TakenSum {
  readonly tables: number;
  readonly rows: number | null;
  readonly bytes: number | null;
  readonly chunks: number;
}

/** Sums up the selected tables of schemas. */
export function sumTaken(dumpSelection: DumpSelection, schemas: readonly DumpSummarySchema[]): TakenSum {
  const taken = schemas.flatMap((schema) =>
    schema.tables.filter(({ name }) => takesObject(dumpSelection, schema.name, name)),
  );
  return taken.reduce<TakenSum>(
    (sum, { rows, bytes, chunks }) => ({
      tables: sum.tables + 1,
      rows: sum.rows === null || rows === null ? null : sum.rows + rows,
      bytes: sum.bytes === null || bytes === null ? null : sum.bytes + bytes,
      chunks: sum.chunks + chunks,
    }),
    { tables: 0, rows: 0, bytes: 0, chunks: 0 },
  );
}

/** Selection to load; null where nothing is selected. */
export function loadSelectionOf(
  { leftSchemas, leftObjects, rules }: DumpSelection,
  summary: DumpSummary,
  content: LoadSelection['content'],
): LoadSelection | null {
  if (rules !== null) return { ...rules.written, content };
  if (summary.schemas.every(({ name }) => leftSchemas.has(name))) return null;
  const exclude = summary.schemas.flatMap((schema): ExcludeRule[] => {
    const pattern = patternOf(schema.name);
    if (leftSchemas.has(schema.name)) return [{ kind: 'schema', schema: pattern }];
    return namesOf(schema)
      .filter((name) => leftObjects.has(objectKey(schema.name, name)))
      .map((name) => ({ kind: 'table', schema: pattern, name: patternOf(name) }));
  });
  return { ...LOAD_DEFAULTS.selection, exclude, content };
}

/** Returns whether all of a dump is taken. */
export function isWhole({ leftSchemas, leftObjects, rules }: DumpSelection): boolean {
  return rules === null && leftSchemas.size + leftObjects.size === 0;
}

/** The tables and views that are taken of the schemas in which tables get other names. */
export function takenBesideRenames(
  dumpSelection: DumpSelection,
  { schemas }: DumpSummary,
): readonly TakenObjects[] {
  const renamed = renamedSchemas(dumpSelection.renames);
  return schemas
    .filter(({ name }) => renamed.has(name))
    .map((schema) => ({
      schema: schema.name,
      names: namesOf(schema).filter((name) => takesObject(dumpSelection, schema.name, name)),
    }));
}

function takesAll(rule: IncludeRule): boolean {
  return rule.kind === 'schema' && /^[%*]+$/.test(rule.schema);
}

/** Returns whether a rule leaves out just one schema, table or view of the dump, as a tick does. */
function isTick(rule: ExcludeRule, { schemas }: DumpSummary): boolean {
  const schema = schemas.find(({ name }) => name === literalOf(rule.schema));
  if (rule.kind === 'schema') return schema !== undefined;
  return (
    rule.kind === 'table' && schema !== undefined && namesOf(schema).includes(literalOf(rule.name) ?? '')
  );
}

function readRules({ include, exclude }: LoadSelection): LoadRules {
  return {
    written: { include, exclude },
    compiled: compileRules(include.filter(isNameRule), exclude.filter(isNameRule)),
  };
}

function isNameRule(rule: ExcludeRule): rule is NameRule {
  return rule.kind === 'schema' || rule.kind === 'table';
}

function namesOf({ tables, views }: DumpSummarySchema): readonly string[] {
  return [...tables.map(({ name }) => name), ...views];
}

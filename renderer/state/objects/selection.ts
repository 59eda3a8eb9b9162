import type { CatalogSchema, CatalogTable, CatalogTree } from '../../../app/contract/catalog';
import { selecting, type IncludeRule, type Selection } from '../../../app/contract/runs/options';
import { patternOf } from '../../../app/contract/commands/pattern';
import { NO_RULES, type Rules } from './selection-rules';

/** Ticked objects: per schema `all`, including objects created later, or the named tables and views. */
export type SelectedObjects = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

export type Tick = 'none' | 'some' | 'all';

export type TreeNode =
  | {
      readonly kind: 'schema';
      readonly key: string;
      readonly schema: CatalogSchema;
      readonly expanded: boolean;
    }
  | { readonly kind: 'table'; readonly key: string; readonly schema: string; readonly table: CatalogTable }
  | { readonly kind: 'view'; readonly key: string; readonly schema: string; readonly name: string };

/** The rows of the tree that show. A filter shows the tables whose name holds it, with their schemas. */
export function visibleNodes(
  tree: CatalogTree,
  expanded: ReadonlySet<string>,
  filter: string,
): readonly TreeNode[] {
  const wanted = filter.trim().toLowerCase();
  return tree.schemas.flatMap((schema) => schemaNodes(schema, expanded.has(schema.name), wanted));
}

function schemaNodes(schema: CatalogSchema, expanded: boolean, wanted: string): readonly TreeNode[] {
  const matches = (name: string): boolean => name.toLowerCase().includes(wanted);
  const tables = schema.tables.filter((table) => matches(table.name));
  const views = schema.views.filter(matches);
  if (wanted !== '' && tables.length === 0 && views.length === 0 && !matches(schema.name)) return [];
  const open = wanted === '' ? expanded : tables.length + views.length > 0;
  const head: TreeNode = { kind: 'schema', key: schema.name, schema, expanded: open };
  if (!open) return [head];
  return [
    head,
    ...tables.map((table): TreeNode => ({
      kind: 'table',
      key: `${schema.name}.${table.name}`,
      schema: schema.name,
      table,
    })),
    ...views.map((name): TreeNode => ({
      kind: 'view',
      key: `${schema.name}.${name}`,
      schema: schema.name,
      name,
    })),
  ];
}

/** Tick state of a schema's current objects; a schema selected whole is `all` unless a rule excludes some of it. */
export function schemaTick(selected: SelectedObjects, schema: CatalogSchema, rules: Rules = NO_RULES): Tick {
  const { name } = schema;
  const names = [...schema.tables.map((table) => table.name), ...schema.views];
  const taken = names.filter((object) => objectTick(selected, name, object, rules) === 'all').length;
  const isWhole = selected.get(name) === 'all' || rules.takesSchema(name);
  if (isWhole) return taken === names.length ? 'all' : 'some';
  return taken === 0 ? 'none' : 'some';
}

export function objectTick(
  selected: SelectedObjects,
  schema: string,
  name: string,
  rules: Rules = NO_RULES,
): Tick {
  if (rules.leaves(schema, name)) return 'none';
  const entry = selected.get(schema);
  return entry === 'all' || entry?.has(name) === true || rules.takes(schema, name) ? 'all' : 'none';
}

/** Effect of the rules on an object, regardless of ticks; null where none matches. */
export function ruleOn(node: TreeNode, rules: Rules): 'takes' | 'leaves' | null {
  if (node.kind === 'schema') return rules.takesSchema(node.schema.name) ? 'takes' : null;
  if (rules.leaves(node.schema, nameOf(node))) return 'leaves';
  return rules.takes(node.schema, nameOf(node)) ? 'takes' : null;
}

export function nameOf(node: Exclude<TreeNode, { kind: 'schema' }>): string {
  return node.kind === 'table' ? node.table.name : node.name;
}

/** Ticks or unticks a row: a schema that is not wholly ticked becomes so. */
export function toggleNode(selected: SelectedObjects, tree: CatalogTree, node: TreeNode): SelectedObjects {
  const next = new Map(selected);
  if (node.kind === 'schema') {
    if (selected.get(node.schema.name) === 'all') next.delete(node.schema.name);
    else next.set(node.schema.name, 'all');
    return next;
  }
  const names = namesOf(tree, node.schema);
  const name = nameOf(node);
  const entry = selected.get(node.schema);
  const chosen = new Set(entry === 'all' ? names : (entry ?? []));
  if (!chosen.delete(name)) chosen.add(name);
  if (chosen.size === 0) next.delete(node.schema);
  else next.set(node.schema, chosen.size === names.length ? 'all' : chosen);
  return next;
}

/** Ticks all that a filter shows: of a schema the tables and views that match, or all where none of them does. */
export function selectShown(selected: SelectedObjects, tree: CatalogTree, filter: string): SelectedObjects {
  const next = new Map(selected);
  const matching = new Map<string, string[]>();
  for (const node of visibleNodes(tree, new Set(), filter)) {
    if (node.kind === 'schema') matching.set(node.schema.name, []);
    else matching.get(node.schema)?.push(nameOf(node));
  }
  for (const [schema, names] of matching) {
    const entry = next.get(schema);
    if (entry === 'all') continue;
    const chosen = new Set([...(entry ?? []), ...names]);
    const isWhole = names.length === 0 || chosen.size === namesOf(tree, schema).length;
    next.set(schema, isWhole ? 'all' : chosen);
  }
  return next;
}

export interface SelectedSum {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Tables, rows and data bytes of what is ticked, as the statistics estimate them. */
export function sumSelected(
  selected: SelectedObjects,
  tree: Pick<CatalogTree, 'schemas'>,
  rules: Rules = NO_RULES,
): SelectedSum {
  let tables = 0;
  let rows = 0;
  let bytes = 0;
  for (const schema of tree.schemas) {
    for (const table of schema.tables) {
      if (objectTick(selected, schema.name, table.name, rules) === 'none') continue;
      tables += 1;
      rows += table.rows;
      bytes += table.dataBytes;
    }
  }
  return { tables, rows, bytes };
}

/** Counts the tables that each list of rules matches on the server now. */
export function countRules(
  tree: CatalogTree,
  rules: Rules,
): { readonly take: number; readonly leave: number } {
  const count = (isMeant: (schema: string, name: string) => boolean): number =>
    tree.schemas.reduce(
      (sum, { name, tables }) => sum + tables.filter((table) => isMeant(name, table.name)).length,
      0,
    );
  return {
    take: count((schema, name) => rules.takes(schema, name)),
    leave: count((schema, name) => rules.leaves(schema, name)),
  };
}

/** The rows that are wanted of tables, by `objectKey`. */
export type Conditions = ReadonlyMap<string, Selection['where'][number]>;

/** Selection to dump; null where nothing is selected. A condition on an unselected table is left out. */
export function selectionOf(
  selected: SelectedObjects,
  rules: Rules = NO_RULES,
  conditions: Conditions = new Map(),
): Selection | null {
  const include = [...[...selected].flatMap(([schema, entry]) => rulesOf(schema, entry)), ...rules.take];
  if (include.length === 0) return null;
  const where = [...conditions.values()].filter(
    ({ schema, table }) => objectTick(selected, schema, table, rules) === 'all',
  );
  return { ...selecting(include), exclude: [...rules.leave], where };
}

function rulesOf(name: string, entry: 'all' | ReadonlySet<string>): readonly IncludeRule[] {
  const schema = patternOf(name);
  if (entry === 'all') return [{ kind: 'schema', schema }];
  return [...entry].map((table) => ({ kind: 'table', schema, name: patternOf(table) }));
}

function namesOf(tree: CatalogTree, schema: string): readonly string[] {
  const found = tree.schemas.find((candidate) => candidate.name === schema);
  return found === undefined ? [] : [...found.tables.map((table) => table.name), ...found.views];
}

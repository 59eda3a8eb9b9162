import type { CatalogSchema, CatalogTable, CatalogTree } from '../../app/contract/catalog';
import { selecting, type IncludeRule, type Selection } from '../../app/contract/options';
import { patternOf } from '../../app/contract/pattern';

/** What is ticked: per schema either all of it, whatever it comes to hold, or the named tables and views. */
export type Picked = ReadonlyMap<string, 'all' | ReadonlySet<string>>;

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

export function schemaTick(picked: Picked, schema: string): Tick {
  const entry = picked.get(schema);
  if (entry === undefined) return 'none';
  return entry === 'all' ? 'all' : 'some';
}

export function objectTick(picked: Picked, schema: string, name: string): Tick {
  const entry = picked.get(schema);
  if (entry === undefined) return 'none';
  return entry === 'all' || entry.has(name) ? 'all' : 'none';
}

export function nodeTick(picked: Picked, node: TreeNode): Tick {
  if (node.kind === 'schema') return schemaTick(picked, node.schema.name);
  return objectTick(picked, node.schema, node.kind === 'table' ? node.table.name : node.name);
}

/** Ticks or unticks a row: a schema that is not wholly ticked becomes so. */
export function toggleNode(picked: Picked, tree: CatalogTree, node: TreeNode): Picked {
  const next = new Map(picked);
  if (node.kind === 'schema') {
    if (picked.get(node.schema.name) === 'all') next.delete(node.schema.name);
    else next.set(node.schema.name, 'all');
    return next;
  }
  const names = namesOf(tree, node.schema);
  const name = node.kind === 'table' ? node.table.name : node.name;
  const entry = picked.get(node.schema);
  const chosen = new Set(entry === 'all' ? names : (entry ?? []));
  if (!chosen.delete(name)) chosen.add(name);
  if (chosen.size === 0) next.delete(node.schema);
  else next.set(node.schema, chosen.size === names.length ? 'all' : chosen);
  return next;
}

export function pickAll(tree: CatalogTree): Picked {
  return new Map(tree.schemas.map((schema) => [schema.name, 'all'] as const));
}

export interface PickedSum {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
}

/** Tables, rows and data bytes of what is ticked, as the statistics estimate them. */
export function sumPicked(picked: Picked, tree: CatalogTree): PickedSum {
  let tables = 0;
  let rows = 0;
  let bytes = 0;
  for (const schema of tree.schemas) {
    for (const table of schema.tables) {
      if (objectTick(picked, schema.name, table.name) === 'none') continue;
      tables += 1;
      rows += table.rows;
      bytes += table.dataBytes;
    }
  }
  return { tables, rows, bytes };
}

/** What main is asked to dump; null where nothing is ticked. */
export function selectionOf(picked: Picked): Selection | null {
  if (picked.size === 0) return null;
  return selecting([...picked].flatMap(([schema, entry]) => rulesOf(schema, entry)));
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

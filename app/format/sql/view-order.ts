import { namesInView } from '../../catalog/objects/view-names';

/** A view to create, under the target's names. */
export interface ViewToCreate {
  readonly schema: string;
  readonly name: string;
  /** Text of SHOW CREATE VIEW: every name in backticks, no schema before those of its own. */
  readonly text: string;
}

/**
 * Groups views so that each comes after all that it depends on. What can't be ordered is one group: a word in a text
 * may be a column of the same name as a view, so views can seem to depend on each other, which none really does.
 */
export function viewsInOrder<View extends ViewToCreate>(
  views: readonly View[],
): readonly (readonly View[])[] {
  const byName = new Map<string, View[]>();
  for (const view of views) {
    const key = keyOf(view.schema, view.name);
    byName.set(key, [...(byName.get(key) ?? []), view]);
  }
  return stronglyConnected(views, (view) =>
    namesIn(view)
      .flatMap((key) => byName.get(key) ?? [])
      .filter((other) => other !== view),
  );
}

/** Views that are created one after another: of one schema in a known order, or a group of unknown order. */
export interface ViewRun<View> {
  readonly isOrdered: boolean;
  readonly views: readonly View[];
}

/** Joins neighbouring groups of one view each whose schemas are the same. */
export function viewRuns<View extends ViewToCreate>(
  groups: readonly (readonly View[])[],
): readonly ViewRun<View>[] {
  const runs: { readonly isOrdered: boolean; readonly views: View[] }[] = [];
  for (const group of groups) {
    const [view] = group;
    const last = runs[runs.length - 1];
    const isOrdered = group.length === 1;
    if (isOrdered && last?.isOrdered === true && last.views[0]?.schema === view?.schema)
      last.views.push(...group);
    else runs.push({ isOrdered, views: [...group] });
  }
  return runs;
}

/** Returns the ways in which a text may name tables: alone, with its schema, or with a column behind both. */
function namesIn({ schema, text }: ViewToCreate): readonly string[] {
  return namesInView(text).map(([first = '', second]) =>
    second === undefined ? keyOf(schema, first) : keyOf(first, second),
  );
}

/** Returns the key of a view's name: some servers fold names, so that one that differs in case alone may be meant. */
function keyOf(schema: string, name: string): string {
  return JSON.stringify([schema.toLowerCase(), name.toLowerCase()]);
}

/** Groups nodes by Tarjan's algorithm: each group comes after those that it needs. */
function stronglyConnected<Node>(
  nodes: readonly Node[],
  needs: (node: Node) => readonly Node[],
): readonly (readonly Node[])[] {
  const groups: (readonly Node[])[] = [];
  const lowest = new Map<Node, number>();
  const open: Node[] = [];
  const visit = (node: Node): number => {
    const own = lowest.size;
    lowest.set(node, own);
    const at = open.push(node) - 1;
    let low = own;
    for (const needed of needs(node)) {
      if (!lowest.has(needed)) low = Math.min(low, visit(needed));
      else if (open.includes(needed)) low = Math.min(low, lowest.get(needed) ?? own);
    }
    if (low === own) groups.push(open.splice(at));
    return low;
  };
  for (const node of nodes) if (!lowest.has(node)) visit(node);
  return groups;
}

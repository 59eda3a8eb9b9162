import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import type { CatalogTree } from '../../../app/contract/catalog';
import { classes } from '../../parts/classes';
import { FigureHeads } from '../../parts/grid/FigureHeads';
import list from '../../parts/grid/list.module.css';
import { HEAD_HEIGHT, useRows } from '../../parts/grid/use-rows';
import type { Rules } from '../../state/objects/selection-rules';
import { objectKey } from '../../state/objects/object-key';
import {
  nameOf,
  objectTick,
  selectShown,
  ruleOn,
  schemaTick,
  toggleNode,
  visibleNodes,
  type Conditions,
  type SelectedObjects,
  type Tick,
  type TreeNode,
} from '../../state/objects/selection';
import { text } from '../../text';
import styles from './ObjectTree.module.css';
import { ObjectTreeRow } from './ObjectTreeRow';

const ROW_HEIGHT = 24;
const PAGE = 12;

interface ObjectTreeProps {
  readonly tree: CatalogTree;
  readonly filter: string;
  readonly selected: SelectedObjects;
  readonly onSelected: (selected: SelectedObjects) => void;
  readonly rules: Rules;
  readonly conditions: Conditions;
  /** Asks which rows of a table are wanted. */
  readonly onCondition: (schema: string, table: string) => void;
}

/**
 * Schemas, tables and views with three-state checkboxes. The grid itself has the focus and names the active row,
 * so that only the rows in view need to exist.
 */
export function ObjectTree(props: ObjectTreeProps) {
  const { tree, filter, selected, onSelected, rules, conditions, onCondition } = props;
  const [expanded, setExpanded] = useState(() => firstExpanded(tree));
  const [active, setActive] = useState(0);
  const treeId = useId();
  // Walking 50,000 names takes longer than a frame: neither is done again for each row that scrolls by.
  const nodes = useMemo(() => visibleNodes(tree, expanded, filter), [tree, expanded, filter]);
  const schemaTicks = useMemo(
    () => new Map(tree.schemas.map((schema) => [schema.name, schemaTick(selected, schema, rules)])),
    [tree, selected, rules],
  );
  const tickOf = (node: TreeNode): Tick =>
    node.kind === 'schema'
      ? (schemaTicks.get(node.key) ?? 'none')
      : objectTick(selected, node.schema, nameOf(node), rules);
  const { scroller, visible, height: rowsHeight, reveal } = useRows(nodes.length, ROW_HEIGHT, HEAD_HEIGHT);
  const place = Math.min(active, nodes.length - 1);
  const rowId = (index: number): string => `${treeId}-${String(index)}`;

  const toggle = (node: TreeNode): void => {
    onSelected(toggleNode(selected, tree, node));
  };
  const open = (schema: string, isOpen: boolean): void => {
    const next = new Set(expanded);
    if (isOpen) next.add(schema);
    else next.delete(schema);
    setExpanded(next);
  };
  const go = (index: number): void => {
    const next = Math.max(0, Math.min(nodes.length - 1, index));
    setActive(next);
    reveal(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = nodes[place];
    if (node === undefined) return;
    const action = keyAction(event, node, place, nodes);
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'go') go(action.index);
    else if (action.kind === 'toggle') toggle(node);
    else if (action.kind === 'all') onSelected(selectShown(selected, tree, filter));
    else if (action.kind === 'condition') onCondition(action.schema, action.table);
    else open(action.schema, action.open);
  };

  return (
    <div
      className={list.scroller}
      ref={scroller}
      role="treegrid"
      aria-label={text.dump.tree}
      aria-multiselectable
      aria-rowcount={nodes.length + 1}
      aria-activedescendant={place >= 0 ? rowId(place) : undefined}
      tabIndex={0}
      data-testid="object-tree"
      onKeyDown={onKeyDown}
    >
      <div role="rowgroup" className={list.headGroup}>
        <FigureHeads
          name={text.dump.columnName}
          figures={[text.dump.columnRows, text.dump.columnData, text.dump.columnIndexes]}
          last={text.dump.columnEngine}
          className={classes(styles.row, styles.head)}
        />
      </div>
      <div role="rowgroup" className={list.sizer} style={{ height: rowsHeight }}>
        {visible.map((item) => {
          const node = nodes[item.index];
          if (node === undefined) return null;
          return (
            <ObjectTreeRow
              key={node.key}
              id={rowId(item.index)}
              index={item.index}
              top={item.start}
              node={node}
              tick={tickOf(node)}
              rule={ruleOn(node, rules)}
              condition={
                node.kind === 'table'
                  ? (conditions.get(objectKey(node.schema, node.table.name))?.condition ?? null)
                  : null
              }
              onCondition={onCondition}
              isActive={item.index === place}
              onToggle={() => {
                setActive(item.index);
                toggle(node);
              }}
              onActivate={() => {
                setActive(item.index);
              }}
              onOpen={open}
            />
          );
        })}
      </div>
      {nodes.length === 0 && <p className={list.none}>{text.dump.noMatch}</p>}
    </div>
  );
}

/** A server with few schemas shows their tables at once. */
function firstExpanded(tree: CatalogTree): ReadonlySet<string> {
  return new Set(tree.schemas.length <= 3 ? tree.schemas.map((schema) => schema.name) : []);
}

type KeyAction =
  | { readonly kind: 'go'; readonly index: number }
  | { readonly kind: 'toggle' }
  | { readonly kind: 'all' }
  | { readonly kind: 'condition'; readonly schema: string; readonly table: string }
  | { readonly kind: 'open'; readonly schema: string; readonly open: boolean };

/** Handles a key on a row of the tree, after the ARIA treegrid pattern. */
function keyAction(
  event: KeyboardEvent,
  node: TreeNode,
  place: number,
  nodes: readonly TreeNode[],
): KeyAction | null {
  const isOpen = node.kind === 'schema' && node.expanded;
  switch (event.key) {
    case 'ArrowDown':
      return { kind: 'go', index: place + 1 };
    case 'ArrowUp':
      return { kind: 'go', index: place - 1 };
    case 'PageDown':
      return { kind: 'go', index: place + PAGE };
    case 'PageUp':
      return { kind: 'go', index: place - PAGE };
    case 'Home':
      return { kind: 'go', index: 0 };
    case 'End':
      return { kind: 'go', index: nodes.length - 1 };
    case ' ':
    case 'Enter':
      return { kind: 'toggle' };
    case 'a':
      return event.ctrlKey || event.metaKey ? { kind: 'all' } : null;
    case 'w':
      return node.kind === 'table'
        ? { kind: 'condition', schema: node.schema, table: node.table.name }
        : null;
    case 'ArrowRight':
      if (node.kind !== 'schema') return null;
      return isOpen
        ? { kind: 'go', index: place + 1 }
        : { kind: 'open', schema: node.schema.name, open: true };
    case 'ArrowLeft':
      if (node.kind === 'schema') return { kind: 'open', schema: node.schema.name, open: false };
      return { kind: 'go', index: nodes.findIndex((other) => other.key === node.schema) };
    default:
      return null;
  }
}

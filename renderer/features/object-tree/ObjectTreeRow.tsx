import { Database, Eye, Filter, Table2 } from 'lucide-react';
import type { CatalogTable } from '../../../app/contract/catalog';
import cells from '../../parts/grid/cells.module.css';
import { Checkbox } from '../../parts/controls/Checkbox';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/display/Figure';
import list from '../../parts/grid/list.module.css';
import { Disclosure } from '../../parts/controls/Disclosure';
import type { ruleOn, Tick, TreeNode } from '../../state/objects/selection';
import { text } from '../../text';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import styles from './ObjectTree.module.css';

interface ObjectTreeRowProps {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly node: TreeNode;
  readonly tick: Tick;
  readonly rule: ReturnType<typeof ruleOn>;
  /** The rows that are wanted of a table; null for all. */
  readonly condition: string | null;
  readonly onCondition: (schema: string, table: string) => void;
  readonly isActive: boolean;
  readonly onToggle: () => void;
  readonly onActivate: () => void;
  readonly onOpen: (schema: string, open: boolean) => void;
}

export function ObjectTreeRow(props: ObjectTreeRowProps) {
  const { id, index, top, node, tick, rule, condition, isActive, onToggle, onActivate, onOpen } = props;
  const isSchema = node.kind === 'schema';
  return (
    <div
      id={id}
      role="row"
      aria-level={isSchema ? 1 : 2}
      aria-rowindex={index + 2}
      aria-selected={tick === 'all'}
      {...(isSchema ? { 'aria-expanded': node.expanded } : {})}
      className={classes(list.line, isActive && list.active, styles.row, styles.line)}
      style={{ transform: `translateY(${String(top)}px)` }}
      data-testid={`tree-row-${node.key}`}
      onClick={onActivate}
      onDoubleClick={() => {
        if (isSchema) onOpen(node.schema.name, !node.expanded);
        else onToggle();
      }}
    >
      <span role="gridcell" className={classes(styles.name, !isSchema && styles.child)}>
        {isSchema ? (
          <Disclosure
            label={text.load.expand(node.schema.name)}
            testId={`expand-${node.schema.name}`}
            open={node.expanded}
            tabIndex={-1}
            onToggle={() => {
              onOpen(node.schema.name, !node.expanded);
            }}
          />
        ) : (
          <span />
        )}
        <Checkbox
          tick={tick}
          label={text.dump.select(node.key)}
          testId={`tree-check-${node.key}`}
          tabIndex={-1}
          onToggle={onToggle}
        />
        <Glyph node={node} />
        <Label node={node} remarks={remarksOf(tick, rule, condition)} />
        {node.kind === 'table' && tick === 'all' && (
          <ConditionButton node={node} isSet={condition !== null} onCondition={props.onCondition} />
        )}
      </span>
      <Figures node={node} hasCondition={condition !== null && tick === 'all'} />
    </div>
  );
}

function remarksOf(
  tick: Tick,
  rule: ObjectTreeRowProps['rule'],
  condition: string | null,
): readonly string[] {
  return [
    ...(condition === null || tick !== 'all' ? [] : [text.dump.where(condition)]),
    ...(rule === null ? [] : [text.dump.byRule[rule]]),
  ];
}

interface ConditionButtonProps extends Pick<ObjectTreeRowProps, 'onCondition'> {
  readonly node: Extract<TreeNode, { kind: 'table' }>;
  readonly isSet: boolean;
}

function ConditionButton({ node, isSet, onCondition }: ConditionButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.condition}
      data-set={isSet}
      data-testid={`tree-where-${node.key}`}
      aria-label={text.dump.whereFor(node.key)}
      title={text.dump.whereFor(node.key)}
      onClick={() => {
        onCondition(node.schema, node.table.name);
      }}
    >
      <Filter size={12} aria-hidden />
    </button>
  );
}

function Glyph({ node }: { readonly node: TreeNode }) {
  const Icon = node.kind === 'schema' ? Database : node.kind === 'table' ? Table2 : Eye;
  return <Icon size={14} className={cells.glyph} aria-hidden />;
}

interface LabelProps {
  readonly node: TreeNode;
  readonly remarks: readonly string[];
}

function Label({ node, remarks }: LabelProps) {
  if (node.kind === 'schema') {
    const { schema } = node;
    const travels = text.dump.travels(schema.routines, schema.triggers, schema.events);
    const note = [travels, ...remarks].filter((part) => part !== '').join(' · ');
    return (
      <span className={cells.cut} title={titleOf(schema.name, note)}>
        <span className={styles.schema}>{schema.name}</span>
        {note !== '' && <span className={cells.note}>{note}</span>}
      </span>
    );
  }
  const kind =
    node.kind === 'view'
      ? text.dump.view
      : node.table.partitions > 0
        ? text.dump.partitions(node.table.partitions)
        : '';
  const note = [kind, ...remarks].filter((part) => part !== '').join(' · ');
  const name = node.kind === 'view' ? node.name : node.table.name;
  return (
    <span className={cells.cut} title={titleOf(name, note)}>
      {name}
      {note !== '' && <span className={cells.note}>{note}</span>}
    </span>
  );
}

/** All of a label, however much of it there is room for. */
const titleOf = (name: string, note: string): string => (note === '' ? name : `${name}: ${note}`);

interface FiguresProps {
  readonly node: TreeNode;
  /** Then the figures are more than what is taken. */
  readonly hasCondition: boolean;
}

function Figures({ node, hasCondition }: FiguresProps) {
  if (node.kind === 'view') return <NoFigures />;
  const sums = node.kind === 'table' ? node.table : sumTables(node.schema.tables);
  const rows = formatCount(sums.rows);
  return (
    <>
      {hasCondition ? (
        <span role="gridcell" className={cells.figure} title={text.dump.atMostTip}>
          {text.dump.atMost(rows)}
        </span>
      ) : (
        <span role="gridcell" className={cells.figure}>
          {rows}
        </span>
      )}
      <span role="gridcell" className={cells.figure}>
        <Figure quantity={bytesQuantity(sums.dataBytes)} />
      </span>
      <span role="gridcell" className={cells.figure}>
        <Figure quantity={bytesQuantity(sums.indexBytes)} />
      </span>
      <span role="gridcell" className={styles.engine}>
        {node.kind === 'table' ? node.table.engine : ''}
      </span>
    </>
  );
}

function NoFigures() {
  return (
    <>
      <span role="gridcell" />
      <span role="gridcell" />
      <span role="gridcell" />
      <span role="gridcell" />
    </>
  );
}

function sumTables(tables: readonly CatalogTable[]): Pick<CatalogTable, 'rows' | 'dataBytes' | 'indexBytes'> {
  return tables.reduce(
    (sum, table) => ({
      rows: sum.rows + table.rows,
      dataBytes: sum.dataBytes + table.dataBytes,
      indexBytes: sum.indexBytes + table.indexBytes,
    }),
    { rows: 0, dataBytes: 0, indexBytes: 0 },
  );
}

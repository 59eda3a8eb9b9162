import { useId, useState, type KeyboardEvent } from 'react';
import type { DumpSummary, DumpSummarySchema } from '../../../app/contract/dump-folder';
import { classes } from '../../parts/classes';
import { rowOfKey } from '../../parts/row-key';
import { useRows } from '../../parts/use-rows';
import { objectKey, toggleObject, toggleSchema } from '../../state/load-picks';
import { text } from '../../text';
import { ContentsRow, type ContentsChoices, type ContentsLine } from './ContentsRow';
import styles from './DumpContents.module.css';

const ROW_HEIGHT = 28;

interface DumpContentsProps extends ContentsChoices {
  readonly summary: DumpSummary;
}

/**
 * The schemas of a dump and their tables: what of them is taken, and the names that they get in the target. The
 * arrow keys move along the rows and Space ticks one; Tab goes through the controls of that row alone.
 */
export function DumpContents(props: DumpContentsProps) {
  const { summary, picks, onPicks } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState(0);
  const gridId = useId();
  const lines = summary.schemas.flatMap((schema) => linesOf(schema, !closed.has(schema.name)));
  const { scroller, visible, height, reveal } = useRows(lines.length, ROW_HEIGHT);
  const toggle = (schema: string): void => {
    const next = new Set(closed);
    if (!next.delete(schema)) next.add(schema);
    setClosed(next);
  };
  const tick = (line: ContentsLine): void => {
    if (picks.rules !== null) return;
    onPicks(
      line.kind === 'schema' ? toggleSchema(picks, line.schema) : toggleObject(picks, line.schema, line.name),
    );
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const row = rowOfKey(event.key, active, lines.length);
    const line = lines[active];
    if (row !== null) {
      setActive(row);
      reveal(row);
    } else if (event.key === ' ' && line !== undefined) {
      tick(line);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div
      className={styles.contents}
      role="grid"
      aria-label={text.load.contents}
      aria-rowcount={lines.length + 1}
      aria-activedescendant={`${gridId}-${String(active)}`}
      tabIndex={0}
      data-testid="load-contents"
      onKeyDown={onKeyDown}
    >
      <Heads />
      <div className={styles.scroller} ref={scroller} role="rowgroup">
        <div className={styles.sizer} style={{ height }} role="presentation">
          {visible.map(({ index, start }) => {
            const line = lines[index];
            if (line === undefined) return null;
            return (
              <ContentsRow
                key={line.key}
                {...props}
                id={`${gridId}-${String(index)}`}
                line={line}
                place={index}
                top={start}
                isActive={index === active}
                onTick={() => {
                  tick(line);
                }}
                onToggle={toggle}
                onActive={() => {
                  setActive(index);
                }}
              />
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Heads() {
  const figures = [text.load.columnRows, text.load.columnSize, text.load.columnChunks];
  return (
    <div role="rowgroup">
      <div role="row" className={classes(styles.row, styles.head)}>
        <span role="columnheader">{text.load.columnSchema}</span>
        {figures.map((figure) => (
          <span key={figure} role="columnheader" className={styles.number}>
            {figure}
          </span>
        ))}
        <span role="columnheader">{text.load.columnTarget}</span>
      </div>
    </div>
  );
}

function linesOf(schema: DumpSummarySchema, open: boolean): readonly ContentsLine[] {
  const head: ContentsLine = { kind: 'schema', key: schema.name, schema, open };
  if (!open) return [head];
  return [
    head,
    ...schema.tables.map((table): ContentsLine => ({
      kind: 'table',
      key: objectKey(schema.name, table.name),
      schema,
      table,
      name: table.name,
    })),
    ...schema.views.map((name): ContentsLine => ({
      kind: 'view',
      key: objectKey(schema.name, name),
      schema,
      name,
    })),
  ];
}

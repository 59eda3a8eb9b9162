import { useState } from 'react';
import type { DumpSummary, DumpSummarySchema } from '../../../app/contract/dump-folder';
import { ActiveRows } from '../../parts/ActiveRows';
import cells from '../../parts/cells.module.css';
import { classes } from '../../parts/classes';
import list from '../../parts/list.module.css';
import { toggleObject, toggleSchema } from '../../state/load-picks';
import { objectKey } from '../../state/object-key';
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
  const lines = summary.schemas.flatMap((schema) => linesOf(schema, !closed.has(schema.name)));
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
  return (
    <ActiveRows
      label={text.load.contents}
      testId="load-contents"
      heads={<Heads />}
      lines={lines}
      rowHeight={ROW_HEIGHT}
      onSpace={tick}
    >
      {(line, place) => (
        <ContentsRow
          key={line.key}
          {...props}
          line={line}
          place={place}
          onTick={() => {
            tick(line);
          }}
          onToggle={toggle}
        />
      )}
    </ActiveRows>
  );
}

function Heads() {
  const figures = [text.load.columnRows, text.load.columnSize, text.load.columnChunks];
  return (
    <div role="row" className={classes(list.head, styles.row)}>
      <span role="columnheader">{text.load.columnSchema}</span>
      {figures.map((figure) => (
        <span key={figure} role="columnheader" className={cells.figure}>
          {figure}
        </span>
      ))}
      <span role="columnheader">{text.load.columnTarget}</span>
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

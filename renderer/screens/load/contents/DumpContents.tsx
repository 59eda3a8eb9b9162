import { useState } from 'react';
import type { DumpSummary, DumpSummarySchema } from '../../../../app/contract/runs/dump-folder';
import { ActiveRows } from '../../../parts/grid/ActiveRows';
import { FigureHeads } from '../../../parts/grid/FigureHeads';
import { toggleObject, toggleSchema } from '../../../state/load/dump-selection';
import { objectKey } from '../../../state/objects/object-key';
import { toggled } from '../../../state/objects/toggled';
import { text } from '../../../text';
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
  const { summary, dumpSelection, onDumpSelection } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const lines = summary.schemas.flatMap((schema) => linesOf(schema, !closed.has(schema.name)));
  const toggle = (schema: string): void => {
    setClosed(toggled(closed, schema));
  };
  const tick = (line: ContentsLine): void => {
    if (dumpSelection.rules !== null) return;
    onDumpSelection(
      line.kind === 'schema'
        ? toggleSchema(dumpSelection, line.schema)
        : toggleObject(dumpSelection, line.schema, line.name),
    );
  };
  return (
    <ActiveRows
      label={text.load.contents}
      testId="load-contents"
      heads={
        <FigureHeads
          name={text.load.columnSchema}
          figures={[text.load.columnRows, text.load.columnSize, text.load.columnChunks]}
          last={text.load.columnTarget}
          className={styles.row}
        />
      }
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

import { useState } from 'react';
import { ChevronRight, Database, Eye, Table2 } from 'lucide-react';
import type { DumpSummary, DumpSummarySchema, DumpSummaryTable } from '../../../app/contract/dump-folder';
import { Button } from '../../parts/Button';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { useRows } from '../../parts/use-rows';
import type { RenameProblem } from '../../state/rename';
import { text } from '../../text';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import styles from './DumpContents.module.css';
import { RenameCell } from './RenameCell';

const ROW_HEIGHT = 28;

interface DumpContentsProps {
  readonly summary: DumpSummary;
  readonly names: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, RenameProblem>>;
  readonly existing: ReadonlySet<string>;
  readonly onName: (schema: string, name: string) => void;
  readonly onFirstRows: (schema: string, table: string) => void;
}

type Line =
  | {
      readonly kind: 'schema';
      readonly key: string;
      readonly schema: DumpSummarySchema;
      readonly open: boolean;
    }
  | {
      readonly kind: 'table';
      readonly key: string;
      readonly schema: string;
      readonly table: DumpSummaryTable;
    }
  | { readonly kind: 'view'; readonly key: string; readonly name: string };

/** The schemas of a dump with the names they get in the target, and their tables. */
export function DumpContents(props: DumpContentsProps) {
  const { summary, names, problems, existing, onName, onFirstRows } = props;
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const lines = summary.schemas.flatMap((schema) => linesOf(schema, !closed.has(schema.name)));
  const { scroller, visible, height: rowsHeight } = useRows(lines.length, ROW_HEIGHT);
  const toggle = (schema: string): void => {
    const next = new Set(closed);
    if (!next.delete(schema)) next.add(schema);
    setClosed(next);
  };
  return (
    <div
      className={styles.contents}
      role="table"
      aria-label={text.load.contents}
      aria-rowcount={lines.length + 1}
    >
      <div role="rowgroup">
        <div role="row" className={classes(styles.row, styles.head)}>
          <span role="columnheader">{text.load.columnSchema}</span>
          <span role="columnheader" className={styles.number}>
            {text.load.columnRows}
          </span>
          <span role="columnheader" className={styles.number}>
            {text.load.columnSize}
          </span>
          <span role="columnheader" className={styles.number}>
            {text.load.columnChunks}
          </span>
          <span role="columnheader">{text.load.columnTarget}</span>
        </div>
      </div>
      <div className={styles.scroller} ref={scroller} role="rowgroup" tabIndex={0}>
        <div className={styles.sizer} style={{ height: rowsHeight }} role="presentation">
          {visible.map((item) => {
            const line = lines[item.index];
            if (line === undefined) return null;
            return (
              <div
                key={line.key}
                role="row"
                className={classes(styles.row, styles.line, line.kind === 'schema' && styles.schema)}
                style={{ transform: `translateY(${String(item.start)}px)` }}
              >
                <NameCell line={line} onToggle={toggle} />
                <FigureCells line={line} />
                {line.kind === 'schema' ? (
                  <RenameCell
                    schema={line.schema.name}
                    name={names[line.schema.name] ?? line.schema.name}
                    problem={problems[line.schema.name] ?? null}
                    existing={existing}
                    onName={onName}
                  />
                ) : (
                  <span role="cell">
                    {line.kind === 'table' && line.table.chunks > 0 && (
                      <Button
                        look="quiet"
                        className={styles.peek}
                        aria-label={text.load.firstRowsOf(line.table.name)}
                        data-testid={`load-first-rows-${line.key}`}
                        onClick={() => {
                          onFirstRows(line.schema, line.table.name);
                        }}
                      >
                        {text.load.firstRows}
                      </Button>
                    )}
                  </span>
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function NameCell({ line, onToggle }: { readonly line: Line; readonly onToggle: (schema: string) => void }) {
  if (line.kind !== 'schema') {
    const Icon = line.kind === 'table' ? Table2 : Eye;
    return (
      <span role="cell" className={classes(styles.name, styles.table)}>
        <Icon size={14} className={styles.glyph} aria-hidden />
        <span className={styles.label}>{line.kind === 'table' ? line.table.name : line.name}</span>
      </span>
    );
  }
  const { schema, open } = line;
  const note = text.load.tablesAndViews(schema.tables.length, schema.views.length);
  const more = text.dump.travels(schema.routines, schema.triggers, schema.events);
  return (
    <span role="cell" className={styles.name}>
      <button
        type="button"
        className={styles.twist}
        data-open={open}
        aria-expanded={open}
        aria-label={text.load.expand(schema.name)}
        onClick={() => {
          onToggle(schema.name);
        }}
      >
        <ChevronRight size={14} aria-hidden />
      </button>
      <Database size={14} className={styles.glyph} aria-hidden />
      <span className={styles.label}>
        {schema.name}
        <span className={styles.note}>{more === '' ? note : `${note}, ${more}`}</span>
      </span>
    </span>
  );
}

function FigureCells({ line }: { readonly line: Line }) {
  const figures = line.kind === 'schema' ? sumOf(line.schema) : line.kind === 'table' ? line.table : null;
  return (
    <>
      <span role="cell" className={styles.number}>
        {figures !== null && (figures.rows === null ? text.load.unknown : formatCount(figures.rows))}
      </span>
      <span role="cell" className={styles.number}>
        {figures !== null &&
          (figures.bytes === null ? text.load.unknown : <Figure quantity={bytesQuantity(figures.bytes)} />)}
      </span>
      <span role="cell" className={styles.number}>
        {figures !== null && formatCount(figures.chunks)}
      </span>
    </>
  );
}

function linesOf(schema: DumpSummarySchema, open: boolean): readonly Line[] {
  const head: Line = { kind: 'schema', key: schema.name, schema, open };
  if (!open) return [head];
  return [
    head,
    ...schema.tables.map((table): Line => ({
      kind: 'table',
      key: `${schema.name}.${table.name}`,
      schema: schema.name,
      table,
    })),
    ...schema.views.map((name): Line => ({ kind: 'view', key: `${schema.name}.${name}`, name })),
  ];
}

function sumOf(schema: DumpSummarySchema): Pick<DumpSummaryTable, 'rows' | 'bytes' | 'chunks'> {
  return schema.tables.reduce<Pick<DumpSummaryTable, 'rows' | 'bytes' | 'chunks'>>(
    (sum, table) => ({
      rows: sum.rows === null || table.rows === null ? null : sum.rows + table.rows,
      bytes: sum.bytes === null || table.bytes === null ? null : sum.bytes + table.bytes,
      chunks: sum.chunks + table.chunks,
    }),
    { rows: 0, bytes: 0, chunks: 0 },
  );
}

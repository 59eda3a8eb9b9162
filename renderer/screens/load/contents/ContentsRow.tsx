import { Database, Eye, Table2 } from 'lucide-react';
import type { DumpSummarySchema, DumpSummaryTable } from '../../../../app/contract/runs/dump-folder';
import { bytesQuantity, formatCount, type Quantity } from '../../../../app/contract/quantities';
import type { RowPlace } from '../../../parts/grid/ActiveRows';
import { Button } from '../../../parts/controls/Button';
import cells from '../../../parts/grid/cells.module.css';
import { Checkbox } from '../../../parts/controls/Checkbox';
import { classes } from '../../../parts/classes';
import { Figure } from '../../../parts/display/Figure';
import { RenameSchema } from '../../../features/rename/RenameSchema';
import { RenameTable } from '../../../features/rename/RenameTable';
import { Disclosure } from '../../../parts/controls/Disclosure';
import { Unknown } from '../../../parts/display/Unknown';
import { schemaTick, sumTaken, takesObject, type DumpSelection } from '../../../state/load/dump-selection';
import { objectKey } from '../../../state/objects/object-key';
import type { RenameProblem } from '../../../state/objects/rename';
import { newNameOf, withRename } from '../../../state/objects/table-renames';
import { text } from '../../../text';
import styles from './DumpContents.module.css';

/** A row of a dump's contents. */
export type ContentsLine =
  | {
      readonly kind: 'schema';
      readonly key: string;
      readonly schema: DumpSummarySchema;
      readonly open: boolean;
    }
  | {
      readonly kind: 'table';
      readonly key: string;
      readonly schema: DumpSummarySchema;
      readonly table: DumpSummaryTable;
      readonly name: string;
    }
  | {
      readonly kind: 'view';
      readonly key: string;
      readonly schema: DumpSummarySchema;
      readonly name: string;
    };

/** Selection and names of a dump's objects, and the change handlers. */
export interface ContentsChoices {
  readonly names: Readonly<Record<string, string>>;
  readonly problems: Readonly<Record<string, RenameProblem>>;
  readonly dumpSelection: DumpSelection;
  /** By `objectKey`. */
  readonly tableProblems: Readonly<Record<string, RenameProblem>>;
  readonly existing: ReadonlySet<string>;
  /** True if the dump's rows are still to come, in part. */
  readonly isBeingWritten: boolean;
  readonly onDumpSelection: (dumpSelection: DumpSelection) => void;
  readonly onName: (schema: string, name: string) => void;
  readonly onFirstRows: (schema: string, table: string) => void;
}

interface ContentsRowProps extends ContentsChoices {
  readonly line: ContentsLine;
  readonly place: RowPlace;
  readonly onTick: () => void;
  readonly onToggle: (schema: string) => void;
}

export function ContentsRow(props: ContentsRowProps) {
  const { line, place, dumpSelection } = props;
  const isTaken =
    line.kind === 'schema'
      ? schemaTick(dumpSelection, line.schema) !== 'none'
      : takesObject(dumpSelection, line.schema.name, line.name);
  return (
    <div
      {...place.attributes}
      data-taken={isTaken}
      className={classes(place.rowClass, styles.row, styles.line, line.kind === 'schema' && styles.schema)}
    >
      <NameCell {...props} />
      <FigureCells line={line} dumpSelection={dumpSelection} isBeingWritten={props.isBeingWritten} />
      {isTaken ? (
        <TargetCell {...props} />
      ) : (
        <span role="gridcell" className={styles.outcome}>
          {text.load.leftOut}
        </span>
      )}
    </div>
  );
}

function NameCell({ line, place: { tabIndex }, dumpSelection, onTick, onToggle }: ContentsRowProps) {
  const tick = <Tick line={line} dumpSelection={dumpSelection} tabIndex={tabIndex} onTick={onTick} />;
  if (line.kind !== 'schema') {
    const Icon = line.kind === 'table' ? Table2 : Eye;
    return (
      <span role="gridcell" className={classes(styles.name, styles.table)}>
        {tick}
        <Icon size={14} className={cells.glyph} aria-hidden />
        <span className={cells.cut} title={line.name}>
          {line.name}
          {line.kind === 'view' && <span className={cells.note}>{text.dump.view}</span>}
        </span>
      </span>
    );
  }
  const { schema, open } = line;
  const taken = sumTaken(dumpSelection, [schema]).tables;
  const note = text.load.tablesAndViews(taken, schema.tables.length, schema.views.length);
  const more = text.dump.travels(schema.routines, schema.triggers, schema.events);
  const holds = more === '' ? note : `${note}, ${more}`;
  return (
    <span role="gridcell" className={classes(styles.name, styles.schemaName)}>
      <Disclosure
        label={text.load.expand(schema.name)}
        testId={`expand-${schema.name}`}
        open={open}
        tabIndex={tabIndex}
        onToggle={() => {
          onToggle(schema.name);
        }}
      />
      {tick}
      <Database size={14} className={cells.glyph} aria-hidden />
      <span className={styles.label} title={`${schema.name}: ${holds}`}>
        <span className={classes(cells.cut, styles.schemaLabel)}>{schema.name}</span>
        {/* Parts without room go whole, with the mark before them. */}
        {holds.split(', ').map((part, index) => (
          <span key={part} className={styles.holds}>
            {index === 0 ? part : `· ${part}`}
          </span>
        ))}
      </span>
    </span>
  );
}

interface TickProps {
  readonly line: ContentsLine;
  readonly dumpSelection: DumpSelection;
  readonly tabIndex: number;
  readonly onTick: () => void;
}

/** Checkbox of a row; empty where saved rules make the selection. */
function Tick({ line, dumpSelection, tabIndex, onTick }: TickProps) {
  if (dumpSelection.rules !== null) return <span />;
  const { schema } = line;
  const isSchema = line.kind === 'schema';
  const isTaken = !isSchema && takesObject(dumpSelection, schema.name, line.name);
  return (
    <Checkbox
      tick={isSchema ? schemaTick(dumpSelection, schema) : isTaken ? 'all' : 'none'}
      label={text.load.take(isSchema ? schema.name : line.name)}
      testId={isSchema ? `load-take-${schema.name}` : `load-take-${schema.name}.${line.name}`}
      tabIndex={tabIndex}
      onToggle={onTick}
    />
  );
}

interface FigureCellsProps extends Pick<ContentsChoices, 'dumpSelection' | 'isBeingWritten'> {
  readonly line: ContentsLine;
}

/** Figures of a table, or of the selected part of a schema. */
function FigureCells({ line, dumpSelection, isBeingWritten }: FigureCellsProps) {
  const figures =
    line.kind === 'schema'
      ? sumTaken(dumpSelection, [line.schema])
      : line.kind === 'table'
        ? line.table
        : null;
  if (figures === null)
    return (
      <>
        <span role="gridcell" />
        <span role="gridcell" />
        <span role="gridcell" />
      </>
    );
  // A dump that is still being written knows only the source's statistics of a table without chunks.
  const tables = line.kind === 'schema' ? line.schema.tables : line.kind === 'table' ? [line.table] : [];
  const isEstimate = isBeingWritten && tables.some((table) => table.chunks === 0);
  const { rows, bytes, chunks } = figures;
  const title = isEstimate ? text.load.estimated : undefined;
  return (
    <>
      <span role="gridcell" className={cells.figure} title={title}>
        {rows === null ? <Unknown reason={text.load.notRecorded} /> : marked(formatCount(rows), isEstimate)}
      </span>
      <span role="gridcell" className={cells.figure} title={title}>
        {bytes === null ? (
          <Unknown reason={text.load.notRecorded} />
        ) : (
          <Figure quantity={markedBytes(bytes, isEstimate)} />
        )}
      </span>
      <span role="gridcell" className={cells.figure}>
        {formatCount(chunks)}
      </span>
    </>
  );
}

const marked = (figure: string, isEstimate: boolean): string =>
  isEstimate ? text.load.about(figure) : figure;

function markedBytes(bytes: number, isEstimate: boolean): Quantity {
  const { value, unit } = bytesQuantity(bytes);
  return { value: marked(value, isEstimate), unit };
}

/** The name in the target. A view keeps its own: it stands in its definition and in those of others. */
function TargetCell(props: ContentsRowProps) {
  const { line, place, names, problems, dumpSelection, tableProblems, existing } = props;
  const { onDumpSelection, onName, onFirstRows } = props;
  const { schema } = line;
  const { tabIndex } = place;
  if (line.kind === 'view') return <span role="gridcell" />;
  if (line.kind === 'schema')
    return (
      <RenameSchema
        schema={schema.name}
        name={names[schema.name] ?? schema.name}
        problem={problems[schema.name] ?? null}
        existing={existing}
        tabIndex={tabIndex}
        onName={onName}
      />
    );
  const testId = `${schema.name}.${line.name}`;
  return (
    <RenameTable
      testId={testId}
      table={line.name}
      name={newNameOf(dumpSelection.renames, schema.name, line.name)}
      problem={tableProblems[objectKey(schema.name, line.name)] ?? null}
      tabIndex={tabIndex}
      onName={(to) => {
        const renames = withRename(dumpSelection.renames, { schema: schema.name, table: line.name, to });
        onDumpSelection({ ...dumpSelection, renames });
      }}
    >
      {line.table.chunks > 0 && line.table.rows !== 0 && (
        <Button
          look="quiet"
          className={styles.peek}
          aria-label={text.load.firstRowsOf(line.name)}
          data-testid={`load-first-rows-${testId}`}
          tabIndex={tabIndex}
          onClick={() => {
            onFirstRows(schema.name, line.name);
          }}
        >
          {text.load.firstRows}
        </Button>
      )}
    </RenameTable>
  );
}

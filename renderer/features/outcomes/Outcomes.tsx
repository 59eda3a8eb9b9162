import { Fragment, useState, type ReactNode } from 'react';
import type { ComparedFigure, IndexComparison, TableOutcome } from '../../../app/contract/pages/inspection';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import { Button } from '../../parts/controls/Button';
import { Figure } from '../../parts/display/Figure';
import { Unknown } from '../../parts/display/Unknown';
import { keep, keyOf } from '../../state/pages/inspect';
import { inOrderPct, reasonFor } from '../../state/pages/figures';
import { showSubject } from '../../state/app/navigation';
import { beforeOf, largestFirst, skippedReasons } from '../../state/pages/outcome';
import { text } from '../../text';
import styles from './Outcomes.module.css';
import frame from '../result/ResultView.module.css';

interface OutcomesProps {
  readonly outcomes: readonly TableOutcome[];
  /** The saved connection to the target; without one there is nothing to open. */
  readonly profileId: string | null;
}

/** More would push what was verified out of sight; a list that scrolls within the page hides that there are more. */
const FIRST_TABLES = 4;

/** Page layout of the loaded tables after the load, and before it where known. */
export function Outcomes({ outcomes, profileId }: OutcomesProps) {
  const seen = largestFirst(outcomes.filter(({ after }) => after !== null));
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? seen : seen.slice(0, FIRST_TABLES);
  const coverage = onlyOne(seen.map(({ after }) => after?.coverage));
  const compared = new Set(seen.flatMap(({ comparedWith }) => (comparedWith === null ? [] : [comparedWith])));
  if (outcomes.length === 0) return null;
  return (
    <section className={frame.section} aria-label={text.result.tableOutcomes} data-testid="result-outcomes">
      <div className={frame.sectionHead}>
        <h2>{text.result.tableOutcomes}</h2>
        <span className={frame.tally}>
          {[
            ...[...compared].map((which) => text.result.comparedWith[which]),
            ...(coverage === undefined ? [] : [text.result.outcomeCoverage(coverage)]),
          ].join(' ')}
        </span>
      </div>
      {seen.length > 0 && (
        <div className={styles.holder} tabIndex={0} role="group" aria-label={text.result.tableOutcomes}>
          <table className={styles.table}>
            <Head withBefore={compared.size > 0} />
            <tbody>
              {shown.map((outcome) => (
                <TableRows
                  key={nameOf(outcome)}
                  outcome={outcome}
                  profileId={profileId}
                  withBefore={compared.size > 0}
                  withCoverage={coverage === undefined}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {seen.length > FIRST_TABLES && (
        <Button
          className={frame.more}
          aria-expanded={isWhole}
          data-testid="result-outcomes-all"
          onClick={() => {
            setWhole(!isWhole);
          }}
        >
          {isWhole ? text.result.firstOnly(FIRST_TABLES) : text.result.allOutcomes(seen.length)}
        </Button>
      )}
      {skippedReasons(outcomes).map(({ reason, tables }) => (
        <p key={reason} className={styles.skipped}>
          {text.result.outcomesSkipped(formatCount(tables), tables === 1, reason)}
        </p>
      ))}
    </section>
  );
}

/** Each figure, in the order of the columns: what it is called, and how it is written. */
const figures: readonly FigureColumn[] = [
  { figure: 'fillPct', label: text.result.outcomeFull, format: percent },
  { figure: 'outOfOrderPct', label: text.result.outcomeOrder, format: inOrder },
  { figure: 'leafPages', label: text.result.outcomeLeaves, format: formatCount },
  {
    figure: 'wastedBytes',
    label: text.result.outcomeWasted,
    format: (value) => <Figure quantity={bytesQuantity(value)} />,
  },
];

interface FigureColumn {
  readonly figure: ComparedFigure;
  readonly label: string;
  readonly format: (value: number) => ReactNode;
}

/** Whether the table has what was before beside each figure. */
interface WithBefore {
  readonly withBefore: boolean;
}

function Head({ withBefore }: WithBefore) {
  return (
    <thead>
      <tr>
        <th scope="col">{text.result.outcomeTable}</th>
        {figures.map(({ figure, label }) => (
          <Fragment key={figure}>
            <th scope="col">{label}</th>
            {withBefore && (
              <th scope="col" aria-label={text.result.outcomeBeforeOf(label)}>
                {text.result.outcomeBefore}
              </th>
            )}
          </Fragment>
        ))}
      </tr>
    </thead>
  );
}

function nameOf({ schema, table }: TableOutcome): string {
  return `${schema}.${table}`;
}

/** Text that all rows share; empty where they differ. */
function onlyOne(words: readonly (string | undefined)[]): string | undefined {
  return new Set(words).size === 1 ? words[0] : undefined;
}

interface TableRowsProps extends WithBefore {
  readonly outcome: TableOutcome;
  readonly withCoverage: boolean;
  readonly profileId: string | null;
}

function TableRows({ outcome, profileId, withBefore, withCoverage }: TableRowsProps) {
  const name = nameOf(outcome);
  const { after } = outcome;
  return (
    <Fragment>
      <tr className={styles.name} data-testid={`outcome-${name}`}>
        <th scope="rowgroup" colSpan={1 + figures.length * (withBefore ? 2 : 1)}>
          {profileId === null ? (
            name
          ) : (
            <button
              type="button"
              className={styles.open}
              aria-label={text.result.inspectTable(name)}
              data-testid={`outcome-open-${name}`}
              onClick={() => {
                open(profileId, outcome);
              }}
            >
              {name}
            </button>
          )}
          <span className={styles.source} title={[after?.source, ...(after?.notes ?? [])].join('\n')}>
            {withCoverage && after?.coverage}
          </span>
        </th>
      </tr>
      {outcome.indexes.map((index, at) => (
        <tr key={at}>
          <th scope="row">{labelOf(index)}</th>
          {figures.map((column) => (
            <Fragment key={column.figure}>
              <Now index={index} column={column} />
              {withBefore && <Before index={index} column={column} />}
            </Fragment>
          ))}
        </tr>
      ))}
    </Fragment>
  );
}

/** Opens the table's own view, with its state before the load beside it. */
function open(profileId: string, outcome: TableOutcome): void {
  const { schema, table } = outcome;
  const before = beforeOf(outcome);
  if (before !== null) {
    keep(keyOf(profileId, outcome), { from: 'opened', pictured: { inspection: before, pictures: [] } });
  }
  showSubject({ kind: 'table', profileId, schema, table });
}

function labelOf({ name, partition, after, before }: IndexComparison): string {
  const own = name ?? text.inspect.indexNumber(String(after?.indexId ?? before?.indexId ?? ''));
  return partition === undefined ? own : text.inspect.inPartition(own, partition);
}

interface CellProps {
  readonly index: IndexComparison;
  readonly column: FigureColumn;
}

function Now({ index: { after }, column: { figure, format } }: CellProps) {
  const value = after?.[figure] ?? null;
  if (value !== null) return <td>{format(value)}</td>;
  const reason = (after === null ? null : reasonFor(after, figure)) ?? text.result.outcomeNoReason;
  return (
    <td>
      <Unknown reason={text.result.outcomeUnknown(reason)} />
    </td>
  );
}

/** Nothing stands where the table was not there before, or has an index that it had not. */
function Before({ index: { before }, column: { figure, format } }: CellProps) {
  const value = before?.[figure] ?? null;
  return <td className={styles.before}>{value !== null && format(value)}</td>;
}

function percent(value: number): string {
  return text.result.percent(value.toFixed(1));
}

function inOrder(outOfOrder: number): string {
  return percent(inOrderPct(outOfOrder));
}

import { Fragment, type ReactNode } from 'react';
import type { ComparedFigure, IndexComparison, TableOutcome } from '../../../app/contract/inspection';
import { formatBytes, formatCount } from '../../../app/contract/quantities';
import { Unknown } from '../../parts/Unknown';
import { keep, keyOf } from '../../state/inspect';
import { reasonFor } from '../../state/inspect-figures';
import { showSubject } from '../../state/navigation';
import { beforeOf, skippedReasons } from '../../state/outcome';
import { text } from '../../text';
import styles from './Outcomes.module.css';
import frame from './ResultView.module.css';

interface OutcomesProps {
  readonly outcomes: readonly TableOutcome[];
  /** The saved connection to the target; without one there is nothing to open. */
  readonly profileId: string | null;
}

/** How full and how well in order the loaded tables are, with what they were before where that is known. */
export function Outcomes({ outcomes, profileId }: OutcomesProps) {
  const seen = outcomes.filter(({ after }) => after !== null);
  const compared = new Set(seen.flatMap(({ comparedWith }) => (comparedWith === null ? [] : [comparedWith])));
  if (outcomes.length === 0) return null;
  return (
    <section className={frame.section} aria-label={text.result.tableOutcomes} data-testid="result-outcomes">
      <div className={frame.sectionHead}>
        <h2>{text.result.tableOutcomes}</h2>
        <span className={frame.tally}>
          {[...compared].map((which) => text.result.comparedWith[which]).join(' ')}
        </span>
      </div>
      {seen.length > 0 && (
        <div className={styles.holder} tabIndex={0} role="group" aria-label={text.result.tableOutcomes}>
          <table className={styles.table}>
            <Head />
            <tbody>
              {seen.map((outcome) => (
                <TableRows key={nameOf(outcome)} outcome={outcome} profileId={profileId} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {skippedReasons(outcomes).map(({ reason, tables }) => (
        <p key={reason} className={styles.skipped}>
          {text.result.outcomesSkipped(formatCount(tables), tables === 1, reason)}
        </p>
      ))}
    </section>
  );
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">{text.result.outcomeTable}</th>
        <th scope="col">{text.result.outcomeFull}</th>
        <th scope="col">{text.result.outcomeOrder}</th>
        <th scope="col">{text.result.outcomeLeaves}</th>
        <th scope="col">{text.result.outcomeWasted}</th>
      </tr>
    </thead>
  );
}

function nameOf({ schema, table }: TableOutcome): string {
  return `${schema}.${table}`;
}

interface TableRowsProps {
  readonly outcome: TableOutcome;
  readonly profileId: string | null;
}

function TableRows({ outcome, profileId }: TableRowsProps) {
  const name = nameOf(outcome);
  const { after } = outcome;
  return (
    <Fragment>
      <tr className={styles.name} data-testid={`outcome-${name}`}>
        <th scope="rowgroup" colSpan={5}>
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
            {after?.coverage}
          </span>
        </th>
      </tr>
      {outcome.indexes.map((index, at) => (
        <tr key={at}>
          <th scope="row">{labelOf(index)}</th>
          <Cell index={index} figure="fillPct" format={percent} />
          <Cell index={index} figure="outOfOrderPct" format={inOrder} />
          <Cell index={index} figure="leafPages" format={formatCount} />
          <Cell index={index} figure="wastedBytes" format={formatBytes} />
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
  readonly figure: ComparedFigure;
  readonly format: (value: number) => string;
}

function Cell({ index: { before, after }, figure, format }: CellProps): ReactNode {
  const now = after?.[figure] ?? null;
  const was = before?.[figure] ?? null;
  const reason = (after === null ? null : reasonFor(after, figure)) ?? text.result.outcomeNoReason;
  return (
    <td>
      {now === null ? <Unknown reason={text.result.outcomeUnknown(reason)} /> : format(now)}
      {was !== null && <span className={styles.before}>{text.result.outcomeBefore(format(was))}</span>}
    </td>
  );
}

function percent(value: number): string {
  return text.result.percent(value.toFixed(1));
}

function inOrder(outOfOrder: number): string {
  return percent(100 - outOfOrder);
}

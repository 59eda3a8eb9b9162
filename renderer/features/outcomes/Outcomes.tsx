import { Fragment, useState } from 'react';
import type { TableOutcome } from '../../../app/contract/pages/inspection';
import { Button } from '../../parts/controls/Button';
import { keep, keyOf } from '../../state/pages/inspect';
import { showSubject } from '../../state/app/navigation';
import { beforeOf, largestFirst, skippedReasons } from '../../state/pages/outcome';
import { text } from '../../text';
import { figureColumns, IndexRow } from './IndexRow';
import styles from './Outcomes.module.css';
import frame from '../result/ResultView.module.css';

interface OutcomesProps {
  readonly outcomes: readonly TableOutcome[];
  /** The saved connection to the target; without one there is nothing to open. */
  readonly profileId: string | null;
  /** True while pages are still read. */
  readonly isReading: boolean;
}

/** More would push what was verified out of sight; a list that scrolls within the page hides that there are more. */
const FIRST_TABLES = 4;

/** Page layout of the loaded tables after the load, and before it where known. */
export function Outcomes({ outcomes, profileId, isReading }: OutcomesProps) {
  const seen = largestFirst(outcomes.filter(({ after }) => after !== null));
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? seen : seen.slice(0, FIRST_TABLES);
  const coverage = onlyOne(seen.map(({ after }) => after?.coverage));
  const compared = new Set(seen.flatMap(({ comparedWith }) => (comparedWith === null ? [] : [comparedWith])));
  const withBefore = compared.size > 0;
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
            <Head withBefore={withBefore} />
            <tbody>
              {shown.map((outcome) => (
                <TableRows
                  key={nameOf(outcome)}
                  outcome={outcome}
                  profileId={profileId}
                  withBefore={withBefore}
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
      {isReading && (
        <p className={styles.skipped} role="status" data-testid="result-reading-pages">
          {text.result.readingPages}
        </p>
      )}
      {skippedReasons(isReading ? [] : outcomes).map(({ reason, tables }) => (
        <p key={reason} className={styles.skipped}>
          {text.result.outcomesSkipped(tables, reason)}
        </p>
      ))}
    </section>
  );
}

interface WithBefore {
  readonly withBefore: boolean;
}

function Head({ withBefore }: WithBefore) {
  return (
    <thead>
      <tr>
        <th scope="col">{text.result.outcomeTable}</th>
        {figureColumns.map(({ figure, label }) => (
          <th key={figure} scope="col">
            {label}
          </th>
        ))}
        {withBefore && <th scope="col">{text.result.outcomeSince}</th>}
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
        <th scope="rowgroup" colSpan={1 + figureColumns.length + Number(withBefore)}>
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
        <IndexRow key={at} index={index} withBefore={withBefore} />
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

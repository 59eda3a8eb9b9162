import { useState } from 'react';
import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import type { Check, RunResult, TableVerdict } from '../../../app/contract/run';
import { Button } from '../../parts/Button';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/Figure';
import { useRows } from '../../parts/use-rows';
import { text } from '../../text';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import frame from './ResultView.module.css';
import styles from './Verdicts.module.css';
import { hasProblem, tallyChecks } from './verdict-tally';

const ROW_HEIGHT = 26;

const icons: Readonly<Record<Check['state'], LucideIcon>> = {
  ok: CircleCheck,
  failed: CircleX,
  'not-checked': CircleMinus,
};

/** What was compared and how it came out, table by table; and what was not compared. */
export function Verdicts({ result }: { readonly result: RunResult }) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const tally = tallyChecks(result);
  const total = tally.ok + tally.failed + tally.notChecked;
  const problems = result.verdicts.filter(hasProblem);
  const shown = onlyProblems ? problems : result.verdicts;
  return (
    <section className={frame.section} aria-label={text.result.verified}>
      <div className={frame.sectionHead}>
        <h2>{text.result.verified}</h2>
        <span className={frame.tally} data-testid="result-tally">
          {total === 0 && text.result.nothingVerified}
          {tally.ok > 0 && <span>{text.result.checksOk(formatCount(tally.ok), tally.ok === 1)}</span>}
          {tally.failed > 0 && (
            <span>{text.result.checksFailed(formatCount(tally.failed), tally.failed === 1)}</span>
          )}
          {tally.notChecked > 0 && (
            <span>{text.result.notVerified(formatCount(tally.notChecked), tally.notChecked === 1)}</span>
          )}
        </span>
        {problems.length > 0 && problems.length < result.verdicts.length && (
          <Button
            look="quiet"
            aria-pressed={onlyProblems}
            onClick={() => {
              setOnlyProblems(!onlyProblems);
            }}
          >
            {onlyProblems ? text.result.allTables : text.result.onlyProblems}
          </Button>
        )}
      </div>
      {result.checks.length > 0 && <RunChecks checks={result.checks} />}
      {shown.length > 0 && <VerdictTable verdicts={shown} />}
    </section>
  );
}

function RunChecks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={classes(styles.table, styles.list, styles.whole)} aria-label={text.result.wholeRun}>
      {checks.map((check, index) => {
        const Icon = icons[check.state];
        return (
          <li key={index} className={styles.runCheck} data-state={check.state}>
            <Icon size={14} aria-hidden />
            <span>{text.result.checkKinds[check.kind]}</span>
            <span className={styles.outcome}>{text.result.outcomes[check.kind][check.state]}</span>
            <span className={styles.detail}>{check.detail}</span>
          </li>
        );
      })}
    </ul>
  );
}

function VerdictTable({ verdicts }: { readonly verdicts: readonly TableVerdict[] }) {
  const { scroller, visible, height: rowsHeight } = useRows(verdicts.length, ROW_HEIGHT);
  return (
    <div
      className={styles.table}
      role="table"
      aria-label={text.result.verified}
      aria-rowcount={verdicts.length + 1}
      data-testid="result-verdicts"
    >
      <div role="rowgroup">
        <div role="row" className={classes(styles.row, styles.head)}>
          <span role="columnheader">{text.result.columnTable}</span>
          <span role="columnheader" className={styles.number}>
            {text.result.columnRows}
          </span>
          <span role="columnheader" className={styles.number}>
            {text.result.columnData}
          </span>
          <span role="columnheader">{text.result.columnChecks}</span>
        </div>
      </div>
      <div className={styles.scroller} ref={scroller} role="rowgroup" tabIndex={0}>
        <div className={styles.sizer} style={{ height: rowsHeight }} role="presentation">
          {visible.map((item) => {
            const verdict = verdicts[item.index];
            if (verdict === undefined) return null;
            return <VerdictRow key={item.index} verdict={verdict} top={item.start} />;
          })}
        </div>
      </div>
    </div>
  );
}

function VerdictRow({ verdict, top }: { readonly verdict: TableVerdict; readonly top: number }) {
  const name = `${verdict.schema}.${verdict.table}`;
  return (
    <div
      role="row"
      className={classes(styles.row, styles.line)}
      style={{ transform: `translateY(${String(top)}px)` }}
      data-testid={`verdict-row-${name}`}
    >
      <span role="cell" className={styles.name}>
        {name}
      </span>
      <span role="cell" className={styles.number}>
        {formatCount(verdict.rows)}
      </span>
      <span role="cell" className={styles.number}>
        <Figure quantity={bytesQuantity(verdict.bytes)} />
      </span>
      <span role="cell" className={styles.checks}>
        {verdict.checks.map((check) => {
          const Icon = icons[check.state];
          return (
            <span key={check.kind} className={styles.check} data-state={check.state} title={check.detail}>
              <Icon size={13} aria-hidden />
              {text.result.checkOutcome(check.kind, check.state)}
            </span>
          );
        })}
      </span>
    </div>
  );
}

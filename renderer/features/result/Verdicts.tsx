import { useState } from 'react';
import { CircleCheck, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';
import { objectsOf } from '../../../app/contract/runs/result';
import type { Check, ObjectVerdict, RunResult, TableVerdict } from '../../../app/contract/runs/result';
import { Button } from '../../parts/controls/Button';
import { classes } from '../../parts/classes';
import { Figure } from '../../parts/display/Figure';
import { TableName, TableNameCell } from '../table-name/TableName';
import { Unknown } from '../../parts/display/Unknown';
import { FigureCell, VirtualTable, type TableColumn } from '../../parts/grid/VirtualTable';
import { text } from '../../text';
import { bytesQuantity, formatCount } from '../../../app/contract/quantities';
import frame from './ResultView.module.css';
import styles from './Verdicts.module.css';
import { hasProblem, isUnread, problemsFirst, tallyChecks, tallyCounts } from './verdict-tally';

const ROW_HEIGHT = 26;

const icons: Readonly<Record<Check['state'], LucideIcon>> = {
  ok: CircleCheck,
  failed: CircleX,
  'not-checked': CircleMinus,
};

/** Verification results by table and object, including checks that were not run. */
export function Verdicts({ result }: { readonly result: RunResult }) {
  const [onlyProblems, setOnlyProblems] = useState(false);
  const tally = tallyChecks(result);
  const { counted, tables } = tallyCounts(result);
  const total = tally.ok + tally.failed + tally.notChecked;
  const all: readonly Verdict[] = [...result.verdicts, ...(objectsOf(result) ?? [])];
  const problems = all.filter(hasProblem);
  const shown = onlyProblems ? problems : all;
  return (
    <section className={frame.section} aria-label={text.result.verified}>
      <div className={frame.sectionHead}>
        <h2>{text.result.verified}</h2>
        <span className={frame.tally} data-testid="result-tally">
          {total === 0 && text.result.nothingVerified}
          {tally.ok > 0 && <span>{text.result.checksOk(tally.ok)}</span>}
          {tally.failed > 0 && <span>{text.result.checksFailed(tally.failed)}</span>}
          {tally.notChecked > 0 && <span>{text.result.notVerified(tally.notChecked)}</span>}
        </span>
        {problems.length > 0 && problems.length < all.length && (
          <Button
            aria-pressed={onlyProblems}
            onClick={() => {
              setOnlyProblems(!onlyProblems);
            }}
          >
            {onlyProblems ? text.result.allTables : text.result.onlyProblems}
          </Button>
        )}
      </div>
      {result.kind === 'dump' && counted < tables && (
        <p className={styles.why} data-testid="result-why-not-counted">
          {text.result.whyNotCounted(result.written !== undefined)}
        </p>
      )}
      {result.checks.length > 0 && <RunChecks checks={result.checks} />}
      {shown.length > 0 && <VerdictTable verdicts={shown} />}
    </section>
  );
}

function RunChecks({ checks }: { readonly checks: readonly Check[] }) {
  return (
    <ul className={classes(styles.frame, styles.list, styles.whole)} aria-label={text.result.wholeRun}>
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

const columns: readonly TableColumn[] = [
  { label: text.result.columnTable },
  { label: text.result.columnRows, isFigure: true },
  { label: text.result.columnData, isFigure: true },
  { label: text.result.columnChecks },
];

type Verdict = TableVerdict | ObjectVerdict;

function VerdictTable({ verdicts }: { readonly verdicts: readonly Verdict[] }) {
  return (
    <VirtualTable
      label={text.result.verified}
      testId="result-verdicts"
      columns={columns}
      className={classes(styles.frame, styles.table)}
      rowClass={styles.row}
      rowHeight={ROW_HEIGHT}
      rows={verdicts}
      rowTestId={rowTestId}
    >
      {(verdict) => (
        <>
          {'kind' in verdict ? <ObjectCells object={verdict} /> : <TableCells table={verdict} />}
          <span role="cell" className={styles.checks}>
            {problemsFirst(verdict.checks).map((check) => (
              <Outcome key={check.kind} check={check} />
            ))}
          </span>
        </>
      )}
    </VirtualTable>
  );
}

function rowTestId(verdict: Verdict): string {
  return 'kind' in verdict
    ? `verdict-object-${verdict.kind}-${verdict.schema}.${verdict.name}`
    : `verdict-row-${verdict.schema}.${verdict.table}`;
}

function TableCells({ table: verdict }: { readonly table: TableVerdict }) {
  const { schema, table, rows, bytes } = verdict;
  return (
    <>
      <TableNameCell schema={schema} table={table} />
      <FigureCell>{isUnread(verdict) ? <NotRead /> : formatCount(rows)}</FigureCell>
      <FigureCell>{isUnread(verdict) ? <NotRead /> : <Figure quantity={bytesQuantity(bytes)} />}</FigureCell>
    </>
  );
}

function NotRead() {
  return <Unknown reason={text.result.notRead} />;
}

/** It has neither rows nor data; what it is stands beside its name. */
function ObjectCells({ object: { schema, name, kind } }: { readonly object: ObjectVerdict }) {
  return (
    <>
      <span role="cell" className={styles.object}>
        <TableName schema={schema} table={name} />
        <span className={styles.kind}>{text.result.objectKinds[kind]}</span>
      </span>
      <FigureCell>{''}</FigureCell>
      <FigureCell>{''}</FigureCell>
    </>
  );
}

function Outcome({ check: { kind, state, detail } }: { readonly check: Check }) {
  const Icon = icons[state];
  return (
    <span className={styles.check} data-state={state} title={detail}>
      <Icon size={13} aria-hidden />
      {text.result.checkOutcome(kind, state)}
    </span>
  );
}

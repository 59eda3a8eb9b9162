import { CircleCheck, CircleX } from 'lucide-react';
import type { Profile } from '../../../../app/contract/connections/connection';
import type { LoadPlan, PlannedSchema } from '../../../../app/contract/runs/load-plan';
import { productOf } from '../../../../app/contract/product';
import { formatBytes, formatDuration } from '../../../../app/contract/quantities';
import { Notices } from '../../../features/failures/Notices';
import { LongList } from '../../../parts/grid/LongList';
import { text } from '../../../text';
import { PlanTables } from './PlanTables';
import styles from './PlanView.module.css';

/** More lines than that scroll. */
const FEW_LINES = 6;
/** Least height of a line in pixels. */
const LINE_HEIGHT = 18;

interface PlanViewProps {
  readonly plan: LoadPlan;
  readonly target: Profile;
}

/** A load's plan: the verdict first, then what is in its way, then what it would do. */
export function PlanView({ plan, target }: PlanViewProps) {
  const { conflicts, tables, steps } = plan;
  const isFree = conflicts.length === 0;
  return (
    <div className={styles.plan}>
      <p className={styles.verdict} data-free={isFree} data-testid="plan-verdict">
        {isFree ? <CircleCheck size={15} aria-hidden /> : <CircleX size={15} aria-hidden />}
        {isFree ? text.load.planFree : text.load.planRefused(conflicts.length)}
      </p>
      <Notices label={text.load.planConflicts} failures={conflicts} tone="failed" testId="plan-conflicts" />
      <dl className={styles.facts}>
        {factsOf(plan, target).map(([name, lines]) => (
          <div key={name}>
            <dt>{name}</dt>
            {lines.length <= FEW_LINES ? (
              lines.map((line) => <dd key={line}>{line}</dd>)
            ) : (
              <dd>
                <LongList label={name} items={lines} leastHeight={LINE_HEIGHT} className={styles.lines}>
                  {(line) => line}
                </LongList>
              </dd>
            )}
          </div>
        ))}
      </dl>
      <h3>{text.load.planTables}</h3>
      <PlanTables tables={tables} />
      <h3>{text.load.planSteps}</h3>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <Privileges plan={plan} />
    </div>
  );
}

function factsOf(plan: LoadPlan, target: Profile): readonly (readonly [string, readonly string[]])[] {
  const { totals, methodReason, replicationStart, stillToCome } = plan;
  const facts: readonly (readonly [string, readonly string[]])[] = [
    [
      text.load.planDump,
      [
        plan.source === null ? plan.tool : `${productOf(plan.source)} · ${plan.tool}`,
        ...(stillToCome === null ? [] : [text.load.planStillToCome(stillToCome)]),
      ],
    ],
    [text.load.target, [text.load.planTarget(target.name, productOf(plan.target), plan.threads)]],
    [text.load.planScope, [plan.scope]],
    [text.load.planSchemas, plan.schemas.map(schemaText)],
    [
      text.load.planTotals,
      [
        text.load.planSum(
          totals.rows,
          totals.bytes === null ? null : formatBytes(totals.bytes),
          formatBytes(totals.storedBytes),
        ),
      ],
    ],
    [
      text.load.indexes,
      totals.indexSeconds > 0 ? [text.load.planIndexes(formatDuration(totals.indexSeconds * 1000))] : [],
    ],
    [text.load.method, methodReason === null ? [] : [methodReason]],
    [text.load.binlog, plan.binlog === 'off' ? [text.load.planNoBinlog] : []],
    [text.load.speedUps, plan.speedUps],
    [text.load.gtid, plan.gtid === null ? [] : [plan.gtid]],
    [text.load.planChanges, plan.changes.map(({ chunk, message }) => text.load.planChange(chunk, message))],
    [text.load.planNotTried, plan.notTried === null ? [] : [plan.notTried]],
    [text.load.planReplication, replicationStart === null ? [] : [replicationStart]],
  ];
  return facts.filter(([, lines]) => lines.length > 0);
}

function schemaText({ source, target, exists, ...objects }: PlannedSchema): string {
  return text.load.planSchema(
    source === target ? source : text.load.planAs(source, target),
    exists ? text.load.planThere : text.load.planCreated,
    text.load.planObjects(objects),
  );
}

/** Statements to review before the load: other definers, and statements that create no object of the dump. */
function Privileges({ plan: { definers, otherStatements, accounts } }: { readonly plan: LoadPlan }) {
  return (
    <>
      {definers.length > 0 && (
        <PrivilegesList
          title={text.load.planDefiners}
          lines={definers.map(({ object, account, file }) => text.load.planDefiner(object, account, file))}
        />
      )}
      {otherStatements.length > 0 && (
        <PrivilegesList
          title={text.load.planStatements}
          lines={otherStatements.map(({ file, statement }) => `${file}: ${statement}`)}
        />
      )}
      {accounts.length > 0 && (
        <PrivilegesList title={text.load.accounts} lines={accounts.flatMap(text.load.planAccount)} />
      )}
    </>
  );
}

function PrivilegesList({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <>
      <h3>{title}</h3>
      <LongList label={title} items={lines} leastHeight={LINE_HEIGHT} className={styles.lines}>
        {(line) => line}
      </LongList>
    </>
  );
}

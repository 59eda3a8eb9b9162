import { CircleCheck, CircleX, RotateCw } from 'lucide-react';
import { migrationFixes, type MigrationFix, type MigrationPlan } from '../../../../app/contract/runs/migrate';
import { assertNever } from '../../../../app/contract/exhaustive';
import { Announce } from '../../../parts/notices/Announce';
import { Button } from '../../../parts/controls/Button';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { FailureNotice } from '../../../parts/notices/FailureNotice';
import { Empty } from '../../../parts/layout/Panel';
import { Group, Steps } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { countCauses, countFindings } from '../../../state/migrate/migration';
import type { Remote } from '../../../state/remote/remote';
import { text } from '../../../text';
import { Checking } from './Checking';
import { Findings } from './Findings';
import styles from '../Migrate.module.css';
import type { StepProps } from '../step-props';
import { StepButtons } from './StepButtons';
import type { Wizard } from '../use-migration';

/** Pre-check: conversions, warnings and blockers, found without changing either server. */
export function CheckStep({ wizard, onStep }: StepProps) {
  const { plan, choices, readAgain } = wizard;
  return (
    <Steps
      height="content"
      main={<Answer wizard={wizard} />}
      groups={
        <>
          <Group title={text.migrate.found}>
            <Verdict wizard={wizard} />
            {plan.kind === 'ready' && (
              <Button data-testid="migrate-check-again" onClick={readAgain}>
                <RotateCw size={13} aria-hidden />
                {text.migrate.checkAgain}
              </Button>
            )}
          </Group>
          <Group title={text.migrate.rules}>
            {migrationFixes.map((fix) => (
              <CheckLine
                key={fix}
                ticked={choices.fixes.includes(fix)}
                label={text.migrate.fixes[fix]}
                testId={`migrate-fix-${fix}`}
                onToggle={() => {
                  toggleFix(wizard, fix);
                }}
              />
            ))}
            <p className={stepStyles.under}>{text.migrate.rulesHint}</p>
          </Group>
        </>
      }
      start={<StepButtons step="check" wizard={wizard} onStep={onStep} />}
    />
  );
}

function toggleFix({ choices, choose }: Wizard, fix: MigrationFix): void {
  const { fixes } = choices;
  choose({ fixes: fixes.includes(fix) ? fixes.filter((other) => other !== fix) : [...fixes, fix] });
}

function Answer({ wizard }: { readonly wizard: Wizard }) {
  const { plan } = wizard;
  switch (plan.kind) {
    case 'absent':
    case 'loading':
      return (
        <div className={styles.center}>
          <Checking wizard={wizard} />
        </div>
      );
    case 'failed':
      return (
        <div className={styles.center}>
          <FailureNotice
            failure={plan.failure}
            tone="failed"
            action={<Button onClick={wizard.readAgain}>{text.common.tryAgain}</Button>}
          />
        </div>
      );
    case 'ready':
      if (plan.value.findings.length === 0)
        return (
          <div className={styles.center}>
            <Empty
              icon={<CircleCheck size={24} aria-hidden />}
              title={text.migrate.nothingFound}
              explain={text.migrate.clear}
            />
          </div>
        );
      return (
        <Findings
          findings={plan.value.findings}
          definitions={plan.value.definitions}
          onFix={(fix) => {
            toggleFix(wizard, fix);
          }}
        />
      );
    default:
      return assertNever(plan);
  }
}

/** Verdict on whether the migration could begin; told to screen readers when it changes. */
function Verdict({ wizard: { plan, isStopped } }: { readonly wizard: Wizard }) {
  const announced = isStopped ? text.migrate.stopped : announcedText(plan);
  const words = plan.kind === 'ready' ? announced : text.migrate.nothingYet;
  const isBlocked = plan.kind === 'ready' && countFindings(plan.value.findings).blocks > 0;
  return (
    <>
      <p className={styles.verdict} data-blocked={isBlocked} data-testid="migrate-verdict">
        {plan.kind === 'ready' &&
          (isBlocked ? <CircleX size={14} aria-hidden /> : <CircleCheck size={14} aria-hidden />)}
        {words}
      </p>
      <Announce>{announced}</Announce>
    </>
  );
}

function announcedText(plan: Remote<MigrationPlan>): string {
  if (plan.kind === 'failed') return plan.failure.message;
  if (plan.kind !== 'ready') return text.migrate.checking;
  const { causes, objects } = countCauses(plan.value.findings, 'blocks');
  return causes === 0 ? text.migrate.clear : text.migrate.blocked(causes, objects);
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Profile } from '../../../app/contract/connections/connection';
import { assertNever } from '../../../app/contract/exhaustive';
import type { RepeatedMigrateOptions } from '../../../app/contract/runs/migrate';
import type { MigrationStep } from '../../state/migrate/migration';
import { text } from '../../text';
import { CheckStep } from './steps/CheckStep';
import styles from './Migrate.module.css';
import { ObjectsStep } from './steps/ObjectsStep';
import { PlanStep } from './steps/PlanStep';
import { StepRail } from './steps/StepRail';
import { TargetStep } from './steps/TargetStep';
import type { StepProps } from './step-props';
import { useMigration } from './use-migration';

interface MigrateFormProps {
  readonly source: Profile | null;
  /** Options of a saved or an earlier migration; null for a new one. */
  readonly draft: RepeatedMigrateOptions | null;
}

/** A migration in the making, step by step. A change of source starts a new one. */
export function MigrateForm({ source, draft }: MigrateFormProps) {
  const [step, setStep] = useState<MigrationStep>('objects');
  const wizard = useMigration(source, draft, step);
  return (
    <div className={styles.wizard}>
      <StepRail step={step} open={wizard.open} onStep={setStep} />
      <StepBody key={step} step={step}>
        {contentOf(step, { wizard, onStep: setStep })}
      </StepBody>
    </div>
  );
}

function contentOf(step: MigrationStep, props: StepProps): ReactNode {
  switch (step) {
    case 'objects':
      return <ObjectsStep {...props} />;
    case 'target':
      return <TargetStep {...props} />;
    case 'check':
      return <CheckStep {...props} />;
    case 'plan':
      return <PlanStep {...props} />;
    default:
      return assertNever(step);
  }
}

interface StepBodyProps {
  readonly step: MigrationStep;
  readonly children: ReactNode;
}

/** The focus follows the user into a step, so that keyboard and screen reader go on where the content is. */
function StepBody({ step, children }: StepBodyProps) {
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first step opens with its screen, where the focus is the user's.
    if (step !== 'objects') body.current?.focus();
  }, [step]);
  return (
    <div
      className={styles.body}
      ref={body}
      role="group"
      tabIndex={-1}
      aria-label={text.migrate.step[step]}
      data-testid={`migrate-step-${step}`}
    >
      {children}
    </div>
  );
}

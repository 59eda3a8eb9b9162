import { Button } from '../../../parts/controls/Button';
import { OtherActions } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { migrationSteps, type MigrationStep } from '../../../state/migrate/migration';
import { text } from '../../../text';
import type { StepProps } from '../step-props';
import type { Wizard } from '../use-migration';

interface StepButtonsProps extends StepProps {
  readonly step: Exclude<MigrationStep, 'plan'>;
}

/** Buttons to the next step, once it is open, and back. */
export function StepButtons({ step, wizard, onStep }: StepButtonsProps) {
  const next = migrationSteps[migrationSteps.indexOf(step) + 1];
  const blocker = next === undefined || wizard.open[next] ? null : blockingReason(step, wizard);
  return (
    <>
      {blocker !== null && (
        <p className={stepStyles.sum} data-testid="migrate-why-not">
          {blocker}
        </p>
      )}
      {next !== undefined && (
        <Button
          look="primary"
          disabled={!wizard.open[next]}
          data-testid="migrate-next"
          onClick={() => {
            onStep(next);
          }}
        >
          {text.migrate.next[step]}
        </Button>
      )}
      <OtherActions>
        <BackButton step={step} onStep={onStep} />
      </OtherActions>
    </>
  );
}

/** Missing input before the next step opens; null where the screen says it already. */
function blockingReason(step: Exclude<MigrationStep, 'plan'>, wizard: Wizard): string | null {
  const { notYet } = text.migrate;
  if (step === 'objects') return null;
  if (step === 'check') return wizard.plan.kind === 'ready' ? notYet.blocked : null;
  const { target, sourceTree, targetTree, problems, tableProblems } = wizard;
  if (target === null) return notYet.target;
  if (sourceTree.kind === 'loading' || targetTree.kind === 'loading') return notYet.reading;
  if (Object.keys({ ...problems, ...tableProblems }).length > 0) return notYet.names;
  return wizard.guard !== null && wizard.confirmed !== wizard.guard.name ? notYet.confirm : null;
}

export function BackButton({ step, onStep }: Pick<StepProps, 'onStep'> & { readonly step: MigrationStep }) {
  const before = migrationSteps[migrationSteps.indexOf(step) - 1];
  if (before === undefined) return null;
  return (
    <Button
      data-testid="migrate-back"
      onClick={() => {
        onStep(before);
      }}
    >
      {text.migrate.back}
    </Button>
  );
}

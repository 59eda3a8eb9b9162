import { Button } from '../../parts/Button';
import { OtherActions } from '../../parts/Steps';
import { migrationSteps, type MigrationStep } from '../../state/migration';
import { text } from '../../text';
import type { StepProps } from './MigrateForm';

interface StepButtonsProps extends StepProps {
  readonly step: Exclude<MigrationStep, 'plan'>;
}

/** On to the next step as soon as it is open, and back to the one before. */
export function StepButtons({ step, wizard, onStep }: StepButtonsProps) {
  const next = migrationSteps[migrationSteps.indexOf(step) + 1];
  return (
    <>
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

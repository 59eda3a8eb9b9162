import { Check } from 'lucide-react';
import { migrationSteps, type MigrationStep } from '../../../state/migrate/migration';
import { text } from '../../../text';
import styles from '../Migrate.module.css';

interface StepRailProps {
  readonly step: MigrationStep;
  readonly open: Readonly<Record<MigrationStep, boolean>>;
  readonly onStep: (step: MigrationStep) => void;
}

/** The steps in their order; one that is open can be gone to directly. */
export function StepRail({ step, open, onStep }: StepRailProps) {
  const at = migrationSteps.indexOf(step);
  return (
    <ol className={styles.rail} aria-label={text.migrate.steps}>
      {migrationSteps.map((other, index) => (
        <li key={other}>
          <button
            type="button"
            className={styles.station}
            aria-current={other === step ? 'step' : undefined}
            disabled={!open[other]}
            data-testid={`migrate-rail-${other}`}
            onClick={() => {
              onStep(other);
            }}
          >
            <span className={styles.place} data-done={index < at}>
              {index < at ? <Check size={12} aria-label={text.migrate.done} /> : index + 1}
            </span>
            {text.migrate.step[other]}
          </button>
        </li>
      ))}
    </ol>
  );
}

import type { MigrationStep } from '../../state/migrate/migration';
import type { Wizard } from './use-migration';

/** Properties of each step: the wizard's state and the navigation. */
export interface StepProps {
  readonly wizard: Wizard;
  readonly onStep: (step: MigrationStep) => void;
}

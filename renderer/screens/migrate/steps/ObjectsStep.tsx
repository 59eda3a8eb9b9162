import { consistencies, DUMP_DEFAULTS, type DumpOptions } from '../../../../app/contract/runs/options';
import { formatBytes } from '../../../../app/contract/quantities';
import { Field } from '../../../parts/controls/Field';
import { Select } from '../../../parts/controls/Select';
import { Group, Steps } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { NO_RULES } from '../../../state/objects/selection-rules';
import { hasRest } from '../../../state/migrate/migration';
import { showMigrateFrom, useNavigation } from '../../../state/app/navigation';
import { countRules, sumSelected } from '../../../state/objects/selection';
import { text } from '../../../text';
import { Consistency } from '../../../features/consistency/Consistency';
import { ObjectSelection } from '../../../features/object-tree/ObjectSelection';
import { SelectionRules } from '../../../features/object-tree/SelectionRules';
import type { StepProps } from '../step-props';
import { StepButtons } from './StepButtons';
import type { Wizard } from '../use-migration';

/** Source and objects of the migration. */
export function ObjectsStep({ wizard, onStep }: StepProps) {
  const { source, sourceTree, taken, take, rules, choices, choose, readAgain } = wizard;
  const shown = rules ?? NO_RULES;
  return (
    <Steps
      main={
        <ObjectSelection
          profile={source}
          tree={sourceTree}
          selected={taken.selected}
          onSelected={(selected) => {
            take({ ...taken, selected });
          }}
          rules={shown}
          conditions={taken.conditions}
          onConditions={(conditions) => {
            take({ ...taken, conditions });
          }}
          onReload={readAgain}
          onSource={showMigrateFrom}
          onLeave={() => {
            useNavigation.setState({ migrateSourceId: null });
          }}
          sourceTestId="migrate-source"
        />
      }
      groups={
        <>
          <SelectionRules
            texts={taken.rules}
            onTexts={(texts) => {
              take({ ...taken, rules: texts });
            }}
            counts={sourceTree.kind === 'ready' ? countRules(sourceTree.value, shown) : null}
          />
          {hasRest(taken.rest) && (
            <Group title={text.migrate.rest}>
              <p className={stepStyles.under}>{text.migrate.restExplain}</p>
            </Group>
          )}
          <Group title={text.dump.consistency}>
            <Field label={text.dump.mode}>
              {(ids) => (
                <Select
                  {...ids}
                  testId="migrate-mode"
                  value={choices.consistency}
                  options={consistencies.map((value) => ({ value, text: text.dump.modes[value] }))}
                  onValue={(value) => {
                    const consistency = consistencies.find((mode) => mode === value);
                    if (consistency !== undefined) choose({ consistency });
                  }}
                />
              )}
            </Field>
            <Consistency profile={source} options={readingOptions(wizard)} />
          </Group>
        </>
      }
      start={
        <>
          <p className={stepStyles.sum}>{sumText(wizard)}</p>
          <StepButtons step="objects" wizard={wizard} onStep={onStep} />
        </>
      }
    />
  );
}

/** The source is read as a dump reads it. */
function readingOptions({ selection, choices }: Wizard): DumpOptions | null {
  if (selection === null) return null;
  return {
    ...DUMP_DEFAULTS,
    selection: { ...selection, content: 'everything', users: [], excludeUsers: [] },
    consistency: choices.consistency,
    threads: choices.threads,
  };
}

function sumText({ selection, sourceTree, taken, rules }: Wizard): string {
  if (selection === null || sourceTree.kind !== 'ready') return text.dump.nothingSelected;
  const sum = sumSelected(taken.selected, sourceTree.value, rules ?? NO_RULES);
  return text.dump.selected(text.dump.tables(sum.tables), formatBytes(sum.bytes));
}

import { Field, TextInput } from '../../parts/controls/Field';
import { Group } from '../../parts/layout/Steps';
import stepStyles from '../../parts/layout/Steps.module.css';
import { parseRules, type RuleTexts } from '../../state/objects/selection-rules';
import { text } from '../../text';

interface SelectionRulesProps {
  readonly texts: RuleTexts;
  readonly onTexts: (texts: RuleTexts) => void;
  /** Number of tables that each list matches on the server now; null where unknown. */
  readonly counts: Readonly<Record<keyof RuleTexts, number>> | null;
}

const placeholders = { take: text.dump.takePlaceholder, leave: text.dump.leavePlaceholder } as const;

/** Patterns beside the ticks. Their effect shows in the tree while they are typed. */
export function SelectionRules({ texts, onTexts, counts }: SelectionRulesProps) {
  return (
    <Group title={text.dump.rules}>
      {(['take', 'leave'] as const).map((list) => {
        const isWrong = parseRules(texts[list]) === null;
        return (
          <Field
            key={list}
            label={text.dump[list]}
            problem={isWrong ? text.dump.ruleProblem : undefined}
            hint={
              texts[list].trim() === '' || counts === null ? undefined : text.dump.ruleTables(counts[list])
            }
          >
            {(ids) => (
              <TextInput
                {...ids}
                data-testid={`dump-rule-${list}`}
                placeholder={placeholders[list]}
                value={texts[list]}
                aria-invalid={isWrong}
                onChange={(event) => {
                  onTexts({ ...texts, [list]: event.target.value });
                }}
              />
            )}
          </Field>
        );
      })}
      <p className={stepStyles.under}>{text.dump.rulesHint}</p>
    </Group>
  );
}

import { loadFixes, type LoadFix } from '../../../../app/contract/runs/options';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { Group } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { text } from '../../../text';

interface ConversionRulesProps {
  readonly chosen: readonly LoadFix[];
  readonly onChosen: (chosen: LoadFix[]) => void;
}

/** Rules that change definitions which the target refuses as they are. */
export function ConversionRules({ chosen, onChosen }: ConversionRulesProps) {
  return (
    <Group title={text.load.rules}>
      <p className={stepStyles.under}>{text.load.rulesExplain}</p>
      {loadFixes.map((fix) => (
        <CheckLine
          key={fix}
          ticked={chosen.includes(fix)}
          label={text.load.ruleNames[fix]}
          testId={`load-rule-${fix}`}
          onToggle={() => {
            onChosen(loadFixes.filter((other) => chosen.includes(other) !== (other === fix)));
          }}
        />
      ))}
    </Group>
  );
}

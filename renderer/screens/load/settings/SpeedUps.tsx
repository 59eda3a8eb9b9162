import { speedUps, type SpeedUp } from '../../../../app/contract/runs/options';
import { Caution } from '../../../parts/notices/Caution';
import { CheckLine } from '../../../parts/controls/CheckLine';
import { Group } from '../../../parts/layout/Steps';
import stepStyles from '../../../parts/layout/Steps.module.css';
import { text } from '../../../text';

interface SpeedUpsProps {
  readonly chosen: readonly SpeedUp[];
  readonly onChosen: (chosen: SpeedUp[]) => void;
}

/** Unsafe speed-ups of the target; the risk of each is shown once it is chosen. */
export function SpeedUps({ chosen, onChosen }: SpeedUpsProps) {
  return (
    <Group title={text.load.speedUps}>
      <p className={stepStyles.under}>{text.load.speedUpsExplain}</p>
      {speedUps.map((speedUp) => {
        const ticked = chosen.includes(speedUp);
        return (
          <div key={speedUp}>
            <CheckLine
              ticked={ticked}
              label={text.load.speedUpNames[speedUp]}
              testId={`load-speed-up-${speedUp}`}
              onToggle={() => {
                onChosen(speedUps.filter((other) => chosen.includes(other) !== (other === speedUp)));
              }}
            />
            {ticked && <Caution>{text.load.speedUpRisks[speedUp]}</Caution>}
          </div>
        );
      })}
    </Group>
  );
}

import { formatDuration, formatPercent } from '../../../app/contract/quantities';
import { tellingTimes, type StageTime, type RunStage } from '../../../app/contract/runs/stages';
import { text } from '../../text';
import styles from './StageTimes.module.css';

type Hue = 'slate' | 'blue' | 'teal' | 'green' | 'amber' | 'violet';

/** Neighbours differ in hue; the rows themselves have the colour of the app. */
const HUES: Readonly<Record<RunStage, Hue>> = {
  connect: 'slate',
  preflight: 'blue',
  lock: 'amber',
  snapshot: 'green',
  definitions: 'violet',
  data: 'teal',
  waiting: 'slate',
  constraints: 'violet',
  objects: 'amber',
  verify: 'green',
  finish: 'slate',
};

interface Piece {
  readonly name: string;
  readonly seconds: number;
  readonly hue: Hue | 'other';
}

/** The times of a run's stages as one bar, with a list that says the same in words. */
export function StageTimes({ stages }: { readonly stages: readonly StageTime[] }) {
  const pieces = piecesOf(stages);
  const total = pieces.reduce((sum, { seconds }) => sum + seconds, 0);
  if (total === 0) return null;
  return (
    <section className={styles.times} aria-label={text.result.stageTimes} data-testid="result-stage-times">
      <h2>{text.result.stageTimes}</h2>
      <div className={styles.bar} aria-hidden>
        {pieces.map(({ name, seconds, hue }) => (
          <span
            key={name}
            className={styles.piece}
            data-hue={hue}
            style={{ flexGrow: seconds }}
            title={`${name}: ${formatDuration(seconds * 1000)}`}
          />
        ))}
      </div>
      <ul className={styles.legend}>
        {pieces.map(({ name, seconds, hue }) => (
          <li key={name}>
            <span className={styles.swatch} data-hue={hue} aria-hidden />
            <span>{name}</span>
            <span className={styles.figure}>{formatDuration(seconds * 1000)}</span>
            <span className={styles.share}>{formatPercent(seconds / total)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function piecesOf(stages: readonly StageTime[]): readonly Piece[] {
  const { named, otherSeconds } = tellingTimes(stages);
  const other: Piece = { name: text.result.otherStages, seconds: otherSeconds, hue: 'other' };
  return [
    ...named.map(({ stage, seconds }) => ({ name: text.run.stages[stage], seconds, hue: HUES[stage] })),
    ...(otherSeconds > 0 ? [other] : []),
  ];
}

import { tellingTimes, type RunStage, type StageTime } from '../../../app/contract/runs/stages';
import { text } from '../../text';

export type Hue = 'slate' | 'blue' | 'teal' | 'green' | 'amber' | 'violet' | 'other';

/** A piece of the bar of a run's time. */
export interface Piece {
  readonly name: string;
  readonly seconds: number;
  /** Share of the whole run, 0 to 1. */
  readonly share: number;
  /** Another one than its neighbours'. */
  readonly hue: Hue;
}

/** The rows themselves have the colour of the app. */
const HUES: Readonly<Record<RunStage, Hue>> = {
  connect: 'slate',
  preflight: 'blue',
  lock: 'amber',
  snapshot: 'green',
  definitions: 'violet',
  data: 'teal',
  waiting: 'amber',
  constraints: 'blue',
  objects: 'amber',
  verify: 'green',
  finish: 'slate',
};

/** Instead of a hue that the piece before has. */
const OTHER_HUES: Readonly<Record<Hue, Hue>> = {
  slate: 'violet',
  blue: 'amber',
  teal: 'blue',
  green: 'slate',
  amber: 'blue',
  violet: 'amber',
  other: 'slate',
};

/** Returns the pieces of a run's time, in the order of its stages. Pure. */
export function stagePieces(stages: readonly StageTime[]): readonly Piece[] {
  const { named, otherSeconds } = tellingTimes(stages);
  const total = named.reduce((sum, { seconds }) => sum + seconds, otherSeconds);
  const pieces: Piece[] = [];
  for (const { stage, seconds } of named) {
    const before = pieces[pieces.length - 1]?.hue;
    const hue = HUES[stage] === before ? OTHER_HUES[before] : HUES[stage];
    pieces.push({ name: text.run.stages[stage], seconds, share: seconds / total, hue });
  }
  if (otherSeconds === 0) return pieces;
  const rest = { name: text.result.otherStages, seconds: otherSeconds, share: otherSeconds / total };
  return [...pieces, { ...rest, hue: 'other' }];
}

/** The stages of a run in their order; a kind of run passes through some of them. */
export type RunStage =
  | 'connect'
  | 'preflight'
  | 'lock'
  | 'snapshot'
  | 'definitions'
  | 'data'
  /** A load that follows a dump has loaded all rows written so far. */
  | 'waiting'
  | 'constraints'
  | 'objects'
  | 'verify'
  | 'finish';

/** Words for the stages of a run, for the catalogues of both faces. */
export const runStages: Readonly<Record<RunStage, string>> = {
  connect: 'Connect',
  preflight: 'Preflight',
  lock: 'Lock',
  snapshot: 'Snapshot',
  definitions: 'Definitions',
  data: 'Data',
  waiting: 'Waiting for the dump',
  constraints: 'Foreign keys',
  objects: 'Views, routines',
  verify: 'Verify',
  finish: 'Finish',
};

/** Time that a run spent in a stage. */
export interface StageTime {
  readonly stage: RunStage;
  readonly seconds: number;
}

/** The stages worth naming, in their order, and the seconds of all others; they add up to the run's. */
export interface TellingTimes {
  readonly named: readonly StageTime[];
  readonly otherSeconds: number;
}

/** Share of a run below which nobody looks for its time. */
const TELLING_SHARE = 0.01;

/** Returns what to say of a run's stages. Pure. */
export function tellingTimes(stages: readonly StageTime[]): TellingTimes {
  const total = sumOf(stages);
  const isTelling = ({ seconds }: StageTime) => seconds > 0 && seconds >= total * TELLING_SHARE;
  const named = stages.filter(isTelling);
  return { named, otherSeconds: Math.max(0, total - sumOf(named)) };
}

function sumOf(stages: readonly StageTime[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

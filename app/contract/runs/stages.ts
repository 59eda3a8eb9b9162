/** The stages of a run in their order; a kind of run passes through some of them. */
export const STAGES = [
  'connect',
  'preflight',
  'lock',
  'snapshot',
  'definitions',
  'data',
  // A load that follows a dump has loaded all rows written so far.
  'waiting',
  'constraints',
  'objects',
  'verify',
  'finish',
] as const;
export type RunStage = (typeof STAGES)[number];

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

/** The stages worth naming, in the order in which the run came to them, and the seconds of all others. */
export interface TellingTimes {
  readonly named: readonly StageTime[];
  readonly otherSeconds: number;
}

/** Share of a run below which nobody looks for its time. */
const TELLING_SHARE = 0.01;
/** Times that are printed as 0 ms say nothing. */
const SHORTEST_SECONDS = 0.0005;

/** Returns what to say of a run's stages. Pure. */
export function tellingTimes(stages: readonly StageTime[]): TellingTimes {
  const total = sumOf(stages);
  const isTelling = ({ seconds }: StageTime) => seconds > 0 && seconds >= total * TELLING_SHARE;
  const named = stages.filter(isTelling);
  const otherSeconds = total - sumOf(named);
  return { named, otherSeconds: otherSeconds < SHORTEST_SECONDS ? 0 : otherSeconds };
}

function sumOf(stages: readonly StageTime[]): number {
  return stages.reduce((sum, { seconds }) => sum + seconds, 0);
}

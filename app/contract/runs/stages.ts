import type { RunStage } from './run';

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

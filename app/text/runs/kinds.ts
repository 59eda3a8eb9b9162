import type { RunKind } from '../../contract/runs/state';

/** Kinds of runs as nouns, for catalogues. */
export const runKinds: Readonly<Record<RunKind, string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migration',
  verify: 'Verification',
  rollback: 'Rollback',
};

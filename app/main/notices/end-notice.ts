import type { RunHeader, RunKind, RunResult, RunState } from '../../contract/runs/run';

/** Desktop notification of a run's end. */
export interface EndNotice {
  readonly title: string;
  readonly body: string;
}

const KINDS: Readonly<Record<RunKind, string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migration',
  verify: 'Verification',
  abandon: 'Rollback',
};

/** Titles by final state; none for a run that its user cancelled. */
const ENDS: Readonly<Partial<Record<RunState, string>>> = {
  done: 'done',
  'done-with-warnings': 'done, with warnings',
  incomplete: 'incomplete',
  failed: 'failed',
};

/** Returns null where no notification is needed. */
export function endNotice({ kind, title }: RunHeader, { state, errors }: RunResult): EndNotice | null {
  const end = ENDS[state];
  if (end === undefined) return null;
  const [error] = errors;
  return {
    title: `${KINDS[kind]} ${end}`,
    body: error === undefined ? title : `${title}\n${error.message}`,
  };
}

import type { RunHeader, RunKind, RunResult, RunState } from '../../contract/run';

/** What the desktop is told of a run's end. */
export interface EndNotice {
  readonly title: string;
  readonly body: string;
}

const KINDS: Readonly<Record<RunKind, string>> = {
  dump: 'Dump',
  load: 'Load',
  migrate: 'Migration',
  verify: 'Verification',
  abandon: 'Taking back',
};

/** Not of one that its user cancelled. */
const ENDS: Readonly<Partial<Record<RunState, string>>> = {
  done: 'done',
  'done-with-warnings': 'done, with warnings',
  incomplete: 'incomplete',
  failed: 'failed',
};

/** Null where there is nothing to tell. */
export function endNotice({ kind, title }: RunHeader, { state, errors }: RunResult): EndNotice | null {
  const end = ENDS[state];
  if (end === undefined) return null;
  const [error] = errors;
  return {
    title: `${KINDS[kind]} ${end}`,
    body: error === undefined ? title : `${title}\n${error.message}`,
  };
}

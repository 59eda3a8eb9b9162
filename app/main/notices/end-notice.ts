import type { RunHeader } from '../../contract/runs/run';
import type { RunResult } from '../../contract/runs/result';
import { mainText } from '../../text/main';

/** Desktop notification of a run's end. */
export interface EndNotice {
  readonly title: string;
  readonly body: string;
}

/** Returns null where no notification is needed. */
export function endNotice({ kind, title }: RunHeader, { state, errors }: RunResult): EndNotice | null {
  const end = mainText.ended(kind, state);
  if (end === null) return null;
  const [error] = errors;
  return {
    title: end,
    body: error === undefined ? title : `${title}\n${error.message}`,
  };
}

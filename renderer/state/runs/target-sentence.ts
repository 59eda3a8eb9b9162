import type { LoadResult } from '../../../app/contract/runs/result';
import { text } from '../../text';
import type { Resumable } from './resume';

type Ended = Pick<LoadResult, 'rows' | 'unfinished' | 'targetState'>;

/** State of the target after an unfinished load or migration, as found there. */
export function targetSentence(kind: Resumable, { rows, unfinished, targetState }: Ended): string {
  if (targetState === 'untouched')
    return unfinished === null ? text.result.targetUntouched : text.result.targetUntouchedByResume;
  if (targetState === 'rolled-back') return text.result.targetRolledBack[kind];
  if (unfinished === null) return text.result.targetLeftUnknown;
  if (unfinished.resume === null) return text.result.onlyRollBack;
  return rows === 0 ? text.result.unfinishedEmpty[kind] : text.result.unfinished[kind];
}

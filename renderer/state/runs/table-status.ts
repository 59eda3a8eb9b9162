import {
  tableOfLane,
  type LanePhase,
  type TableProgress,
  type TableState,
} from '../../../app/contract/runs/run';
import { type RunState, FINAL_STATES } from '../../../app/contract/runs/state';
import type { RunModel } from './run-model';

/**
 * Status of a table in its run: the engine's word for it, unless the run as a whole makes that word untrue. A table is
 * `paused` once no lane works on it any more, `retrying` while its lanes only try again; after the end nothing runs and
 * nothing waits: it was `unfinished`, or `untouched`.
 */
export type TableStatus = TableState | 'paused' | 'retrying' | 'unfinished' | 'untouched';

/** Phases in which a lane does no work on the table that it names. */
const AT_REST: ReadonlySet<LanePhase> = new Set<LanePhase>(['idle', 'wait', 'retry']);

/** Answers for each table of a run. */
export function tableStatusIn({
  state,
  lanes,
}: Pick<RunModel, 'state' | 'lanes'>): (table: TableProgress) => TableStatus {
  const workedOn = new Set(lanes.filter(({ phase }) => !AT_REST.has(phase)).map(tableOfLane));
  const triedAgain = new Set(lanes.filter(({ phase }) => phase === 'retry').map(tableOfLane));
  return (table) => {
    if (table.state === 'done' || table.state === 'failed') return table.state;
    if (FINAL_STATES.has(state)) return statusAfter(state, table.state);
    if (workedOn.has(table.index)) return table.state;
    if (triedAgain.has(table.index)) return 'retrying';
    return state === 'paused' && table.state !== 'pending' ? 'paused' : table.state;
  };
}

function statusAfter(end: RunState, last: TableState): TableStatus {
  if (end === 'done' || end === 'done-with-warnings') return last;
  return last === 'pending' ? 'untouched' : 'unfinished';
}

/** Returns whether a lane of a paused run is held by the pause; one that is still at its last query is not. */
export function isHeld(state: RunState, phase: LanePhase): boolean {
  return state === 'paused' && (phase === 'idle' || phase === 'wait');
}

import { assertNever } from '../../contract/exhaustive';
import type { LaneActivity, LaneProgress, TableState, TableWork } from '../../contract/runs/run';
import type { EngineLane } from '../../engine/events';

/** Rows and bytes that move per second. */
interface Speed {
  readonly rowsPerSecond: number;
  readonly bytesPerSecond: number;
}

/** A lane as the engine samples it, with its own speed; `sinceMs` is still on the engine's clock. */
export function laneProgress(sample: EngineLane, speed: Speed): LaneProgress {
  const { lane, sinceMs, rows, bytes } = sample;
  return { lane, sinceMs, rows, bytes, ...activityOf(sample, speed) };
}

function activityOf({ phase, table, chunk: counted }: EngineLane, speed: Speed): LaneActivity {
  const chunk = counted < 0 ? null : counted;
  const { rowsPerSecond, bytesPerSecond } = speed;
  switch (phase) {
    case 'idle':
      return { phase };
    case 'read':
    case 'load':
    case 'verify':
      return { phase, table, chunk, rowsPerSecond, bytesPerSecond };
    case 'index':
      return { phase, table, built: null };
    case 'wait':
    case 'retry':
      return { phase, table, chunk };
    default:
      return assertNever(phase);
  }
}

/** A lane of a run that has ended. */
export function idleLane({ lane, sinceMs, rows, bytes }: LaneProgress): LaneProgress {
  return { phase: 'idle', lane, sinceMs, rows, bytes };
}

/** Work on a table, as the engine samples it. */
export function tableWork(state: TableState): TableWork {
  return state === 'indexing' ? { state, built: null } : { state };
}

import type { RunHeader } from '../contract/runs/run';
import type { RunResult } from '../contract/runs/result';
import type { RunRegistry } from '../runs/registry';
import type { Console } from './output/console';
import { onInterrupt } from './interrupt';

/** Follows a run to its end. The first Ctrl+C, `kill` or closed terminal cancels it; the run then ends by itself. */
export async function follow(registry: RunRegistry, header: RunHeader, console: Console): Promise<RunResult> {
  const { runId } = header;
  const stopListening = registry.onUpdate((update) => {
    if (update.runId === runId) console.update(update);
  });
  const stopWatching = onInterrupt(() => registry.cancel(runId));
  try {
    const result = await registry.finished(runId);
    // A short run has said nothing yet.
    registry.publishNow(runId);
    console.result(result);
    return result;
  } finally {
    stopListening();
    stopWatching();
  }
}

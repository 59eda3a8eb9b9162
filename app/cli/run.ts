import type { RunHeader, RunResult } from '../contract/run';
import type { RunRegistry } from '../jobs/registry';
import type { Console } from './console';

/** Follows a run to its end. The first Ctrl-C (or TERM) cancels it; the run then ends by itself. */
export async function follow(registry: RunRegistry, header: RunHeader, console: Console): Promise<RunResult> {
  const { runId } = header;
  const cancel = () => registry.cancel(runId);
  const stopListening = registry.onUpdate((update) => {
    if (update.runId === runId) console.update(update);
  });
  process.on('SIGINT', cancel).on('SIGTERM', cancel);
  try {
    const result = await registry.finished(runId);
    console.result(result);
    return result;
  } finally {
    stopListening();
    process.removeListener('SIGINT', cancel).removeListener('SIGTERM', cancel);
  }
}

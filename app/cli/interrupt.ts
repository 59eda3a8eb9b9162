import { Cancellation } from '../engine/cancellation';

/** Ctrl+C, `kill`, and the terminal that closes. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Errors of a write whose reader has gone: a closed pipe, and a terminal that was closed. */
const READER_GONE: ReadonlySet<string | undefined> = new Set(['EPIPE', 'EIO']);

const outputGone = new Cancellation();

/**
 * Keeps the process alive when the reader of its output leaves: a connection that drops without a terminal closes a pipe
 * and sends no signal. What is still written is dropped, and what runs is interrupted as by Ctrl+C. Any other trouble
 * with a stream stays an error.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (!READER_GONE.has(error.code)) throw error;
      outputGone.cancel();
    });
  }
}

/**
 * Calls `interrupt` when the user ends the command or leaves it, perhaps several times. Until the function that it
 * returns is called, no such signal ends the process.
 */
export function onInterrupt(interrupt: () => void): () => void {
  for (const signal of SIGNALS) process.on(signal, interrupt);
  const stopListening = outputGone.onCancel(interrupt);
  return () => {
    for (const signal of SIGNALS) process.removeListener(signal, interrupt);
    stopListening();
  };
}

/** Runs work that the first interrupt cancels; however it ends after that, it ends as cancelled. */
export async function interruptible<T>(work: (cancellation: Cancellation) => Promise<T>): Promise<T> {
  const cancellation = new Cancellation();
  const stopListening = onInterrupt(() => cancellation.cancel());
  try {
    return await work(cancellation);
  } catch (error) {
    cancellation.throwIfCancelled();
    throw error;
  } finally {
    stopListening();
  }
}

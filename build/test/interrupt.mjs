const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Ends lanes when this process is told to end, as by Ctrl-C, and this process after them. A second signal ends it at once;
 * the lanes notice that it is gone.
 * @returns `hold`, which never resolves when that has begun, and `release`, which leaves signals to others again
 */
export function endAtSignals(lanes) {
  let isEnding = false;
  const onSignal = (signal) => {
    isEnding = true;
    release();
    const ended = Promise.allSettled(lanes.map((lane) => lane.end()));
    // By the signal itself, so that a shell that waits for this process ends too.
    void ended.then(() => process.kill(process.pid, signal));
  };
  const release = () => {
    for (const signal of SIGNALS) process.removeListener(signal, onSignal);
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
  const hold = () => (isEnding ? new Promise(() => undefined) : Promise.resolve());
  return { hold, release };
}

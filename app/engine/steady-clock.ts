/**
 * Returns milliseconds of a clock that never jumps, as the machine's does when it is set: for durations and deadlines. Its
 * zero means nothing.
 */
export function steadyNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}

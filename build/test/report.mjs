import { cpus } from 'node:os';

const SLOWEST = 20;

/** Starts to measure. @returns a function that gives the seconds since, and the processors that were busy meanwhile */
export function startClock() {
  const [begin, busyBefore] = [performance.now(), busySeconds()];
  return () => {
    const wall = (performance.now() - begin) / 1000;
    return { wall, cores: (busySeconds() - busyBefore) / wall };
  };
}

/** Of the whole machine: servers and windows are nobody's children. */
function busySeconds() {
  const milliseconds = cpus().reduce(
    (total, { times }) => total + times.user + times.nice + times.sys + times.irq,
    0,
  );
  return milliseconds / 1000;
}

/**
 * Where the time went, and what was left out.
 * @param tiers each with its name, tally and the pieces that were run
 * @param clock what {@link startClock} measured, with the number of lanes
 */
export function report(tiers, { wall, cores, lanes }) {
  const tests = tiers.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.tests));
  return [
    '',
    ...tiers.map(
      ({ name, pieces, sentence }) => `${name.padEnd(12)} ${inSeconds(sumOf(pieces))}  ${sentence}`,
    ),
    `${'all'.padEnd(12)} ${inSeconds(wall * 1000)}  in ${lanes} lanes, ${cores.toFixed(2)} of ${cpus().length} cores busy on this machine`,
    '',
    ...listed(
      `The slowest ${SLOWEST} tests:`,
      slowest(tests).map(({ ms, name }) => `${inSeconds(ms)}  ${name}`),
    ),
    ...listed(
      'Skipped:',
      tests
        .filter(({ state }) => state === 'skipped')
        .map(({ name, why }) => (why === '' ? name : `${name}: ${why}`)),
    ),
  ].join('\n');
}

const sumOf = (pieces) => pieces.reduce((total, { ms }) => total + ms, 0);
const inSeconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(10);

function slowest(tests) {
  return [...tests].sort((a, b) => b.ms - a.ms).slice(0, SLOWEST);
}

function listed(title, lines) {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`), ''];
}

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

const SLOWEST = 20;

/** Starts to measure. @returns a function that gives the seconds since, and the processors in use meanwhile */
export function startClock() {
  const [begin, usedBefore] = [performance.now(), usedSeconds()];
  return () => {
    const wall = (performance.now() - begin) / 1000;
    return { wall, cores: (usedSeconds() - usedBefore) / wall };
  };
}

/**
 * Processor time of this process and of all that it has started and seen the end of, which the servers are among
 * (proc(5), in hundredths of a second). Elsewhere than on Linux that of the whole machine.
 */
function usedSeconds() {
  if (process.platform === 'linux') {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return fields.slice(11, 15).reduce((total, ticks) => total + Number(ticks), 0) / 100;
  }
  const busy = cpus().flatMap(({ times }) => [times.user, times.nice, times.sys, times.irq]);
  return busy.reduce((total, milliseconds) => total + milliseconds, 0) / 1000;
}

/**
 * Reports where the time went, and what was left out.
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
    `${'all'.padEnd(12)} ${inSeconds(wall * 1000)}  in ${lanes} lanes, ${cores.toFixed(2)} of ${cpus().length} cores used`,
    '',
    ...listed(
      `The slowest ${SLOWEST} tests:`,
      slowest(tests).map(({ ms, name }) => `${inSeconds(ms)}  ${name}`),
    ),
    ...listed(
      'Logs of what failed:',
      tiers.flatMap(({ pieces }) => pieces.flatMap(({ logs }) => (logs === undefined ? [] : [logs]))),
    ),
    ...listed(
      'Skipped:',
      tests
        .filter(({ state }) => state === 'skipped')
        .map(({ name, why }) => (why === '' ? name : `${name}: ${why}`)),
    ),
  ].join('\n');
}

/**
 * Wall time and processor time by tier and by piece of work, the most processor time first. Set-up and the runner
 * itself are no piece of work.
 */
export function profile(pieces) {
  const tiers = [...new Set(pieces.map(({ tier }) => tier))].map((tier) => {
    const own = pieces.filter((piece) => piece.tier === tier);
    return { name: tier, ms: sumOf(own), cpu: own.reduce((total, { cpu }) => total + cpu, 0) };
  });
  const line = ({ name, ms, cpu }) => `${inSeconds(ms)}  ${inSeconds(cpu * 1000)}  ${name}`;
  const most = (all) => [...all].sort((a, b) => b.cpu - a.cpu).map(line);
  return [
    `${'wall'.padStart(10)}  ${'processor'.padStart(10)}`,
    ...most(tiers),
    '',
    ...most(pieces),
    '',
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

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { inRoot } from '../setup/places.mjs';

/** Seconds by piece of work, measured once: only the order of the pieces comes of it, the longest first. */
const FILE = inRoot('build', 'test', 'durations.json');
/** Guesses for what was never measured, by the beginning of its name. */
const GUESSES = {
  lint: 400,
  build: 400,
  'engine tests': 1500,
  'tests/torture': 30,
  'tests/matrix': 100,
  'tests/e2e': 25,
  'tests/integration/migrate': 40,
  'tests/integration/load': 30,
};
const OTHER_GUESS = 10;
/** Shorter ones fill whatever gap there is. */
const WORTH_KEEPING_SECONDS = 5;

const known = existsSync(FILE) ? JSON.parse(readFileSync(FILE, 'utf8')) : {};

export function weightOf(name) {
  const [, guess] = Object.entries(GUESSES).find(([begin]) => name.startsWith(begin)) ?? [];
  return known[name] ?? guess ?? OTHER_GUESS;
}

/**
 * Keeps the durations of a run for the next ones, but those of builds, which a cache may have shortened.
 * @param measured seconds by name
 */
export function keepDurations(measured) {
  const all = Object.entries({ ...known, ...measured }).filter(
    ([name, time]) => time >= WORTH_KEEPING_SECONDS && !name.startsWith('build '),
  );
  const sorted = all.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, time]) => [name, Math.round(time)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inRoot, root } from '../setup/places.mjs';
import { say } from '../setup/step.mjs';
import { lastLines } from './log-tail.mjs';

const FOLDER = inRoot('dist', 'test-results', 'failures');
const SHOWN_LINES = 20;
/** Most of a message that is shown; all of it is in the log. */
const SHOWN_CHARACTERS = 3000;

let count = 0;

/** Removes the logs of the last run. */
export function clearFailures() {
  rmSync(FOLDER, { recursive: true, force: true });
}

/**
 * Tells of a failed test at once; of the first one of a run also what led to it: whoever waits need not wait for the end.
 * @param logs gives what the logs around the test have got since its file began
 */
export function tellFailure({ name, message }, logs = () => []) {
  count += 1;
  const lines = count === 1 ? lastLines(logs(), SHOWN_LINES) : [];
  say([`  ✗ ${name}`, ...indent(message.slice(0, SHOWN_CHARACTERS)), ...lines.map(pad)].join('\n'));
}

/**
 * Keeps the logs of a piece of work that failed.
 * @param attempt 'first' or 'second'
 * @param logs each with a title and a text
 * @returns the folder, as it is called from the root of this clone
 */
export function keepLogs(piece, attempt, logs) {
  const folder = join(FOLDER, piece.replaceAll(/[^\w.-]+/g, '-'));
  mkdirSync(folder, { recursive: true });
  for (const { title, text } of logs) {
    if (text.trim() !== '')
      writeFileSync(join(folder, `${attempt}-${title.replaceAll(/\W+/g, '-')}.log`), text);
  }
  return relative(root, folder);
}

const pad = (line) => `    ${line}`;
const indent = (text) => (text === '' ? [] : text.split('\n').map(pad));

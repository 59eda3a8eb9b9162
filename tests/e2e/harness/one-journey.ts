/**
 * Set up for every e2e file: its tests are the steps of one journey, so that what comes after a failed one could only
 * wait for a screen that never shows. Those steps are skipped; the file has failed all the same.
 */
import { afterEach, beforeEach } from 'vitest';

let hasFailed = false;

beforeEach(({ skip }) => {
  skip(hasFailed, 'an earlier step of this journey failed');
});

afterEach(({ task }) => {
  if (task.result?.state === 'fail') hasFailed = true;
});

/**
 * Counts of a tier: how many tests passed, failed and were skipped, the names of those that failed, and which of these
 * are unsteady: they failed in one of two tries.
 */
export const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] };

/** The sum of several tiers, or of several runs of one. */
export function sum(tallies) {
  return tallies.reduce(
    (total, tally) => ({
      passed: total.passed + tally.passed,
      failed: total.failed + tally.failed,
      skipped: total.skipped + tally.skipped,
      failures: [...total.failures, ...tally.failures],
      unsteady: [...total.unsteady, ...tally.unsteady],
    }),
    NOTHING,
  );
}

/** @param tests each with its name and its state: passed, failed (perhaps `unsteady`) or skipped */
export function tallyOf(tests) {
  const namesOf = (wanted) => tests.filter(({ state }) => state === wanted).map(({ name }) => name);
  const failures = namesOf('failed');
  const unsteady = tests.filter(({ unsteady: isUnsteady }) => isUnsteady).map(({ name }) => name);
  const [passed, skipped] = [namesOf('passed').length, namesOf('skipped').length];
  return { passed, failed: failures.length, skipped, failures, unsteady };
}

/** One failure by name: what stands for a tier, or a file, that could not be run at all. */
export const broken = (name) => ({ name, state: 'failed', ms: 0, why: '' });

/**
 * The verdict on tests that were tried twice because some of them failed. One that failed stays failed; the second try
 * only tells whether it is unsteady.
 * @param second those that were run again, which may be only the failed ones
 */
export function verdictOfTwo(first, second) {
  const failedFirst = namesOfFailed(first);
  const failedSecond = namesOfFailed(second);
  const triedAgain = new Set(second.map(({ name }) => name));
  // A failure that stands for a whole file has no test of its name in a second try that went well.
  const isGone = (name) => (triedAgain.has(name) ? !failedSecond.has(name) : failedSecond.size === 0);
  const unsteady = (test) => ({ ...test, state: 'failed', unsteady: true });
  return [
    ...first.map((test) => {
      if (test.state === 'failed') return isGone(test.name) ? unsteady(test) : test;
      return failedSecond.has(test.name) && !failedFirst.has(test.name) ? unsteady(test) : test;
    }),
    ...second
      .filter(({ name, state }) => state === 'failed' && !first.some((test) => test.name === name))
      .map(unsteady),
  ];
}

const namesOfFailed = (tests) =>
  new Set(tests.filter(({ state }) => state === 'failed').map(({ name }) => name));

/** A line for each failed test of a tally. */
export function failureLines({ failures, unsteady }) {
  const isUnsteady = new Set(unsteady);
  return failures.map((name) =>
    isUnsteady.has(name) ? `unsteady, failed in one of two tries: ${name}` : `failed: ${name}`,
  );
}

/** A run in which nothing passed proves nothing. */
export const isGreen = ({ passed, failed }) => failed === 0 && passed > 0;

export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/**
 * Counts of a tier: how many tests passed, failed and were skipped, the names of those that failed, and of those
 * that failed once and passed when run again, alone (`unsteady`: they count as passed, and are named).
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

/** @param tests each with its name and its state: passed, failed or skipped */
export function tallyOf(tests) {
  const namesOf = (wanted) => tests.filter(({ state }) => state === wanted).map(({ name }) => name);
  const failures = namesOf('failed');
  const [passed, skipped] = [namesOf('passed').length, namesOf('skipped').length];
  return { ...NOTHING, passed, failed: failures.length, skipped, failures };
}

/** One failure by name: what stands for a tier, or a file, that could not be run at all. */
export const broken = (name) => ({ name, state: 'failed', ms: 0, why: '' });

export function sentence({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

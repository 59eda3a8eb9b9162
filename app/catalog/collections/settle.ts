/**
 * Waits for all promises, also when one has failed, and then throws the first failure in their order: nothing still
 * runs when the caller cleans up.
 */
export async function settleAll(work: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

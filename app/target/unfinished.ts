import { dsn } from '../catalog/connect/dsn';
import type { Endpoint } from '../catalog/connect/endpoint';
import { commandLine } from '../contract/command-line';
import type { FailureCode } from '../contract/failure';
import type { Unfinished } from '../contract/run';
import { failureOf } from '../engine/failures';
import { NOTHING_REPORTED, type RunReport } from '../engine/hooks';
import type { GuardedTarget } from './guard';

/** What was found wrong when everything was in, or will never come: doing the rest again would find it again. */
const FINAL: ReadonlySet<FailureCode> = new Set<FailureCode>([
  ...(['rows-differ', 'definition-differs', 'dump-incomplete'] as const),
]);

/** The end of a run that has left a part of itself on the target, and says how to go on. */
export function unfinishedReport(error: unknown, unfinished: Unfinished): RunReport {
  const failure = failureOf(error);
  const isLost = failure.code === 'dump-incomplete';
  return {
    ...NOTHING_REPORTED,
    state: FINAL.has(failure.code) ? 'failed' : 'incomplete',
    errors: failure.code === 'cancelled' ? [] : [failure],
    unfinished: isLost ? { ...unfinished, resume: null } : unfinished,
  };
}

/** The target as `--target` takes it, without a password. */
export function commandTarget({
  endpoint,
  profile,
}: Pick<GuardedTarget, 'profile'> & { readonly endpoint: Endpoint }): string {
  return profile?.name ?? dsn(endpoint);
}

/** Both ways to go on from the command that began it; `more` are words that only going on needs. */
export function unfinishedBy(
  words: readonly string[],
  schemaMap: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Unfinished {
  const resume = commandLine([...words, '--resume', ...more]);
  return { schemaMap, resume, abandon: commandLine([...words, '--abandon']) };
}

import { dsn } from '../catalog/connect/dsn';
import type { Endpoint } from '../catalog/connect/endpoint';
import { commandLine } from '../contract/commands/command-line';
import type { FailureCode } from '../contract/failure';
import type { Unfinished } from '../contract/runs/result';
import { failureOf } from '../engine/failures';
import { NOTHING_REPORTED, type RunReport } from '../engine/hooks';
import type { GuardedTarget } from './guard';

/**
 * Failures that are final: found when everything was loaded, or because rows will never arrive. A resumed run would
 * meet them again.
 */
const FINAL: ReadonlySet<FailureCode> = new Set<FailureCode>([
  'rows-differ',
  'definition-differs',
  'dump-incomplete',
]);

/**
 * Returns the report of a run that left a part of itself on the target, with the commands that resume it or roll it
 * back.
 */
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

/** Returns the target in the form that `--target` takes, without a password. */
export function commandTarget({
  endpoint,
  profile,
}: Pick<GuardedTarget, 'profile'> & { readonly endpoint: Endpoint }): string {
  return profile?.name ?? dsn(endpoint);
}

/**
 * Returns the commands that resume and roll back a run, built from the command that began it; `more` are options of the
 * resuming command only.
 */
export function unfinishedBy(
  words: readonly string[],
  schemaMap: Readonly<Record<string, string>>,
  more: readonly string[] = [],
): Unfinished {
  const resume = commandLine([...words, '--resume', ...more]);
  return { schemaMap, resume, rollBack: commandLine([...words, '--roll-back']) };
}

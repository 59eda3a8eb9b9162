import type { Check, RunResult } from '../../../app/contract/run';

export interface Tally {
  readonly ok: number;
  readonly failed: number;
  readonly notChecked: number;
}

/** Counts every check of a run by how it came out. */
export function tallyChecks({
  checks: whole,
  verdicts,
  objects = [],
}: Pick<RunResult, 'checks' | 'verdicts' | 'objects'>): Tally {
  const checks = [...whole, ...[...verdicts, ...objects].flatMap((verdict) => verdict.checks)];
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length;
  return { ok: count('ok'), failed: count('failed'), notChecked: count('not-checked') };
}

export function hasProblem(verdict: { readonly checks: readonly Check[] }): boolean {
  return verdict.checks.some((check) => check.state !== 'ok');
}

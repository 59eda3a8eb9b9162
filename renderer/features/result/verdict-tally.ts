import type { Check, TableVerdict, VerifyResult } from '../../../app/contract/runs/result';

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
}: Pick<VerifyResult, 'checks' | 'verdicts' | 'objects'>): Tally {
  const checks = [...whole, ...[...verdicts, ...objects].flatMap((verdict) => verdict.checks)];
  const count = (state: Check['state']): number => checks.filter((check) => check.state === state).length;
  return { ok: count('ok'), failed: count('failed'), notChecked: count('not-checked') };
}

/** Counts the tables whose rows were to be counted again, and those whose were. */
export function tallyCounts({ verdicts }: Pick<VerifyResult, 'verdicts'>): {
  readonly counted: number;
  readonly tables: number;
} {
  const counts = verdicts.flatMap(({ checks }) => checks.filter(({ kind }) => kind === 'rows'));
  return {
    counted: counts.filter(({ state }) => state !== 'not-checked').length,
    tables: counts.length,
  };
}

export function hasProblem(verdict: { readonly checks: readonly Check[] }): boolean {
  return verdict.checks.some((check) => check.state !== 'ok');
}

/** A table whose damaged files gave nothing: 0 rows are not what it holds. */
export function isUnread({ rows, bytes, checks }: TableVerdict): boolean {
  return (
    rows === 0 && bytes === 0 && checks.some(({ kind, state }) => kind === 'files' && state === 'failed')
  );
}

const ORDER: Readonly<Record<Check['state'], number>> = { failed: 0, 'not-checked': 1, ok: 2 };

/** A row of a list has room for some checks alone: those that somebody must see come first. */
export function problemsFirst(checks: readonly Check[]): readonly Check[] {
  return checks.some(({ state }) => state === 'failed')
    ? [...checks].sort((one, other) => ORDER[one.state] - ORDER[other.state])
    : checks;
}

import type { RunKind } from '../contract/runs/state';
import type { RunResult } from '../contract/runs/result';

/** Kind of a run as an earlier version of Sluice wrote it: its rollbacks are called `abandon`. */
export function kindOfStored(kind: unknown): unknown {
  return kind === 'abandon' ? 'rollback' : kind;
}

/** A stored set-up, under today's name of its kind. */
export function setupOfStored(setup: unknown): unknown {
  return isRecord(setup) ? { ...setup, kind: kindOfStored(setup.kind) } : setup;
}

/**
 * A stored result. Earlier versions wrote no `kind` into it, called a rollback `abandon`, and the command that rolls an
 * unfinished run back too.
 */
export function resultOfStored(stored: unknown, kind: RunKind): RunResult | null {
  if (!isRecord(stored)) return null;
  const { unfinished } = stored;
  if (!isRecord(unfinished) || !('abandon' in unfinished)) return { ...stored, kind } as unknown as RunResult;
  const { abandon, ...rest } = unfinished;
  return { ...stored, kind, unfinished: { ...rest, rollBack: abandon } } as unknown as RunResult;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import type {
  DumpResult,
  LoadResult,
  MigrateResult,
  RollbackResult,
  RunResult,
  VerifyResult,
} from '../../../app/contract/runs/result';
import type { RunKind } from '../../../app/contract/runs/state';

type Fields<R> = Partial<Omit<R, 'kind'>>;

/** A result as a script reads it: any field may be there, whatever kind of run it was. */
export type ScriptResult = Omit<RollbackResult, 'kind'> &
  Fields<DumpResult> &
  Fields<LoadResult> &
  Fields<MigrateResult> &
  Fields<VerifyResult> & { readonly kind: RunKind };

/** The result of a run of a kind; throws for another one. */
export function ofKind<K extends RunKind>(result: RunResult, kind: K): Extract<RunResult, { kind: K }> {
  if (!isOfKind(result, kind)) throw new Error(`This is the result of a run of the kind ${result.kind}.`);
  return result;
}

function isOfKind<K extends RunKind>(result: RunResult, kind: K): result is Extract<RunResult, { kind: K }> {
  return result.kind === kind;
}

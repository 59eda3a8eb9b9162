import type { DumpResult, VerifyResult } from '../contract/runs/result';

/** Result of a whole run of a job: its dump's, with that of the proof, which ends it as it ended itself unless all was well. */
export function jobResult(dumped: DumpResult, proof: VerifyResult): DumpResult {
  const notices = [...(dumped.notices ?? []), ...(proof.notices ?? [])];
  return {
    ...dumped,
    ok: proof.ok,
    state: proof.state === 'done' ? dumped.state : proof.state,
    warnings: [...dumped.warnings, ...proof.warnings],
    errors: [...dumped.errors, ...proof.errors],
    ...(notices.length > 0 && { notices }),
    proof,
  };
}

import { inputText } from '../../contract/commands/input';
import type { Failure } from '../../contract/failure';
import type { ResultLine } from '../../contract/output/run-lines';
import type { CertificateCheck } from '../../contract/proof/certificate';
import { resultText } from '../../text/cli/result';
import { proveFailures, proveText } from '../../text/prove';
import { failureLines } from './lines';
import { printLines } from './printable';

/** Most files that are named one by one in the terminal; a script receives all of them. */
const MOST_NAMED = 50;

/** Prints the result of checking a dump against its certificate. */
export function printCheck(check: CertificateCheck, json: boolean): void {
  if (!json) {
    printLines(checkLines(check));
    return;
  }
  const result: ResultLine = {
    type: 'result',
    ok: check.ok,
    state: check.ok ? 'done' : 'failed',
    ...{ tables: 0, rows: 0, bytes: check.bytes, seconds: 0, threads: 0, memoryPeakBytes: 0, retries: 0 },
    ...{ verdicts: [], checks: [], warnings: [] },
    errors: failuresOf(check),
  };
  printLines([JSON.stringify({ type: 'certificate', ...check }), JSON.stringify(result)]);
}

/** Lines for a person. Pure. */
export function checkLines(check: CertificateCheck): readonly string[] {
  const { dump, files, bytes, provedAt, server, loadSeconds, input } = check;
  const failures = failuresOf(check);
  const more = failures.length - MOST_NAMED;
  return [
    check.ok ? proveText.intact(dump, files, bytes) : proveText.notIntact(dump),
    ...failures.slice(0, MOST_NAMED).flatMap((failure) => failureLines(resultText.error, failure)),
    ...(more > 0 ? [proveText.moreFiles(more)] : []),
    ...(input === undefined ? [] : [proveText.readBy(inputText(input))]),
    proveText.provedAt(provedAt, server.version, loadSeconds),
  ];
}

function failuresOf({ changed, missing, added }: CertificateCheck): readonly Failure[] {
  return [
    ...changed.map((file) => proveFailures.fileChanged({ chunk: file })),
    ...missing.map((file) => proveFailures.fileMissing({ chunk: file })),
    ...added.map((file) => proveFailures.fileAdded({ chunk: file })),
  ].map(({ failure }) => failure);
}

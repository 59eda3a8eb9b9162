import type { Failure } from '../../../app/contract/failure';
import type { Ending } from './client';
import type { Wrong } from './judge';

const STACK = /\n\s+at |\[object |undefined|NaN|TypeError|ReferenceError/;

/** Facts that a failed run does not name: what happened, to what, and what to do. */
export function unnamedIn({ exitCode, result, output, words }: Ending): readonly Wrong[] {
  if (exitCode === null) return [];
  const wrong = (what: string): Wrong => ({ wrong: 'unnamed', what: `${words[0] ?? ''}: ${what}` });
  if (result === null) return [wrong(`no result, exit code ${exitCode}: ${output.slice(-300)}`)];
  const failures = [...result.errors, ...result.warnings];
  return [
    ...failures.filter((failure) => !isNamed(failure)).map((failure) => wrong(JSON.stringify(failure))),
    ...(exitCode !== 0 && exitCode !== 3 && result.errors.length === 0
      ? [wrong(`exit code ${exitCode} without an error`)]
      : []),
    ...((exitCode === 0 || exitCode === 3) && result.errors.length > 0
      ? [wrong(`exit code ${exitCode} with errors`)]
      : []),
    ...(exitCode === 4 && result.unfinished === null ? [wrong('resumable, and no word how')] : []),
  ];
}

function isNamed({ code, message, hint }: Failure): boolean {
  return (
    code !== 'internal' && message.trim() !== '' && hint.trim() !== '' && !STACK.test(`${message} ${hint}`)
  );
}

import { mkdirSync, readFileSync } from 'node:fs';
import { run } from '../setup/command.mjs';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { say } from '../setup/step.mjs';

/** Time that `npm run test:fuzz` takes without SLUICE_FUZZ_SECONDS. */
const SECONDS = 60;

/** A whole input takes about a millisecond: one that takes so long never ends. */
const LONGEST_INPUT_SECONDS = 60;
/** Twice the largest input of the corpus. */
const LONGEST_INPUT_BYTES = 140_000;

/**
 * Lets libFuzzer look for a file that makes the page reader fail, from a corpus made by code, and goes on from what
 * earlier runs found worth keeping. Findings of earlier runs come first: they are kept in tests/fuzz/kept/tablespaces,
 * where a new one is written too. @returns one test
 */
export async function runFuzzer(env) {
  const folder = inRoot('dist', 'fuzz');
  const [corpus, found] = [`${folder}/corpus`, inRoot('tests', 'fuzz', 'kept', 'tablespaces')];
  for (const path of [corpus, found]) mkdirSync(path, { recursive: true });
  await buildNative('fuzz', 'tablespace_fuzzer');
  const program = inRoot('dist', 'cmake', 'fuzz', 'fuzz', 'tablespace_fuzzer');
  await run(program, ['--corpus', corpus], { env });
  const seconds = env.SLUICE_FUZZ_SECONDS ?? String(SECONDS);
  const log = `${folder}/fuzz.log`;
  const options = [
    `-max_total_time=${seconds}`,
    `-max_len=${LONGEST_INPUT_BYTES}`,
    `-timeout=${LONGEST_INPUT_SECONDS}`,
    `-artifact_prefix=${found}/`,
    '-print_final_stats=1',
  ];
  const ok = await run('sh', ['-c', '"$@" > "$LOG" 2>&1', 'sh', program, ...options, corpus, found], {
    env: { ...env, LOG: log },
  }).then(
    () => true,
    () => false,
  );
  const text = readFileSync(log, 'utf8');
  const inputs = /number_of_executed_units: (\d+)/.exec(text)?.[1] ?? 'an unknown number of';
  say(`  ${inputs} inputs in ${seconds} s`);
  const test = { name: 'tablespace_fuzzer', state: ok ? 'passed' : 'failed', ms: seconds * 1000, why: '' };
  return {
    tests: [test],
    logs: [{ title: 'what it printed', text: text.split('\n').slice(-60).join('\n') }],
  };
}

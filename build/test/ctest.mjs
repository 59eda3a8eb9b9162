import { readFileSync, rmSync } from 'node:fs';
import { run } from '../setup/command.mjs';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { say, seconds } from '../setup/step.mjs';

/** Builds a preset of native/CMakePresets.json and runs its tests. @returns their counts */
export async function runCtest(preset, env) {
  const begin = performance.now();
  await buildNative(preset);
  say(`  ${preset} built in ${seconds(begin)}`);
  const report = inRoot('dist', 'test-results', `ctest-${preset}.xml`);
  rmSync(report, { force: true });
  await run('ctest', ['--preset', preset, '--output-junit', report], {
    cwd: inRoot('native'),
    env,
    loud: true,
  }).catch(() => {
    // A failed test is in the report; a ctest that could not start leaves none.
  });
  return countsOf(readFileSync(report, 'utf8'));
}

/** CTest's root element carries the totals; `failures` are those of all that ran. */
function countsOf(report) {
  const total = (name) =>
    Number(new RegExp(`<testsuite[^>]*?\\b${name}="(\\d+)"`, 's').exec(report)?.[1] ?? 0);
  const skipped = total('skipped') + total('disabled');
  const failed = total('failures') + total('errors');
  return { passed: total('tests') - failed - skipped, failed, skipped };
}

import { readFileSync, rmSync } from 'node:fs';
import { run } from '../setup/command.mjs';
import { buildNative } from '../setup/engine.mjs';
import { inRoot } from '../setup/places.mjs';
import { say, seconds } from '../setup/step.mjs';
import { NOTHING } from './tally.mjs';

/** Builds a preset of native/CMakePresets.json with its tests. */
export async function buildTests(preset) {
  const begin = performance.now();
  await buildNative(preset);
  say(`  ${preset} built in ${seconds(begin)}`);
}

/** Runs the tests of a preset that was built; prints what the failed ones said. @returns their tally */
export async function runCtest(preset, env) {
  const report = inRoot('dist', 'test-results', `ctest-${preset}.xml`);
  rmSync(report, { force: true });
  await run('ctest', ['--preset', preset, '--output-junit', report], { cwd: inRoot('native'), env }).catch(
    () => {
      // A failed test is in the report; a ctest that could not start leaves none.
    },
  );
  return tallyOf(preset, readFileSync(report, 'utf8'));
}

/** CTest's root element carries the totals; `failures` are those of all that ran. */
function tallyOf(preset, report) {
  const total = (name) =>
    Number(new RegExp(`<testsuite[^>]*?\\b${name}="(\\d+)"`, 's').exec(report)?.[1] ?? 0);
  const skipped = total('skipped') + total('disabled');
  const failed = total('failures') + total('errors');
  const failures = [...report.matchAll(/<testcase name="([^"]*)"[^>]*>(.*?)<\/testcase>/gs)]
    .filter(([, , body]) => body.includes('<failure'))
    .map(([, name, body]) => {
      say(`\n  ✗ ${preset} › ${name}\n${/<system-out>(.*?)<\/system-out>/s.exec(body)?.[1] ?? ''}`);
      return `${preset} › ${name}`;
    });
  return { ...NOTHING, passed: total('tests') - failed - skipped, failed, skipped, failures };
}

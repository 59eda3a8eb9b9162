import { expect, it } from 'vitest';
import { testsOf } from '../../../build/test/ctest.mjs';

const WRONG = '/somewhere/range_test.cc:207: Failure\nExpected: (418) > (625)\n';

it('reads what ran, what failed and what it said, and what was left out, from a report', () => {
  const report = `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="Linux-c++" tests="3" failures="1" disabled="0" skipped="1">
  <testcase name="Range.IsCut" classname="Range.IsCut" time="0.1" status="run"><system-out>fine</system-out></testcase>
  <testcase name="Range.IsWhole" classname="Range.IsWhole" time="0.2" status="fail">
    <failure message=""/>
    <properties/>
    <system-out>${WRONG}</system-out>
  </testcase>
  <testcase name="Range.Late" classname="Range.Late" time="0" status="notrun"><skipped message="x"/><system-out></system-out></testcase>
</testsuite>`;
  expect(testsOf('asan', report)).toEqual([
    { name: 'asan › Range.IsCut', state: 'passed', ms: 100, why: '', said: 'fine' },
    { name: 'asan › Range.IsWhole', state: 'failed', ms: 200, why: '', said: WRONG },
    { name: 'asan › Range.Late', state: 'skipped', ms: 0, why: '', said: '' },
  ]);
});

import { describe, expect, it } from 'vitest';
import type { Check, TableVerdict } from '../../../../../app/contract/runs/result';
import { hasProblem, tallyChecks, tallyCounts } from '../../../../../renderer/features/result/verdict-tally';

const check = (state: Check['state']): Check => ({ kind: 'rows', state, detail: '' });
const verdict = (...checks: readonly Check[]): TableVerdict => ({
  schema: 's',
  table: 't',
  rows: 1,
  bytes: 1,
  checks,
});

describe('tallyChecks', () => {
  it('counts the checks of the run and of its tables', () => {
    const verdicts = [verdict(check('ok'), check('failed')), verdict(check('ok'))];
    expect(tallyChecks({ checks: [check('not-checked')], verdicts })).toEqual({
      ok: 2,
      failed: 1,
      notChecked: 1,
    });
  });
});

describe('tallyCounts', () => {
  it('counts the tables whose rows were counted again, whatever came of it', () => {
    const verdicts = [
      verdict(check('ok')),
      verdict(check('failed')),
      verdict(check('not-checked')),
      verdict(),
    ];
    expect(tallyCounts({ verdicts })).toEqual({ counted: 2, tables: 3 });
  });
});

describe('hasProblem', () => {
  it('counts a check that was not made as one', () => {
    expect(hasProblem(verdict(check('ok')))).toBe(false);
    expect(hasProblem(verdict(check('ok'), check('not-checked')))).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import type { Check, TableVerdict } from '../../../../../app/contract/runs/result';
import { hasProblem, tallyChecks } from '../../../../../renderer/features/result/verdict-tally';

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

describe('hasProblem', () => {
  it('counts a check that was not made as one', () => {
    expect(hasProblem(verdict(check('ok')))).toBe(false);
    expect(hasProblem(verdict(check('ok'), check('not-checked')))).toBe(true);
  });
});

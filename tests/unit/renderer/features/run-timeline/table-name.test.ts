import { describe, expect, it } from 'vitest';
import type { TableProgress } from '../../../../../app/contract/runs/run';
import { tableNamer } from '../../../../../renderer/features/run-timeline/table-name';
import { applyUpdate, emptyRun } from '../../../../../renderer/state/runs/run-model';

const table = (index: number, schema: string): TableProgress => ({
  index,
  schema,
  table: `t${index}`,
  state: 'pending',
  rows: 0,
  bytes: 0,
  rowsExpected: null,
});

function namerOf(tables: readonly TableProgress[]): (index: number) => string {
  const run = emptyRun({ runId: 'r', kind: 'load', title: '', startedAt: 0, threads: 1 });
  return tableNamer(
    applyUpdate(run, {
      ...run,
      ...{ state: 'running', result: null, silences: [] },
      ...{ revision: 1, segments: [], tables, health: [] },
    }),
  );
}

describe('tableNamer', () => {
  it('leaves the schema out where the run has only one', () => {
    expect(namerOf([table(0, 'shop'), table(1, 'shop')])(1)).toBe('t1');
  });

  it('says the schema where there are several', () => {
    expect(namerOf([table(0, 'shop'), table(1, 'crm'), table(2, 'shop')])(2)).toBe('shop.t2');
  });

  it('keeps a name with a line break on one line', () => {
    expect(namerOf([{ ...table(0, 'shop'), table: 'line\nbreak' }])(0)).toBe('line␊break');
  });

  it('has no name for a lane without a table', () => {
    expect(namerOf([table(0, 'shop')])(-1)).toBe('');
  });
});

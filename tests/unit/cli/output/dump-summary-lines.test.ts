import { describe, expect, it } from 'vitest';
import { dumpSummaryLines } from '../../../../app/cli/output/dump-summary-lines';
import type { DumpContents, TableSample } from '../../../../app/contract/runs/dump-folder';

const NONE: DumpContents = {
  ...{ folder: '/d', recognized: 'CSV.', complete: true, stillToCome: null, tool: 'CSV', formatVersion: '' },
  ...{ serverVersion: '', vendor: 'mysql', begin: '', end: null, schemas: [], accounts: [], dataBytes: 0 },
  ...{ storedBytes: 0, files: 1, lacks: [], problems: [], remarks: [], takesChoices: true },
  ...{ unknownStatements: { count: 0, first: [] }, samples: [] },
};
const SAMPLE: TableSample = {
  ...{ schema: 'shop', table: 'orders', columns: ['id', 'note'], types: ['INT', 'VARCHAR(32)'] },
  ...{
    rows: [
      ['1', 'one\nline'],
      ['22', null],
    ],
    rowsInAll: 2,
    failure: null,
  },
};

const linesOf = (...samples: readonly TableSample[]) => dumpSummaryLines({ ...NONE, samples }).slice(1);

describe('the first rows of a dump’s tables', () => {
  it('stand a column a line, with its type', () => {
    expect(linesOf(SAMPLE)).toEqual([
      '',
      'First 2 rows of shop.orders, a column a line:',
      '  id    INT          1              22',
      '  note  VARCHAR(32)  one\\u000aline  NULL',
    ]);
  });

  it('stand without types where there are none, and are cut where they are long', () => {
    const long = { ...SAMPLE, types: ['', ''], rows: [['1', 'x'.repeat(40)]] };
    expect(linesOf(long)).toEqual([
      '',
      'First row of shop.orders, a column a line:',
      '  id    1',
      `  note  ${'x'.repeat(27)}…`,
    ]);
  });

  it('are said to be none, or not to be shown', () => {
    expect(linesOf({ ...SAMPLE, rows: [], rowsInAll: 0 })).toEqual(['', 'shop.orders has no rows.']);
    expect(linesOf({ ...SAMPLE, rows: [], rowsInAll: null })[1]).toMatch(
      /^No row of shop\.orders can be shown/,
    );
    const failure = {
      code: 'dump-damaged',
      message: 'a.tsv is damaged.',
      hint: '',
      retryable: false,
    } as const;
    expect(linesOf({ ...SAMPLE, failure })).toEqual([
      '',
      'The rows of shop.orders can’t be shown: a.tsv is damaged.',
    ]);
  });
});

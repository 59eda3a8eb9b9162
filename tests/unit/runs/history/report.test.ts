import { describe, expect, it } from 'vitest';
import { COMPARED, type IndexComparison, type TableOutcome } from '../../../../app/contract/pages/inspection';
import type { HistoryResult } from '../../../../app/contract/runs/history';
import { reportHtml, reportJson } from '../../../../app/runs/history/report';
import { index } from '../../inspect/fixtures';

const RUN: HistoryResult = {
  header: { runId: 'r', kind: 'load', title: 'shop → <b>db1</b>', startedAt: 0, threads: 4 },
  result: {
    ok: false,
    kind: 'load',
    state: 'incomplete',
    tables: 1,
    rows: 200_000,
    bytes: 1_500_000,
    storedBytes: 500_000,
    files: 7,
    seconds: 2,
    threads: 4,
    memoryPeakBytes: 0,
    verdicts: [
      {
        schema: 'shop',
        table: '<script>alert(1)</script>',
        rows: 200_000,
        bytes: 1_500_000,
        checks: [
          { kind: 'rows', state: 'ok', detail: '200,000 & no more' },
          { kind: 'checksum', state: 'not-checked', detail: '' },
        ],
        decisions: ['Three indexes are built afterwards.'],
      },
    ],
    checks: [{ kind: 'definition', state: 'failed', detail: 'a view differs' }],
    outcomes: [],
    replicationStart: null,
    warnings: [],
    errors: [
      {
        code: 'connect-lost',
        message: 'The server has gone.',
        hint: 'Resume it.',
        table: 'shop.orders',
        chunk: 'shop@orders@3.tsv',
        statement: 'LOAD DATA …',
        retryable: true,
      },
    ],
    retries: 2,
    unfinished: { schemaMap: {}, resume: 'sluice load --resume', rollBack: 'sluice load --roll-back' },
  },
};

describe('reportHtml', () => {
  it('says what is worth knowing', () => {
    const noted = { ...RUN, result: { ...RUN.result, notices: ['A <new> server.'] } };
    expect(reportHtml(noted)).toContain('A &lt;new&gt; server.');
  });

  it('says where the time of the run went, where that is known', () => {
    const stages = [{ stage: 'data', seconds: 2 }] as const;
    expect(reportHtml({ ...RUN, result: { ...RUN.result, stages } })).toContain('data 2.0 s');
    expect(reportHtml(RUN)).not.toContain('Where the time went');
  });

  const page = reportHtml(RUN);

  it('says how the run ended, where it failed, and how to resume', () => {
    for (const words of ['incomplete, can be resumed', 'shop.orders, shop@orders@3.tsv', 'LOAD DATA …'])
      expect(page).toContain(words);
    expect(page).toContain('<code>sluice load --resume</code>');
    expect(page).toContain('<code>sluice load --roll-back</code>');
  });

  it('says of each table what was proved, what failed and what was not looked at', () => {
    expect(page).toContain('Rows: ✓ proved – 200,000 &amp; no more');
    expect(page).toContain('Checksum: – not checked');
    expect(page).toContain('Definition: ✗ failed – a view differs');
    expect(page).toContain('Three indexes are built afterwards.');
  });

  it('tells the order of pages as the window does: the share that is in order', () => {
    const change = Object.fromEntries(COMPARED.map((figure) => [figure, null])) as IndexComparison['change'];
    const primary = {
      before: index({ outOfOrderPct: 30 }),
      after: index({ outOfOrderPct: 0 }),
      name: 'PRIMARY',
      change,
    };
    const outcome: TableOutcome = {
      schema: 'shop',
      table: 'orders',
      after: null,
      before: null,
      comparedWith: 'target',
      indexes: [primary],
      skipped: null,
    };
    const seen = reportHtml({
      ...RUN,
      result: { ...RUN.result, outcomes: [outcome] } as HistoryResult['result'],
    });
    expect(seen).toContain('In order');
    expect(seen).toContain('100.0 %, before 70.0 %');
  });

  it('takes no name for markup', () => {
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<b>');
    expect(page).toContain('shop.&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('leaves out what there is nothing to say of', () => {
    expect(page).not.toContain('<h2>Warnings</h2>');
    expect(page).not.toContain('Global lock');
  });
});

describe('reportJson', () => {
  it('is the result, with the run it is of', () => {
    const { header, result } = RUN;
    expect(JSON.parse(reportJson(RUN))).toEqual({
      type: 'result',
      title: header.title,
      startedAt: '1970-01-01T00:00:00.000Z',
      ...result,
    });
  });
});

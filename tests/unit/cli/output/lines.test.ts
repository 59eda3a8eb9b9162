import { describe, expect, it } from 'vitest';
import { failureLines, logLines, progressLines, resultLines } from '../../../../app/cli/output/lines';
import { SluiceError } from '../../../../app/contract/failure';
import type { LaneProgress, LogRecord, RunView } from '../../../../app/contract/runs/run';
import type { Check, LoadResult } from '../../../../app/contract/runs/result';

const LANE: LaneProgress = {
  lane: 0,
  phase: 'read',
  sinceMs: 0,
  table: 0,
  chunk: 12,
  rows: 5,
  bytes: 50,
  rowsPerSecond: 182_400,
  bytesPerSecond: 23_000_000,
};
const VIEW = {
  runId: 'r',
  revision: 1,
  header: { runId: 'r', kind: 'dump', title: 't', startedAt: 0, threads: 2 },
  state: 'running',
  stage: 'data',
  elapsedMs: 3200,
  totals: {
    rows: 50_000,
    bytes: 5_000_000,
    storedBytes: 1,
    pass: 'moving',
    rowsUncommitted: 0,
    rowsExpected: 200_000,
    rowsPerSecond: 1,
    bytesPerSecond: 1_500_000,
    tablesDone: 1,
    tablesTotal: 4,
    retries: 0,
    etaMs: { low: 40_000, high: 50_000 },
  },
  lanes: [LANE, { lane: 1, phase: 'idle', sinceMs: 0, rows: 0, bytes: 0 }],
  tables: [
    { index: 0, schema: 'shop', table: 'orders', state: 'running', rows: 5, bytes: 50, rowsExpected: 10 },
  ],
  segments: [],
  log: [],
  historyList: null,
  silences: [],
  health: [],
  result: null,
} satisfies RunView;
const INLINE = 'Indexes inline: for 50 rows, about 0.04 s to build after the data, under 0.01 s inline.';
const RESULT: LoadResult = {
  ok: true,
  kind: 'load',
  state: 'done',
  tables: 2,
  rows: 1_234_567,
  bytes: 150_000_000,
  storedBytes: 30_000_000,
  files: 17,
  seconds: 4.25,
  threads: 8,
  memoryPeakBytes: 0,
  verdicts: [
    { schema: 's', table: 'a', rows: 1, bytes: 1, checks: [{ kind: 'rows', state: 'ok', detail: '' }] },
    {
      schema: 's',
      table: 'b',
      rows: 1,
      bytes: 1,
      checks: [{ kind: 'rows', state: 'not-checked', detail: '' }],
    },
  ],
  checks: [{ kind: 'definition', state: 'ok', detail: '' }],
  warnings: [],
  errors: [],
  retries: 0,
  unfinished: null,
};

describe('progressLines', () => {
  const [working = '', idle = '', total = ''] = progressLines(VIEW, 200);

  it('has a line for each lane and one for all', () => {
    expect(progressLines(VIEW, 200)).toHaveLength(3);
  });

  it('says of a lane what it works on and how fast', () => {
    for (const part of ['lane  1', 'read', 'shop.orders #12', '182 k rows/s', '23.0 MB/s'])
      expect(working).toContain(part);
    expect(idle).not.toMatch(/shop|#/);
  });

  it('says how far an index build is, where the server told it', () => {
    const [told, untold] = [0.424, null].map((built) => {
      const lane: LaneProgress = { lane: 0, phase: 'index', table: 0, built, sinceMs: 0, rows: 5, bytes: 50 };
      return progressLines({ ...VIEW, lanes: [lane] }, 200)[0];
    });
    expect(told).toMatch(/index {3}shop\.orders {2,}42 % built/);
    expect(untold).not.toContain('%');
  });

  it('says of the whole how far it is and how long it may take', () => {
    for (const part of ['data', '1/4 tables', '50,000 of 200,000 rows', '5.00 MB', '3.2 s', '40–50 s left'])
      expect(total).toContain(part);
  });

  it('counts rows that are sent, and says that they are not committed', () => {
    const totals = { ...VIEW.totals, rows: 0, rowsUncommitted: 20_000 };
    const line = progressLines({ ...VIEW, totals }, 200)[2];
    expect(line).toContain('20,000 of 200,000 rows  20.0 k not committed');
  });

  it('shows no estimate where none is known', () => {
    const totals = { ...VIEW.totals, rowsExpected: null, etaMs: null };
    const unknown = progressLines({ ...VIEW, totals }, 200)[2];
    expect(unknown).toContain('50,000 rows');
    expect(unknown).not.toMatch(/ of |left/);
  });

  it('says that a run is paused or stopping instead of its stage', () => {
    expect(progressLines({ ...VIEW, state: 'paused' }, 200)[2]).toContain('paused');
    expect(progressLines({ ...VIEW, state: 'cancelling' }, 200)[2]).toContain('stopping');
  });

  it('never is wider than the terminal, which would spoil the redrawing', () => {
    for (const line of progressLines(VIEW, 40)) expect(line.length).toBeLessThanOrEqual(40);
  });

  it('keeps its columns where a table’s name is long', () => {
    const tables = VIEW.tables.map((table) => ({ ...table, table: 'x'.repeat(64) }));
    expect(progressLines({ ...VIEW, tables }, 200)[0]).toHaveLength(working.length);
  });
});

describe('logLines', () => {
  const indexes = (table: string, text = INLINE): LogRecord => ({ at: 1, level: 'info', text, table });

  it('says once what is decided of the indexes of many tables', () => {
    const deferring =
      'Deferring 2 of 2 indexes: for 9,000,000 rows, about 9.00 s to build after the data, 90 s inline';
    const log = [indexes('s.a'), indexes('s.b'), indexes('s.c', deferring)];
    expect(logLines(log)).toEqual([
      { level: 'info', words: 'Indexes of 3 tables: 1 built after the data, 2 inline.' },
    ]);
  });

  it('names the table of one decision, and keeps all other records', () => {
    const other: LogRecord = { at: 2, level: 'warning', text: 'Slow.' };
    expect(logLines([indexes('s.a'), other])).toEqual([
      { level: 'info', words: `s.a: ${INLINE}` },
      { level: 'warning', words: 'Slow.' },
    ]);
  });
});

describe('resultLines', () => {
  it('says what is worth knowing', () => {
    expect(resultLines({ ...RESULT, notices: ['A newer server.'] })).toContain('Note: A newer server.');
  });

  it('says how the run ended, what was moved and what was verified', () => {
    const text = resultLines(RESULT).join('\n');
    expect(text).toMatch(
      /^Done: 1,234,567 rows of 2 tables, 150 MB \(30\.0 MB in 17 files\) in 4\.3 s on 8 threads\./,
    );
    expect(text).toContain('Verified: rows counted 1/2, definitions compared 1/1.');
  });

  it('says where the time of a run went that took a second or more', () => {
    const stages = [
      { stage: 'connect', seconds: 0.25 },
      { stage: 'data', seconds: 1.75 },
    ] as const;
    const said = 'Where the time went: connect 250 ms; data 1.8 s.';
    expect(resultLines({ ...RESULT, seconds: 2, stages })).toContain(said);
    expect(resultLines({ ...RESULT, seconds: 0.99, stages }).join()).not.toContain('Where the time went');
    expect(resultLines({ ...RESULT, seconds: 2 }).join()).not.toContain('Where the time went');
  });

  it('does not call verified what was checked nowhere', () => {
    const checks: readonly Check[] = [{ kind: 'rows', state: 'not-checked', detail: '' }];
    const verdicts = RESULT.verdicts.map((verdict) => ({ ...verdict, checks }));
    const text = resultLines({ ...RESULT, verdicts }).join('\n');
    expect(text).toContain('Verified: definitions compared 1/1.\nNot verified: rows counted 0/2.');
  });

  it('says how long writers were held up where a lock was taken', () => {
    expect(
      resultLines({ ...RESULT, kind: 'dump', lockWaitMs: 3, lockHeldMs: 14, consistency: null }),
    ).toContain('Writers were held up for 17 ms.');
    expect(resultLines(RESULT).join()).not.toContain('Writers');
  });

  it('claims nothing as verified after a failure, and names it', () => {
    const { failure } = new SluiceError('rows-differ', 'A row is missing.', { table: 's.a' });
    const text = resultLines({ ...RESULT, ok: false, state: 'failed', errors: [failure] }).join('\n');
    expect(text).toMatch(/^Failed:/);
    expect(text).not.toContain('Verified');
    expect(text).toContain('Error: s.a: A row is missing.');
  });

  it('says how to resume only where something can be resumed', () => {
    const unfinished = { schemaMap: {}, resume: 'sluice load --resume', rollBack: 'sluice load --roll-back' };
    expect(resultLines({ ...RESULT, ok: false, unfinished }).slice(-2)).toEqual([
      'To resume:    sluice load --resume',
      'To roll back: sluice load --roll-back',
    ]);
    const lost = resultLines({ ...RESULT, ok: false, unfinished: { ...unfinished, resume: null } });
    expect(lost.join('\n')).not.toContain('To go on');
    expect(lost[lost.length - 1]).toBe('To roll back: sluice load --roll-back');
  });
});

describe('failureLines', () => {
  it('name the place, the server’s number, the statement and the remedy', () => {
    const { failure } = new SluiceError('statement-failed', 'Unknown column.', {
      table: 's.t',
      chunk: '3',
      errno: 1054,
      statement: 'SELECT x',
      hint: 'Look again.',
    });
    expect(failureLines('Error', failure)).toEqual([
      'Error: s.t, 3: Unknown column. (error 1054)',
      '  Statement: SELECT x',
      '  Look again.',
    ]);
  });

  it('name a file once', () => {
    const { failure } = new SluiceError('not-a-dump', 'a.sql ends early.', { chunk: 'a.sql', hint: '' });
    expect(failureLines('Error', failure)).toEqual(['Error: a.sql ends early.', '  ']);
    const numbered = new SluiceError('statement-failed', '13 rows differ.', { chunk: '3', hint: '' });
    expect(failureLines('Error', numbered.failure)).toEqual(['Error: 3: 13 rows differ.', '  ']);
  });

  it.each([
    ['at its beginning', 'shop.t has rows.', 'Error: shop.t has rows.'],
    ['before a colon', 'shop.t: no rows.', 'Error: shop.t: no rows.'],
    ['within', 'The rows of shop.t are text in gbk.', 'Error: The rows of shop.t are text in gbk.'],
    ['within quotes', "Table 'shop.t' is full.", "Error: Table 'shop.t' is full."],
    ['as a part of another', 'shop.t2 has rows.', 'Error: shop.t: shop.t2 has rows.'],
    ['behind another name', 'my-shop.t has rows.', 'Error: shop.t: my-shop.t has rows.'],
    ['not at all', 'It has rows.', 'Error: shop.t: It has rows.'],
  ])('name a table once that the message names %s', (_where, message, said) => {
    const { failure } = new SluiceError('dump-unsupported', message, { table: 'shop.t', hint: '' });
    expect(failureLines('Error', failure)).toEqual([said, '  ']);
  });

  it('name a schema whose name is a word of the message', () => {
    const { failure } = new SluiceError('usage', 'It has other rows.', { table: 'rows', hint: '' });
    expect(failureLines('Error', failure)).toEqual(['Error: rows: It has other rows.', '  ']);
  });

  it('leave out what is not known', () => {
    expect(failureLines('Warning', new SluiceError('usage', 'No.', { hint: 'Yes.' }).failure)).toEqual([
      'Warning: No.',
      '  Yes.',
    ]);
  });
});

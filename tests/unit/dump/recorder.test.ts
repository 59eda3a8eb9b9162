import { beforeEach, describe, expect, it } from 'vitest';
import { DataSetRecorder } from '../../../app/dump/recorder';
import type { EngineDumpTable } from '../../../app/engine/specs';
import { batch } from '../harness/engine';

const dataSet = (id: number, table: string, partition: string | null = null): EngineDumpTable => ({
  ...{ id, schema: 'shop', table, partition, versions: 'current', basename: `shop@${id}` },
  ...{ columns: [], key: [], keyIndex: null, where: null, within: null, countCheck: 'when-split' },
  ...{ estimatedRows: 0, estimatedBytes: 0 },
});

describe('tables that stay locked until they are dumped', () => {
  let recorder: DataSetRecorder;
  let calls: number;
  beforeEach(() => {
    recorder = new DataSetRecorder();
    calls = 0;
    const held = ['log', 'visits'].map((name) => ({ schema: 'shop', name }));
    recorder.whenDumped(held, () => (calls += 1));
  });
  const dumped = (...ids: readonly number[]): void => {
    const ended = { kind: 'table-dumped', rows: 0, bytes: 0, chunks: [], countedRows: null } as const;
    recorder.take(batch({}, ...ids.map((table) => ({ ...ended, table }))));
  };

  it('are waited for to the last partition of the last one, and then once', () => {
    recorder.expect([dataSet(0, 'visits', 'p0'), dataSet(1, 'visits', 'p1')]);
    recorder.expect([dataSet(2, 'log'), dataSet(3, 'orders')]);
    dumped(2, 0);
    expect(calls).toBe(0);
    dumped(1);
    expect(calls).toBe(1);
    dumped(3);
    expect(calls).toBe(1);
  });

  it('are waited for also before they are announced', () => {
    recorder.expect([dataSet(0, 'orders'), dataSet(1, 'log')]);
    dumped(0, 1);
    expect(calls).toBe(0);
    recorder.expect([dataSet(2, 'visits')]);
    dumped(2);
    expect(calls).toBe(1);
  });

  it('are not taken for dumped when an event comes twice', () => {
    recorder.expect([dataSet(0, 'visits', 'p0'), dataSet(1, 'visits', 'p1'), dataSet(2, 'log')]);
    dumped(2, 0, 0);
    expect(calls).toBe(0);
  });
});

describe('all data sets', () => {
  const ended = { kind: 'table-dumped', rows: 0, bytes: 0, chunks: [], countedRows: null } as const;

  it('are awaited to the last one, whenever it is dumped', async () => {
    const recorder = new DataSetRecorder();
    recorder.expect([dataSet(0, 'visits', 'p0'), dataSet(1, 'visits', 'p1')]);
    let isEnded = false;
    const all = recorder.allDumped().then(() => (isEnded = true));
    recorder.take(batch({}, { ...ended, table: 1 }, { ...ended, table: 1 }));
    await Promise.resolve();
    expect(isEnded).toBe(false);
    recorder.take(batch({}, { ...ended, table: 0 }));
    await all;
    await recorder.allDumped();
  });

  it('are dumped where there are none', async () => {
    await new DataSetRecorder().allDumped();
  });
});

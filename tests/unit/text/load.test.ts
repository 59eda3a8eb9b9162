import { describe, expect, it } from 'vitest';
import { loadText } from '../../../app/text/load/load';
import { speedUpFailures } from '../../../app/text/load/speed-ups';

describe('the words of a load', () => {
  it.each([
    [{}, 'Schemas, sequences, tables and placeholders of views.'],
    [{ create: 1 }, 'Schemas, sequences, tables and placeholders of views: 1 table created.'],
    [
      { append: 2, create: 7, skip: 1, fill: 4, refuse: 3 },
      'Schemas, sequences, tables and placeholders of views: 7 tables created, 2 added to, 1 skipped.',
    ],
  ])('count tables by what is done with them: %o', (tables, step) => {
    expect(loadText.steps.definitions(tables)).toBe(step);
  });

  it('say whether another collation keeps the order', () => {
    const changed = (exact: boolean) =>
      loadText.collationChanged({ name: 'utf8mb4_0900_bin', standIn: 'utf8mb4_bin', exact });
    expect(changed(true)).toBe('utf8mb4_0900_bin becomes utf8mb4_bin: the same order.');
    expect(changed(false)).toContain('may sort and compare differently');
  });

  it('name every setting that is still changed, for people and for scripts', () => {
    const settings = ['redo log', 'sync_binlog'];
    const { failure } = speedUpFailures.notRestored({ target: 'copy', settings, reason: 'No route.' });
    expect(failure.message).toBe(
      'Settings of copy are still as the load had them (redo log, sync_binlog): No route.',
    );
    expect(failure.parameters).toEqual({ target: 'copy', settings, reason: 'No route.' });
  });
});

import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../../app/catalog/definition/definition';
import type { LogRecord } from '../../../../app/contract/runs/run';
import { decideIndexes } from '../../../../app/target/indexes/decision';
import { decisionOf, foldDecisions } from '../../../../app/contract/output/index-decisions';

/** Log line of a load on a table of so many rows. */
function logged(table: string, rows: number): LogRecord {
  const definition = parseDefinition(
    'CREATE TABLE `t` (\n  `id` int NOT NULL,\n  `a` int,\n  PRIMARY KEY (`id`),\n  KEY `k` (`a`)\n) ENGINE=InnoDB',
  );
  const host = { vendor: 'mysql', bufferPoolBytes: 2 ** 31 } as const;
  const { reason } = decideIndexes(definition, { rows, bytes: rows * 200 }, 'auto', host);
  return { at: 1, level: 'info', text: reason, table };
}

const other: LogRecord = { at: 2, level: 'info', text: 'Rows by LOAD DATA.', table: 's.a' };

describe('decisionOf', () => {
  it('reads the figures out of what a load logs', () => {
    expect(decisionOf(logged('s.big', 10_000_000))).toMatchObject({
      table: 's.big',
      deferred: '1 of 1',
      rows: '10,000,000',
      afterData: expect.stringMatching(/^[\d.,]+ s$/) as unknown,
      inline: expect.stringMatching(/^[\d.,]+ s$/) as unknown,
    });
    expect(decisionOf(logged('s.one', 1))).toMatchObject({
      deferred: null,
      rows: '1',
      inline: '< 0.01 s',
    });
    expect(decisionOf(other)).toBeNull();
  });
});

describe('foldDecisions', () => {
  it('says once, where the first stands, what is said of several tables', () => {
    const lines = foldDecisions([other, logged('s.a', 1), other, logged('s.b', 10_000_000)]);
    expect(lines.map(({ kind }) => kind)).toEqual(['record', 'indexes', 'record']);
    expect(lines[1]).toMatchObject({ decisions: [{ table: 's.a' }, { table: 's.b' }] });
  });

  it('leaves a single one as it is', () => {
    expect(foldDecisions([other, logged('s.a', 1)]).map(({ kind }) => kind)).toEqual(['record', 'record']);
  });
});

import { describe, expect, it } from 'vitest';
import { parseDefinition } from '../../../../app/catalog/definition/definition';
import type { IndexHost, TableSize } from '../../../../app/target/indexes/cost';
import { decideIndexes } from '../../../../app/target/indexes/decision';

const COLUMNS = ['`id` int NOT NULL', '`a` int', '`b` varchar(100)', '`c` text'];
const HOST: IndexHost = { vendor: 'mysql', bufferPoolBytes: 2 ** 31 };
const K = 'KEY `k` (`a`)';
const TEXTS = ['KEY `b1` (`b`(10))', 'KEY `b2` (`b`(30))', 'KEY `b3` (`b`)'];

function definition(...indexes: readonly string[]) {
  const lines = [...COLUMNS, 'PRIMARY KEY (`id`)', ...indexes].map((line) => `  ${line}`).join(',\n');
  return parseDefinition(`CREATE TABLE \`t\` (\n${lines}\n) ENGINE=InnoDB`);
}

const sized = (rows: number | null, rowBytes = 200): TableSize => ({
  rows,
  bytes: rows === null ? null : rows * rowBytes,
});

function auto(indexes: readonly string[], size: TableSize, host: IndexHost = HOST) {
  const { deferred, reason } = decideIndexes(definition(...indexes), size, 'auto', host);
  return { names: deferred.map(({ name }) => name), reason };
}

describe('decideIndexes', () => {
  it('does as asked, and says so', () => {
    expect(decideIndexes(definition(K), sized(20), 'defer', HOST)).toMatchObject({
      deferred: [{ name: 'k' }],
      reason: 'Deferring 1 of 1 index, as requested.',
    });
    expect(decideIndexes(definition(K), sized(1e7), 'inline', HOST)).toMatchObject({
      deferred: [],
      reason: 'Indexes inline, as requested.',
    });
  });

  it('keeps what may not wait, whatever is asked', () => {
    const table = definition('UNIQUE KEY `f` ((lower(`b`)))');
    expect(decideIndexes(table, sized(1e7), 'defer', HOST)).toMatchObject({
      deferred: [],
      reason: 'Indexes inline: f stays, a unique expression can be added by a copy only.',
    });
  });

  it('leaves the indexes of small tables alone', () => {
    const { names, reason } = auto([K], sized(20));
    expect(names).toEqual([]);
    expect(reason).toMatch(
      /^Indexes inline: for 20 rows, about 0\.04 s to build after the data, under 0\.01 s inline/,
    );
    expect(auto([K], sized(1)).reason).toContain('for 1 row, about');
    expect(auto([K], sized(0)).reason).toBe('Indexes inline: there are no rows.');
    expect(auto([], sized(1e7)).reason).toBe('The table has no secondary index.');
  });

  it('lets the indexes of big tables wait', () => {
    const { names, reason } = auto([K, ...TEXTS], sized(1_000_000));
    expect(names).toEqual(['k', 'b1', 'b2', 'b3']);
    expect(reason).toMatch(
      /^Deferring 4 of 4 indexes: for 1,000,000 rows, about [\d.]+ s to build after the data, [\d.]+ s inline; their pages are full then\.$/,
    );
  });

  it('says long times in whole seconds', () => {
    expect(auto([K, ...TEXTS], sized(1e9)).reason).toMatch(
      /about [\d,]+ s to build after the data, [\d,]+ s inline/,
    );
  });

  it('waits the sooner, the more and the wider the indexes are', () => {
    const from = (indexes: readonly string[]) => {
      let rows = 1;
      while (auto(indexes, sized(rows)).names.length === 0) rows *= 2;
      return rows;
    };
    expect(from(TEXTS)).toBeLessThan(from([K]));
    expect(from([K])).toBeGreaterThan(10_000);
    expect(from([K])).toBeLessThan(200_000);
  });

  it('waits where the indexes outgrow the buffer pool, and names it', () => {
    const small = { ...HOST, bufferPoolBytes: 2 ** 20 };
    const big = auto([K], sized(20_000));
    expect(big.names).toEqual([]);
    const { names, reason } = auto([K], sized(20_000), small);
    expect(names).toEqual(['k']);
    expect(reason).toContain('of indexes it outgrows the buffer pool');
  });

  it('judges by bytes where rows were not counted, and takes the unknown for big', () => {
    expect(auto([K], { rows: null, bytes: 400 }).names).toEqual([]);
    expect(auto([K], { rows: null, bytes: 4e8 }).names).toEqual(['k']);
    expect(auto([K], { rows: null, bytes: null }).names).toEqual(['k']);
  });
});

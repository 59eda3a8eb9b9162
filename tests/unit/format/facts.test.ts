import { describe, expect, it } from 'vitest';
import { formatFact, parseFacts, type Fact } from '../../../app/format/facts';

const DUMP: Fact = { fact: 'dump', sluice: '0.1.0', consistency: 'One snapshot.' };
const DEFINITION: Fact = {
  fact: 'definition',
  schema: 'shop',
  table: 'orders',
  createTable: 'CREATE TABLE `orders` (\n  `id` int\n)',
  key: ['id'],
};
const DATA: Fact = {
  fact: 'data',
  schema: 'shop',
  table: 'orders',
  partition: null,
  rows: 2,
  bytes: 10,
  countedRows: null,
  chunks: [
    {
      file: 'shop@orders@@0.tsv.zst',
      rows: 2,
      bytes: 10,
      storedBytes: 22,
      xxh64: '0123456789abcdef',
      first: ['1'],
      last: ['2'],
    },
  ],
};
const FACTS = [DUMP, DEFINITION, DATA];
const TEXT = FACTS.map(formatFact).join('');

describe('the facts file', () => {
  it('gives back what was written, one line for each fact', () => {
    expect(TEXT.split('\n')).toHaveLength(FACTS.length + 1);
    expect(parseFacts(TEXT)).toEqual(FACTS);
  });

  it('passes over a last line that a crash tore, wherever it was torn', () => {
    const whole = FACTS.slice(0, 2).map(formatFact).join('');
    for (let length = whole.length; length < TEXT.length; length++) {
      expect(parseFacts(TEXT.slice(0, length))).toEqual(FACTS.slice(0, 2));
    }
  });

  it('passes over kinds of facts that a later version writes', () => {
    const later = `${JSON.stringify({ fact: 'weather', sunny: true })}\n`;
    expect(parseFacts(formatFact(DUMP) + later + formatFact(DATA))).toEqual([DUMP, DATA]);
  });

  it('is empty for an empty file', () => {
    expect(parseFacts('')).toEqual([]);
  });
});

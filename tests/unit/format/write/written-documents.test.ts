import { describe, expect, it } from 'vitest';
import { doneSchema } from '../../../../app/format/documents';
import { doneDocument, toJson } from '../../../../app/format/write/written-documents';
import { ORDERS_FACT } from '../../harness/dump-folder';

const END = new Date('2026-11-20T10:02:03.456Z');

describe('doneDocument', () => {
  const FACTS = { bytes: 3, sha256: 'ab' };

  it('adds up the partitions of a table and lists the bytes of every chunk', () => {
    const done = doneDocument([ORDERS_FACT, { ...ORDERS_FACT, partition: 'p1', chunks: [] }], FACTS, END);
    expect(done).toMatchObject({
      dataBytes: 20,
      tableRows: { shop: { orders: 6 } },
      tableDataBytes: { shop: { orders: 20 } },
      chunkFileBytes: { 'shop@orders@0.tsv': 6, 'shop@orders@@1.tsv': 4 },
      sluiceFacts: FACTS,
    });
  });

  it.each(['constructor', 'toString', 'valueOf'])('counts also a table called %s', (name) => {
    const done = doneDocument([{ ...ORDERS_FACT, schema: name, table: name }], FACTS, END);
    expect(done.tableRows[name]?.[name]).toBe(3);
    expect(doneSchema.safeParse(JSON.parse(toJson(done))).success).toBe(true);
  });
});

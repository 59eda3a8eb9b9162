import { describe, expect, it } from 'vitest';
import { rowsBeside } from '../../../../../app/format/script/files/other-rows';

describe('rowsBeside', () => {
  it.each(['t.csv', 'a/t.TSV.gz', 'shop.t.jsonl.zst', 't.ndjson', 't.xml', 't.xml.gz'])(
    'finds values in %s',
    (file) => {
      expect(rowsBeside(['README', file])).toEqual({ kind: 'values', file });
    },
  );

  it.each(['t.parquet', 't.Parquet.zst', 'p/part-0.arrow', 't.orc', 't.avro', 'shop/t.ibd', 't.MYD'])(
    'finds rows that no load reads in %s, before values',
    (file) => {
      expect(rowsBeside(['t.csv', file])).toEqual({ kind: 'unread', file });
    },
  );

  it('takes notes, sums and signatures for none', () => {
    expect(
      rowsBeside(['README.md', 'backup.sql.sha256', 'backup.log', 'backup.txt', 'csv', 'my.csv-notes']),
    ).toBeNull();
  });
});

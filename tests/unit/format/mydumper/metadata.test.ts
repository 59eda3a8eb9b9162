import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../../app/format/mydumper/metadata';
import { dumpedKey } from '../../../../app/format/read/documents';

describe('readMetadata', () => {
  it('has the rows of each table by its real name', () => {
    const { rows } = readMetadata(
      '# Started dump at: 2026-11-26 10:00:00\n[config]\nquote-character = BACKTICK\n\n' +
        '[`my``shop`.`orders`]\nreal_table_name=orders\nrows = 12\n\n' +
        '[`shop`.`mydumper_0`]\nreal_table_name=odd/name\nrows = 0\n[`shop`]\nrows = 9\n',
    );
    expect([...rows]).toEqual([
      [dumpedKey({ schema: 'my`shop', dumpedName: 'orders' }), 12],
      [dumpedKey({ schema: 'shop', dumpedName: 'odd/name' }), 0],
    ]);
  });

  it('finds a schema whose files have a number for its name', () => {
    const { rows } = readMetadata(
      '[`mydumper_0`.`mydumper_1`]\nreal_table_name=a.b\nrows = 3\n',
      new Map([['mydumper_0', 'k.one']]),
    );
    expect([...rows]).toEqual([[dumpedKey({ schema: 'k.one', dumpedName: 'a.b' }), 3]]);
  });

  it('has none in the earlier shape', () => {
    expect(
      readMetadata('Started dump at: 2026-11-26\nSHOW MASTER STATUS:\n\tLog: b.1\n\tPos: 4\n').rows.size,
    ).toBe(0);
  });

  it('has the checksums of rows, and knows of those of definitions, which are not compared', () => {
    const both =
      '[`a`.`t`]\nrows = 1\ndata_checksum = 12\nschema_checksum = ab\n[`a`]\nschema_checksum = cd\n';
    const { checksums, hasOtherChecksums } = readMetadata(both);
    expect([...checksums]).toEqual([[dumpedKey({ schema: 'a', dumpedName: 't' }), '12']]);
    expect(hasOtherChecksums).toBe(true);
    expect(readMetadata('[`a`.`t`]\nrows = 1\ndata_checksum = 12\n').hasOtherChecksums).toBe(false);
  });

  it.each([
    ['# Started dump at: x\n[config]\n# Finished dump at: x\n', true],
    ['Started dump at: x\nFinished dump at: x', true],
    ['# Sluice 0.1.0, folder of mydumper\n', true],
    ['Started dump at: x\nSHOW MASTER STATUS:\n', false],
    ['', true],
    ['# Sta', false],
  ])('knows whether it is whole: %j', (text, hasEnd) => {
    expect(readMetadata(text).hasEnd).toBe(hasEnd);
  });
});

import { describe, expect, it } from 'vitest';
import { rejectText, rejectedRows } from '../../../../app/format/values/rejects';

describe('rejectText', () => {
  const rejected = (isWindows1252: boolean, text: Buffer) =>
    rejectText(
      rejectedRows(
        't.csv',
        { bad: [{ line: 2, reason: 'no UTF-8', text }], misfits: [] },
        { isWindows1252, reasonOf: () => '' },
      ),
    ).toString('latin1');

  it('keeps the bytes for which a row was refused', () => {
    expect(rejected(false, Buffer.from('2,"caf\xe9"', 'latin1'))).toBe(
      'file,line,reason,row\r\nt.csv,2,no UTF-8,"2,""caf\xe9"""\r\n',
    );
  });

  it('writes rows of a Windows-1252 file as UTF-8, as they would be loaded', () => {
    expect(Buffer.from(rejected(true, Buffer.from([0x80])), 'latin1').toString()).toContain('no UTF-8,€\r\n');
  });
});

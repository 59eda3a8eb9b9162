import { expect, it } from 'vitest';
import { csvLine } from '../../../app/convert/rows/csv-line';

it('quotes what needs it', () => {
  const line = csvLine(['id', 'a,b', 'say "x"', '', 'NULL', 'two\nlines'], {
    separator: ',',
    nullWord: 'NULL',
    bytes: 'hex',
  });
  expect(line).toBe('id,"a,b","say ""x""","","NULL","two\nlines"\r\n');
});

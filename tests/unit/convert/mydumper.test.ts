import { expect, it } from 'vitest';
import { printLines } from '../../../app/convert/mydumper/print';

it('ends statements at the end of a line, and none within a body', () => {
  expect(
    printLines(['SET SESSION sql_mode = 1', 'CREATE PROCEDURE `p`()\nBEGIN\n  DO 1;\nEND -- done']),
  ).toBe('SET SESSION sql_mode = 1;\nCREATE PROCEDURE `p`()\nBEGIN\n  DO 1; \nEND -- done\n;\n');
});

it('refuses what myloader would cut', () => {
  expect(() => printLines(['CREATE TABLE `a;\nb` (`c` int)'])).toThrow(/semicolon/);
});

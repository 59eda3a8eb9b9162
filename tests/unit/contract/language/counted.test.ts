import { expect, it } from 'vitest';
import { counted } from '../../../../app/contract/language/counted';

it.each([
  [0, '0 tables'],
  [1, '1 table'],
  [2, '2 tables'],
  [1204, '1,204 tables'],
])('%d is %s', (count, text) => {
  expect(counted(count, 'table', 'tables')).toBe(text);
});

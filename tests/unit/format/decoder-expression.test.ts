import { describe, expect, it } from 'vitest';
import { isPlainDecoder } from '../../../app/format/decoder-expression';

describe('isPlainDecoder', () => {
  it.each([
    'FROM_BASE64(REVERSE(@`c`))',
    'ST_GeomFromText(@`c`)',
    'CONVERT(UNHEX(@`c`) USING latin1)',
    'CAST(@`c` AS DECIMAL(10, 2))',
    "IF(@`c` = '', NULL, CONCAT(@`c`, 'x'))",
  ])('takes %s', (text) => {
    expect(isPlainDecoder(text, 'c')).toBe(true);
  });

  it.each([
    '(SELECT 1)',
    'LOAD_FILE(@`c`)',
    'SLEEP(10)',
    'shop.f(@`c`)',
    '`shop`.`f`(@`c`)',
    '@`other`',
    '@@version',
    '@`c`), other = (1',
    '@`c`) ; DROP TABLE t; (',
    '@`c` -- ',
    '@`c` /*! , 1 */',
    '@`c` # x',
    "'a\\' , '",
    'password',
    'UNHEX(@`c`',
    'EXISTS(TABLE t)',
  ])('refuses %s', (text) => {
    expect(isPlainDecoder(text, 'c')).toBe(false);
  });
});

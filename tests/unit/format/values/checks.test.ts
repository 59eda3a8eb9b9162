import { describe, expect, it } from 'vitest';
import { fieldChecks } from '../../../../app/format/values/checks';

const checkOf = (...elements: readonly string[]) =>
  fieldChecks({ name: 't', elements, options: '' }).get('a');

describe('fieldChecks', () => {
  it.each([
    ['its own NOT NULL', ['`a` int NOT NULL'], true],
    ['none', ['`a` int'], false],
    ['NOT NULL within a condition', ['`a` int CHECK ((`b` IS NOT NULL) OR (a > 0))'], false],
    ['NOT NULL within a text', ["`a` varchar(20) DEFAULT 'NOT NULL' COMMENT 'NOT NULL'"], false],
    ['a key of its own', ['a int PRIMARY KEY'], true],
    ['a key behind it', ['`a` int', 'CONSTRAINT `k` PRIMARY KEY (`b`, `a` DESC)'], true],
    ['a number that is counted', ['`a` int NOT NULL AUTO_INCREMENT'], false],
  ])('takes a column with %s', (_what, elements, isNotNull) => {
    expect(checkOf(...elements)?.isNotNull).toBe(isNotNull);
  });

  it.each([
    ['`a` int(10) unsigned zerofill', true],
    ["`a` int COMMENT 'unsigned'", false],
    ['`a` int CHECK (CAST(`b` AS UNSIGNED) > 1)', false],
  ])('reads the sign of %s', (element, isUnsigned) => {
    expect(checkOf(element)?.isUnsigned).toBe(isUnsigned);
  });
});

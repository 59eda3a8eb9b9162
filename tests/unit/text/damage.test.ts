import { expect, it } from 'vitest';
import { damageText } from '../../../app/text/format/damage';

it('adds how much more is damaged, where there is more', () => {
  const damage = 'The file a.tsv is missing.';
  expect(damageText.withMore({ damage, more: 0 })).toBe(damage);
  expect(damageText.withMore({ damage, more: 2 })).toBe('The file a.tsv is missing. 2 more such findings.');
});

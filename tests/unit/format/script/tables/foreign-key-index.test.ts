import { expect, it } from 'vitest';
import { withForeignKeyIndexes } from '../../../../../app/format/script/tables/foreign-key-index';

const changed = (elements: readonly string[], options = '') =>
  withForeignKeyIndexes({ name: 't', elements, options }).elements.filter((one) => !elements.includes(one));

it.each([
  ['by the column', ['p int', 'FOREIGN KEY (p) REFERENCES p (id)'], ['KEY `p` (`p`)']],
  [
    'by the constraint',
    ['CONSTRAINT `t_p` FOREIGN KEY `i` (`P`, q) REFERENCES p (a, b)'],
    ['KEY `t_p` (`P`,`q`)'],
  ],
  ['by itself', ['constraint foreign key i (p) references p (id)'], ['KEY `i` (`p`)']],
  ['once', ['FOREIGN KEY (p) REFERENCES a (id)', 'FOREIGN KEY (p) REFERENCES b (id)'], ['KEY `p` (`p`)']],
])('names the index of a foreign key %s', (_how, elements, added) => {
  expect(changed(elements)).toEqual(added);
});

it.each([
  [['KEY k (P, q)', 'FOREIGN KEY (p) REFERENCES p (id)']],
  [['p int primary key', 'FOREIGN KEY (p) REFERENCES p (id)']],
  [['UNIQUE (`p`)', 'FOREIGN KEY (p) REFERENCES p (id)']],
  [['CONSTRAINT u UNIQUE KEY v (p(3))', 'FOREIGN KEY (p) REFERENCES p (id)']],
])('leaves %s as they are', (elements) => {
  expect(changed(elements)).toEqual([]);
});

it('leaves tables of other engines as they are', () => {
  expect(changed(['FOREIGN KEY (p) REFERENCES p (id)'], ' ENGINE=MyISAM')).toEqual([]);
});

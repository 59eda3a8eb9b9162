import { expect, it } from 'vitest';
import { viewHead } from '../../../../app/catalog/definition/view-head';

it.each([
  [
    'CREATE ALGORITHM=UNDEFINED DEFINER=`a b`@`%` SQL SECURITY DEFINER VIEW `v` AS select 1 AS `x`',
    { algorithm: 'UNDEFINED', security: 'DEFINER', checkOption: '' },
  ],
  [
    'CREATE OR REPLACE ALGORITHM=MERGE SQL SECURITY INVOKER VIEW `v` (`x`) AS select 1 AS `x` from `t` WITH CASCADED CHECK OPTION',
    { algorithm: 'MERGE', security: 'INVOKER', checkOption: 'CASCADED' },
  ],
])('the head of %s', (definition, head) => {
  expect(viewHead(definition)).toEqual(head);
});

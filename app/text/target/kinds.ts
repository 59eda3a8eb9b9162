import type { ObjectKind } from '../../contract/runs/result';

/** Kind of anything that a load creates or finds on its target. */
export type TargetKind = ObjectKind | 'schema' | 'table' | 'user' | 'role';

/** Words for the kinds, in the middle of a sentence. */
export const kindWords: Readonly<Record<TargetKind, string>> = {
  schema: 'schema',
  table: 'table',
  view: 'view',
  sequence: 'sequence',
  function: 'function',
  procedure: 'procedure',
  package: 'package',
  event: 'event',
  trigger: 'trigger',
  library: 'library',
  user: 'user',
  role: 'role',
};

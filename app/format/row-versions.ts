import type { EngineRowVersions } from '../engine/specs';
import type { DumpTable } from './read/dump';

/** Row versions of a table that a dump contains. */
export function versionsOf({ definition }: Pick<DumpTable, 'definition'>): EngineRowVersions {
  return definition?.versions ?? 'current';
}

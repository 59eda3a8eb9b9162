import type { EngineRowVersions } from '../engine/specs';
import type { DumpTable } from './read/dump';

/** Row versions of a table that a dump contains. */
export function versionsOf({
  definition,
  hasHistory,
}: Pick<DumpTable, 'definition' | 'hasHistory'>): EngineRowVersions {
  return definition?.versions ?? (hasHistory === true ? 'all' : 'current');
}

import type { EngineRowVersions } from '../engine/specs';
import type { DumpTable } from './read/dump';

/** Which versions of a table's rows a dump holds. */
export function versionsOf({ definition }: Pick<DumpTable, 'definition'>): EngineRowVersions {
  return definition?.versions ?? 'current';
}

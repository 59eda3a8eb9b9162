import type { InspectTier } from '../../contract/inspection';
import { flushNeed, onSchema, onTable, SERVER, tableLockNeed, type Need, type RightsVendor } from './needs';

/** How tables are looked at. */
export interface Looking {
  readonly tier: InspectTier | 'auto';
  /** The server is asked to write a table's pages before its file is read. */
  readonly flushes: boolean;
  readonly locksRows: boolean;
}

/** Looking at the tables of a schema. */
export function inspectNeeds(server: RightsVendor, schema: string | null, looking: Looking): readonly Need[] {
  const { tier, flushes, locksRows } = looking;
  const statistics = tier === 'file' ? [] : statisticsNeeds(schema);
  const pages = tier === 'statistics' ? [] : [processNeed()];
  const flush = flushes && (tier === 'file' || tier === 'auto') ? flushedFileNeeds(server, schema) : [];
  const rows = locksRows && server.vendor === 'mysql' ? rowLockNeeds(schema) : [];
  return [
    { anyOf: ['SELECT'], on: onSchema(schema), for: 'tables' },
    ...pages,
    ...statistics,
    ...flush,
    ...rows,
  ];
}

/** Pages of tables, and what other clients do. */
export function processNeed(): Need {
  return { anyOf: ['PROCESS'], on: SERVER, for: 'pages of tables' };
}

/** ANALYZE TABLE, and where it leaves its counts. */
export function statisticsNeeds(schema: string | null): readonly Need[] {
  const what = 'fresh statistics of tables';
  return [
    { anyOf: ['INSERT'], on: onSchema(schema), for: what },
    { anyOf: ['SELECT'], on: onTable('mysql', 'innodb_index_stats'), for: what },
  ];
}

/** FLUSH TABLES … FOR EXPORT. */
export function flushedFileNeeds(server: RightsVendor, schema: string | null): readonly Need[] {
  const what = 'pages that are written out before they are read';
  return [
    { ...flushNeed(server), for: what },
    { ...tableLockNeed(schema), for: what },
  ];
}

/** Rows that are locked for a moment, FOR SHARE, and seen in the list of locks. */
export function rowLockNeeds(schema: string | null): readonly Need[] {
  const what = 'the order of leaf pages by locks';
  return [
    { ...processNeed(), for: what },
    { anyOf: ['SELECT'], on: onTable('performance_schema', 'data_locks'), for: what },
    { anyOf: ['LOCK TABLES', 'UPDATE', 'DELETE'], on: onSchema(schema), for: what },
  ];
}

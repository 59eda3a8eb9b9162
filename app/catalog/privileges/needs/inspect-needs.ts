import type { ServerVersion } from '../../server/dialect';
import type { InspectTier } from '../../../contract/pages/inspection';
import { flushNeed, onSchema, onTable, SERVER, tableLockNeed, type Need } from './needs';

/** Options of an inspection that its privileges depend on. */
export interface InspectAccess {
  readonly tier: InspectTier | 'auto';
  /** True where the server writes a table's pages before its file is read. */
  readonly flushes: boolean;
  readonly locksRows: boolean;
}

/** Returns the privileges to inspect the tables of a schema. */
export function inspectNeeds(
  server: ServerVersion,
  schema: string | null,
  access: InspectAccess,
): readonly Need[] {
  const { tier, flushes, locksRows } = access;
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

/** Returns the privilege to read pages of tables, and other clients' statements. */
export function processNeed(): Need {
  return { anyOf: ['PROCESS'], on: SERVER, for: 'table-pages' };
}

/** Returns the privileges for ANALYZE TABLE, and for reading the table that holds its counts. */
export function statisticsNeeds(schema: string | null): readonly Need[] {
  const what = 'fresh-statistics';
  return [
    { anyOf: ['INSERT'], on: onSchema(schema), for: what },
    { anyOf: ['SELECT'], on: onTable('mysql', 'innodb_index_stats'), for: what },
  ];
}

/** Returns the privileges for FLUSH TABLES … FOR EXPORT. */
export function flushedFileNeeds(server: ServerVersion, schema: string | null): readonly Need[] {
  const what = 'flushed-pages';
  return [
    { ...flushNeed(server), for: what },
    { ...tableLockNeed(schema), for: what },
  ];
}

/** Returns the privileges to lock rows for a moment, FOR SHARE, and to see them in the list of locks. */
export function rowLockNeeds(schema: string | null): readonly Need[] {
  const what = 'leaf-order';
  return [
    { ...processNeed(), for: what },
    { anyOf: ['SELECT'], on: onTable('performance_schema', 'data_locks'), for: what },
    { anyOf: ['LOCK TABLES', 'UPDATE', 'DELETE'], on: onSchema(schema), for: what },
  ];
}

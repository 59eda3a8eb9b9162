import { toEngineConnection } from '../catalog/connect/endpoint';
import { lastingServerOf } from '../catalog/server/server-id';
import { SILENCE_MS } from '../catalog/session/process-list';
import { readingVariables } from '../catalog/session/variables';
import { quoteTable } from '../catalog/text/quote';
import type { EngineMigrateSpec } from '../engine/specs';
import { targetSchemaOf } from '../format/select';
import { has } from '../catalog/server/dialect';
import { sessionVariables } from '../target/session/replication';
import { JOURNAL_TABLE } from '../target/journal/journal-table';
import type { Migration } from './context';
import { loadOptionsOf } from './request';

/**
 * Spec of the engine's job for a migration. It names the journal before the journal exists: the job's lanes sign in to
 * the target with the first table.
 */
export function engineSpec(
  { request, catalog, session, selected, earlier }: Migration,
  loadName: string,
): EngineMigrateSpec {
  const { threads, memoryLimitBytes, reconnectMs } = request.options;
  const schema = targetSchemaOf(loadOptionsOf(request.options), selected.schemas[0] ?? '');
  return {
    source: toEngineConnection(request.source, lastingServerOf(catalog)),
    sourceSession: catalog.laneVariables(readingVariables(catalog.server)),
    target: {
      connection: toEngineConnection(request.target, lastingServerOf(session)),
      session: session.laneVariables(sessionVariables(session.server, loadOptionsOf(request.options))),
      directory: '',
      lanes: threads,
      memoryLimitBytes,
      tuneIndexBuilds: has(session.server, 'indexBuildThreads'),
      journal: earlier?.table ?? quoteTable(schema, JOURNAL_TABLE),
      loadName,
      reconnectMs,
      silenceMs: request.silenceMs ?? SILENCE_MS,
    },
  };
}

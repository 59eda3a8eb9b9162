import type { ControlSession } from '../../catalog/session/control-session';
import type { EngineDumpTable } from '../../engine/specs';
import { isVersioned } from '../../target/existing/truncate';
import { checksumOnServer } from '../../checksums/server';
import { dropBuiltIndexes } from './built-indexes';
import { areCutsInOrder, deleteRange, readCollations, readCuts } from './cuts';
import { quotedTarget, type Route } from './routes';
import {
  canResume,
  compareRanges,
  isRecorded,
  splitByResult,
  planReadings,
  type CutPartition,
} from './started-tables';
import { partitionPairsOf, type ComparedRange, type TableSide } from './key-ranges';
import { besideRows, targetParts } from './checksums';
import type { TargetRun } from '../../target/context';
import type { MigratedRoute, RowJob } from './row-job';
import { migrateText } from '../../text/migrate/run';

/** A table that an earlier run has started. */
export interface StartedRoute {
  readonly route: Route;
  readonly partitions: readonly CutPartition[];
}

/** Finds the unfinished tables that can be resumed range by range, if their rows are still the source's. */
export async function findStartedTables(
  { request, catalog }: Pick<RowJob, 'request' | 'catalog'>,
  { session, records }: Pick<TargetRun, 'session' | 'records'>,
  routes: readonly Route[],
): Promise<readonly StartedRoute[]> {
  const started: StartedRoute[] = [];
  for (const route of routes) {
    if (!isRecorded(route, records)) continue;
    // Rows deleted from a versioned table stay as its history.
    if (await isVersioned(session, route.prepared.schema, route.prepared.dump.name)) continue;
    const [parts = []] = await targetParts(session, [route]);
    const pairs = partitionPairsOf(await sideOf(catalog, route.parts), await sideOf(session, parts)) ?? [];
    const partitions: CutPartition[] = [];
    for (const partition of pairs) {
      const cuts = await readCuts(session, request.engine, partition.target, pairs.length);
      if (await areCutsInOrder(catalog, request.engine, partition.source, cuts))
        partitions.push({ ...partition, cuts });
    }
    if (canResume(pairs, partitions)) started.push({ route, partitions });
  }
  return started;
}

async function sideOf(session: ControlSession, parts: readonly EngineDumpTable[]): Promise<TableSide> {
  const [first] = parts;
  return { parts, collations: first === undefined ? new Map() : await readCollations(session, first) };
}

/** First id of parts that are read for a comparison only: they are not announced to the run's watchers. */
const FIRST_COMPARED = 1_000_000;

/**
 * Compares started tables range by range under the new snapshot, and keeps the rows that are the same on both sides;
 * `unmatched` are the tables without any such row. `nextId` is the first free id for further parts.
 */
export async function resumeTables(
  rowJob: RowJob,
  run: TargetRun,
  tables: readonly StartedRoute[],
  nextId: number,
): Promise<{ readonly resumed: readonly MigratedRoute[]; readonly unmatched: readonly Route[] }> {
  if (tables.length === 0) return { resumed: [], unmatched: [] };
  const compared = await comparePartitions(
    rowJob,
    run,
    tables.flatMap(({ partitions }) => partitions),
  );
  const resumed: MigratedRoute[] = [];
  const unmatched: Route[] = [];
  let free = nextId;
  for (const { route, partitions } of tables) {
    const { kept, reload } = splitByResult(partitions, compared, free);
    if (kept.rows === 0) {
      unmatched.push(route);
      continue;
    }
    await run.journal.forgetChunks(run.session, quotedTarget(route));
    await dropBuiltIndexes(run.session, route);
    for (const { target, keyRange } of reload)
      await deleteRange(run.session, rowJob.request.engine, target, keyRange);
    const parts = reload.map(({ part }) => part);
    free = Math.max(free, ...parts.map(({ id }) => id + 1));
    resumed.push({
      ...route,
      parts,
      kept,
      note: migrateText.notes.resumed(kept.rows, parts.length),
      targetChecksum: null,
    });
  }
  return { resumed, unmatched };
}

/** Reads the ranges of all partitions on both sides. */
async function comparePartitions(
  rowJob: RowJob,
  { session }: TargetRun,
  partitions: readonly CutPartition[],
): Promise<ReadonlyMap<CutPartition, readonly ComparedRange[]>> {
  const { job, waiter, checksums, request, hooks } = rowJob;
  const readings = planReadings(partitions, FIRST_COMPARED);
  const all = readings.flatMap(({ read }) => read);
  const sources = all.map(({ source }) => source);
  job.addTables(sources.map((source) => ({ parts: [source], target: null })));
  const { threads, memoryLimitBytes } = request.options;
  const targetChecksums = await checksumOnServer(
    {
      engine: request.engine,
      endpoint: request.target,
      session,
      threads,
      memoryLimitBytes,
      parts: all.map(({ target }) => target),
    },
    besideRows(hooks),
  );
  await Promise.race([checksums.until(sources.map((source) => source.id)), waiter.finished()]);
  return compareRanges(readings, checksums, targetChecksums);
}

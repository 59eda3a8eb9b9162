import type { ControlSession } from '../../catalog/session/control-session';
import type { EngineDumpTable } from '../../engine/specs';
import { isVersioned } from '../../target/existing/truncate';
import { sumOnServer } from '../../checksums/server';
import { dropBuiltIndexes } from './built-indexes';
import { areCutsInOrder, emptyStretch, readCollations, readCuts } from './cuts';
import { quotedTarget, type Route } from './routes';
import {
  canGoOn,
  comparedBy,
  isRecorded,
  leftOf,
  readingsOf,
  toldOf,
  type CutSection,
} from './started-tables';
import { partitionPairsOf, type ComparedRange, type TableSide } from './key-ranges';
import { besideRows, targetParts } from './checksums';
import type { TargetRun } from '../../target/context';
import type { MigratedRoute, RowJob } from './row-job';

/** A table that an earlier run has begun. */
export interface StartedRoute {
  readonly route: Route;
  readonly sections: readonly CutSection[];
}

/** Those of the unfinished tables that can go on where the earlier run was, if their rows are still the source's. */
export async function findStartedTables(
  { request, catalog }: Pick<RowJob, 'request' | 'catalog'>,
  { session, records }: Pick<TargetRun, 'session' | 'records'>,
  routes: readonly Route[],
): Promise<readonly StartedRoute[]> {
  const started: StartedRoute[] = [];
  for (const route of routes) {
    if (!isRecorded(route, records)) continue;
    // A stretch of such a table can't be emptied: its rows would become rows of the past.
    if (await isVersioned(session, route.prepared.schema, route.prepared.dump.name)) continue;
    const [there = []] = await targetParts(session, [route]);
    const pairs = partitionPairsOf(await sideOf(catalog, route.parts), await sideOf(session, there)) ?? [];
    const sections: CutSection[] = [];
    for (const section of pairs) {
      const cuts = await readCuts(session, request.engine, section.target, pairs.length);
      if (await areCutsInOrder(catalog, request.engine, section.source, cuts))
        sections.push({ ...section, cuts });
    }
    if (canGoOn(pairs, sections)) started.push({ route, sections });
  }
  return started;
}

async function sideOf(session: ControlSession, parts: readonly EngineDumpTable[]): Promise<TableSide> {
  const [first] = parts;
  return { parts, collations: first === undefined ? new Map() : await readCollations(session, first) };
}

/** Numbers of data sets that are read for a comparison: no watcher of the run is told of them. */
const FIRST_COMPARED = 1_000_000;

/**
 * Compares them stretch by stretch under the new snapshot, and leaves of each the rows that are the same on both sides;
 * a table without any comes back as it was given. `nextId` is the first id that is free for further parts.
 */
export async function resumeTables(
  rowJob: RowJob,
  run: TargetRun,
  tables: readonly StartedRoute[],
  nextId: number,
): Promise<{ readonly going: readonly MigratedRoute[]; readonly over: readonly Route[] }> {
  if (tables.length === 0) return { going: [], over: [] };
  const compared = await compareSections(
    rowJob,
    run,
    tables.flatMap(({ sections }) => sections),
  );
  const going: MigratedRoute[] = [];
  const over: Route[] = [];
  let free = nextId;
  for (const { route, sections } of tables) {
    const { kept, again } = leftOf(sections, compared, free);
    if (kept.rows === 0) {
      over.push(route);
      continue;
    }
    await run.journal.forgetChunks(run.session, quotedTarget(route));
    await dropBuiltIndexes(run.session, route);
    for (const { target, stretch } of again)
      await emptyStretch(run.session, rowJob.request.engine, target, stretch);
    const parts = again.map(({ part }) => part);
    free = Math.max(free, ...parts.map(({ id }) => id + 1));
    going.push({ ...route, parts, kept, told: toldOf(kept.rows, parts.length), found: null });
  }
  return { going, over };
}

/** Reads the stretches of all sections on both sides. */
async function compareSections(
  rowJob: RowJob,
  { session }: TargetRun,
  sections: readonly CutSection[],
): Promise<ReadonlyMap<CutSection, readonly ComparedRange[]>> {
  const { job, waiter, sums, request, hooks } = rowJob;
  const readings = readingsOf(sections, FIRST_COMPARED);
  const all = readings.flatMap(({ read }) => read);
  const sources = all.map(({ source }) => source);
  job.addTables(sources.map((source) => ({ parts: [source], target: null })));
  const { threads, memoryLimitBytes } = request.options;
  const there = await sumOnServer(
    {
      ...{ engine: request.engine, endpoint: request.target, session, threads, memoryLimitBytes },
      parts: all.map(({ target }) => target),
    },
    besideRows(hooks),
  );
  await Promise.race([sums.until(sources.map((source) => source.id)), waiter.finished()]);
  return comparedBy(readings, sums, there);
}

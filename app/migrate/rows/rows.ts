import type { RunHooks } from '../../engine/hooks';
import { emptyTable } from '../../target/existing/truncate';
import { areEqual, type TableChecksum } from '../../checksums/totals';
import { dropBuiltIndexes } from './built-indexes';
import { findStartedTables, resumeTables } from './resume-rows';
import {
  announce,
  nextIdOf,
  numbered,
  quotedTarget,
  toMigrateTables,
  expectedChecksum,
  type Route,
} from './routes';
import { besideRows, checksumTargets } from './checksums';
import type { TargetRun } from '../../target/context';
import type { RowJob, MigratedRoute } from './row-job';
import { migrateFailures, migrateText } from '../../text/migrate/run';

/** Notes on the rows of an earlier run. */
const { notes } = migrateText;

/**
 * Moves all rows with the engine; resolves when they are in. A resumed migration reads each finished table on both sides
 * under the new snapshot, and keeps it where its rows are the same. It keeps equal ranges of an unfinished table that can
 * be cut into ranges ({@link resumeTables}); every other table is emptied and loaded from its first row. No table ever has
 * rows of two snapshots.
 */
export async function migrateTables(
  rowJob: RowJob,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly MigratedRoute[]> {
  const { hooks, job, waiter } = rowJob;
  announce(routes, hooks);
  const finished = run.records === null ? new Map() : await run.journal.migratedTables(run.session);
  const isFinished = (route: Route) => finished.has(quotedTarget(route));
  const unfinished = routes.filter((route) => !isFinished(route));
  const started = await findStartedTables(rowJob, run, unfinished);
  const startedRoutes = new Set(started.map(({ route }) => route));
  const loaded = await emptyStarted(
    run,
    unfinished.filter((route) => !startedRoutes.has(route)),
    notes.uncut,
  );
  logNotes(loaded, hooks);
  job.addTables(await toMigrateTables(run, loaded));
  const compared = await compare(rowJob, run, routes.filter(isFinished));
  const kept = compared.filter(({ targetChecksum }) => targetChecksum !== null);
  const changed = compared.filter(({ targetChecksum }) => targetChecksum === null);
  const reloaded = await emptyStarted(run, numbered(changed, nextIdOf(routes)), notes.changed);
  logNotes([...kept, ...reloaded], hooks);
  announce(reloaded, hooks);
  job.addTables(await toMigrateTables(run, reloaded));
  const nextId = nextIdOf([...routes, ...reloaded]);
  const { resumed, unmatched } = await resumeTables(rowJob, run, started, nextId);
  announce(
    resumed.map(({ parts }) => ({ parts: parts.filter(({ id }) => id >= nextId) })),
    hooks,
  );
  const emptied = await emptyStarted(run, unmatched, notes.noneSame);
  logNotes([...resumed, ...emptied], hooks);
  job.addTables(await toMigrateTables(run, [...resumed, ...emptied]));
  job.seal();
  await waiter.finished();
  return [...loaded, ...reloaded, ...resumed, ...emptied, ...kept];
}

/** Logs the notes as soon as they are decided, so that a run that is interrupted once more has logged them. */
function logNotes(routes: readonly MigratedRoute[], hooks: RunHooks): void {
  for (const { note, prepared } of routes)
    if (note !== null) hooks.log('info', note, `${prepared.schema}.${prepared.dump.name}`);
}

/** Reads finished tables on both sides; `targetChecksum` is set for those that are equal. */
async function compare(
  rowJob: RowJob,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly MigratedRoute[]> {
  if (routes.length === 0) return [];
  const { job, waiter, checksums } = rowJob;
  job.addTables(routes.map(({ parts }) => ({ parts, target: null })));
  const found = await readTargetChecksums(rowJob, run, routes);
  const ids = routes.flatMap(({ parts }) => parts.map(({ id }) => id));
  await Promise.race([checksums.until(ids), waiter.finished()]);
  return routes.map((route, at) => {
    const targetChecksum = found[at] ?? null;
    const isEqual = targetChecksum !== null && areEqual(targetChecksum, expectedChecksum(route, checksums));
    return {
      ...route,
      note: isEqual ? notes.kept : notes.changed,
      targetChecksum: isEqual ? targetChecksum : null,
    };
  });
}

/** Reads the checksums of the target's tables while the row job continues. */
async function readTargetChecksums(
  { request, hooks }: Pick<RowJob, 'request' | 'hooks'>,
  { session }: TargetRun,
  routes: readonly Route[],
): Promise<readonly TableChecksum[]> {
  const { engine, target, options } = request;
  const { threads, memoryLimitBytes } = options;
  return await checksumTargets({ engine, endpoint: target, session, routes, threads, memoryLimitBytes }, () =>
    besideRows(hooks),
  );
}

/** Adds the checksums of existing rows that stay, read before the migration: the added rows are proved against them. */
export async function withExistingChecksums(
  rowJob: Pick<RowJob, 'request' | 'hooks'>,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly Route[]> {
  const recorded = routes.map((route) => {
    const checksum = run.records?.get(quotedTarget(route))?.existingChecksum;
    return checksum === undefined ? route : { ...route, existingChecksum: BigInt(`0x${checksum}`) };
  });
  const unknown = recorded.filter(
    (route) => (route.prepared.existingRows ?? 0) > 0 && run.records?.has(quotedTarget(route)) !== true,
  );
  if (unknown.length === 0) return recorded;
  const found = await readTargetChecksums(rowJob, run, unknown);
  const foundOf = new Map(unknown.map((route, at) => [route, found[at]] as const));
  return recorded.map((route) => ({
    ...route,
    existingChecksum: foundOf.get(route)?.checksum ?? route.existingChecksum,
  }));
}

/**
 * Empties tables that an earlier run has started. Fails with `target-exists` where its rows are among others that existed
 * before.
 */
async function emptyStarted(
  { session, journal, records }: TargetRun,
  routes: readonly Route[],
  why: string,
): Promise<readonly MigratedRoute[]> {
  if (records === null) return routes.map((route) => ({ ...route, note: null, targetChecksum: null }));
  const committed = [...(await journal.committed(session)).keys()];
  const emptied: MigratedRoute[] = [];
  for (const route of routes) {
    const quoted = quotedTarget(route);
    const hasRows = committed.some((key) => key.startsWith(`${quoted}/`));
    emptied.push({ ...route, note: hasRows ? why : null, targetChecksum: null });
    if (!records.has(quoted)) continue;
    if (route.prepared.existingRows !== null) {
      if (hasRows)
        throw migrateFailures.mixedRows({ table: `${route.prepared.schema}.${route.prepared.dump.name}` });
      continue;
    }
    await emptyTable(session, route.prepared.schema, route.prepared.dump.name);
    await journal.forgetChunks(session, quoted);
    await dropBuiltIndexes(session, route);
  }
  return emptied;
}

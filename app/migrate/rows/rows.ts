import { SluiceError } from '../../contract/failure';
import type { RunHooks } from '../../engine/hooks';
import { emptyTable } from '../../target/existing/truncate';
import { areEqual, type TableSum } from '../../checksums/totals';
import { dropBuiltIndexes } from './built-indexes';
import { findStartedTables, resumeTables } from './resume-rows';
import { announce, nextIdOf, numbered, quotedTarget, toMigrateTables, wantedOf, type Route } from './routes';
import { besideRows, sumTargets } from './checksums';
import type { TargetRun } from '../../target/context';
import type { RowJob, MigratedRoute } from './row-job';

const KEPT = 'Kept from the earlier run: every row is the same on both sides under the new snapshot.';
const CHANGED = 'Loaded again: the source’s rows are not those of the earlier run any more.';
const UNCUT =
  'Loaded again: the earlier run had not finished it, and it has too few rows, or no key that both sides put in the same order, or a history, to be compared in ranges.';
const NONE_SAME =
  'Loaded again: the earlier run had not finished it, and no range of it is the same on both sides any more.';

/**
 * Has the engine move all rows and resolves when they are in. In a migration that is resumed a table that was finished
 * is read on both sides, under the new snapshot, and stays where its rows are the same. So do the ranges of one that was
 * not, where it can be cut into such ({@link resumeTables}); every other one is emptied and loaded from its first row. No
 * table ever has rows of two snapshots.
 */
export async function migrateTables(
  rowJob: RowJob,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly MigratedRoute[]> {
  const { hooks, job, waiter } = rowJob;
  announce(routes, hooks);
  const finished = run.records === null ? new Map() : await run.journal.moved(run.session);
  const isFinished = (route: Route) => finished.has(quotedTarget(route));
  const unfinished = routes.filter((route) => !isFinished(route));
  const started = await findStartedTables(rowJob, run, unfinished);
  const startedRoutes = new Set(started.map(({ route }) => route));
  const left = await startOver(
    run,
    unfinished.filter((route) => !startedRoutes.has(route)),
    UNCUT,
  );
  tell(left, hooks);
  job.addTables(await toMigrateTables(run, left));
  const compared = await compare(rowJob, run, routes.filter(isFinished));
  const kept = compared.filter(({ found }) => found !== null);
  const changed = compared.filter(({ found }) => found === null);
  const again = await startOver(run, numbered(changed, nextIdOf(routes)), CHANGED);
  tell([...kept, ...again], hooks);
  announce(again, hooks);
  job.addTables(await toMigrateTables(run, again));
  const nextId = nextIdOf([...routes, ...again]);
  const { going, over } = await resumeTables(rowJob, run, started, nextId);
  announce(
    going.map(({ parts }) => ({ parts: parts.filter(({ id }) => id >= nextId) })),
    hooks,
  );
  const anew = await startOver(run, over, NONE_SAME);
  tell([...going, ...anew], hooks);
  job.addTables(await toMigrateTables(run, [...going, ...anew]));
  job.seal();
  await waiter.finished();
  return [...left, ...again, ...going, ...anew, ...kept];
}

/** As soon as it is decided: a run that is interrupted once more has said it. */
function tell(routes: readonly MigratedRoute[], hooks: RunHooks): void {
  for (const { told, prepared } of routes)
    if (told !== null) hooks.log('info', told, `${prepared.schema}.${prepared.dump.name}`);
}

/** Reads finished tables on both sides; `found` says what of them is equal. */
async function compare(
  rowJob: RowJob,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly MigratedRoute[]> {
  if (routes.length === 0) return [];
  const { job, waiter, sums } = rowJob;
  job.addTables(routes.map(({ parts }) => ({ parts, target: null })));
  const found = await sumsThere(rowJob, run, routes);
  const ids = routes.flatMap(({ parts }) => parts.map(({ id }) => id));
  await Promise.race([sums.until(ids), waiter.finished()]);
  return routes.map((route, at) => {
    const there = found[at] ?? null;
    const isEqual = there !== null && areEqual(there, wantedOf(route, sums));
    return { ...route, told: isEqual ? KEPT : CHANGED, found: isEqual ? there : null };
  });
}

/** The sums of what the target's tables hold now, while the engine's job for the rows goes on. */
async function sumsThere(
  { request, hooks }: Pick<RowJob, 'request' | 'hooks'>,
  { session }: TargetRun,
  routes: readonly Route[],
): Promise<readonly TableSum[]> {
  const { engine, target, options } = request;
  const { threads, memoryLimitBytes } = options;
  return await sumTargets({ engine, endpoint: target, session, routes, threads, memoryLimitBytes }, () =>
    besideRows(hooks),
  );
}

/** The same for rows that are there before the migration and stay: what is added is proved against them. */
export async function withExistingChecksums(
  rowJob: Pick<RowJob, 'request' | 'hooks'>,
  run: TargetRun,
  routes: readonly Route[],
): Promise<readonly Route[]> {
  const recorded = routes.map((route) => {
    const sum = run.records?.get(quotedTarget(route))?.existingChecksum;
    return sum === undefined ? route : { ...route, existingChecksum: BigInt(`0x${sum}`) };
  });
  const unknown = recorded.filter(
    (route) => (route.prepared.existingRows ?? 0) > 0 && run.records?.has(quotedTarget(route)) !== true,
  );
  if (unknown.length === 0) return recorded;
  const found = await sumsThere(rowJob, run, unknown);
  const foundOf = new Map(unknown.map((route, at) => [route, found[at]] as const));
  return recorded.map((route) => ({
    ...route,
    existingChecksum: foundOf.get(route)?.sum ?? route.existingChecksum,
  }));
}

/**
 * Empties tables that an earlier run has begun. Fails with `target-exists` where its rows stand among others that were
 * there before.
 */
async function startOver(
  { session, journal, records }: TargetRun,
  routes: readonly Route[],
  why: string,
): Promise<readonly MigratedRoute[]> {
  if (records === null) return routes.map((route) => ({ ...route, told: null, found: null }));
  const committed = [...(await journal.committed(session)).keys()];
  const over: MigratedRoute[] = [];
  for (const route of routes) {
    const quoted = quotedTarget(route);
    const hasRows = committed.some((key) => key.startsWith(`${quoted}/`));
    over.push({ ...route, told: hasRows ? why : null, found: null });
    if (!records.has(quoted)) continue;
    if (route.prepared.existingRows !== null) {
      if (hasRows) throw notToTellApart(route);
      continue;
    }
    await emptyTable(session, route.prepared.schema, route.prepared.dump.name);
    await journal.forgetChunks(session, quoted);
    await dropBuiltIndexes(session, route);
  }
  return over;
}

function notToTellApart({ prepared }: Route): SluiceError {
  return new SluiceError(
    'target-exists',
    'Rows of the earlier run stand among those that were there before, and the new snapshot has others.',
    {
      table: `${prepared.schema}.${prepared.dump.name}`,
      hint: 'Take the migration back with --abandon, which names what it can’t take away, and begin again.',
    },
  );
}

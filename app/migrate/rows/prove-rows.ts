import { SluiceError } from '../../contract/failure';
import type { Check } from '../../contract/run';
import type { RunHooks } from '../../engine/hooks';
import type { ReconnectingSession } from '../../target/session/reconnecting-session';
import { ComparisonProgress, type CountedBefore } from '../../checksums/progress';
import { areEqual, digitsOf, NO_ROWS, together, type Sums, type TableSum } from '../../checksums/totals';
import type { MigrateRequest } from '../request';
import { firstId, nextIdOf, quotedTarget, wantedOf } from './routes';
import { sumTargets } from './checksums';
import type { MigratedRoute } from './row-job';

export interface Proving {
  readonly request: MigrateRequest;
  readonly hooks: RunHooks;
  readonly reconnecting: ReconnectingSession;
  readonly routes: readonly MigratedRoute[];
  /** Of what was read at the source. */
  readonly sums: Sums;
}

/** How often all rows are gone through: they were moved, and are read again in the target. */
const PASSES = 2;

/**
 * Reads every row again in the target, and says by table, quoted, that it holds what the source had. The run's counters
 * are those of this reading meanwhile. Fails with `rows-differ` for the first table whose rows are not the same on both
 * sides.
 */
export async function proveRows(proving: Proving): Promise<ReadonlyMap<string, readonly Check[]>> {
  const { request, hooks, reconnecting, routes, sums } = proving;
  const { engine, target, options } = request;
  const { threads, memoryLimitBytes } = options;
  const unread = routes.filter(({ found }) => found === null);
  const moved = countedBefore(routes, sums);
  hooks.log('info', 'All rows are read again in the target and compared by their sums.');
  const read = await reconnecting.withRetry((session) => {
    // Each try begins where the moving has ended.
    const progress = new ComparisonProgress(hooks, moved.length, PASSES);
    progress.countedBefore(moved);
    return sumTargets(
      { engine, endpoint: target, session, routes: unread, threads, memoryLimitBytes },
      progress.pass,
    );
  });
  const readOf = new Map(unread.map((route, at) => [route, read[at]] as const));
  return new Map(
    routes.map((route) => [quotedTarget(route), [checkOf(route, route.found ?? readOf.get(route), sums)]]),
  );
}

/** What was moved of each table that the run has announced, by its position; with the rows that were there and stay. */
function countedBefore(routes: readonly MigratedRoute[], sums: Sums): readonly CountedBefore[] {
  const staying = new Map(
    routes.map((route) => [
      firstId(route),
      together(route.kept, { ...NO_ROWS, rows: route.prepared.existingRows ?? 0 }),
    ]),
  );
  const compared = new Set(
    routes.flatMap(({ parts, found }) => (found === null ? parts.map(({ id }) => id) : [])),
  );
  return Array.from({ length: nextIdOf(routes) }, (_, id) => {
    const { rows, bytes } = together(sums.told(id) ?? NO_ROWS, staying.get(id) ?? NO_ROWS);
    return { rows, bytes, isCompared: compared.has(id) };
  });
}

function checkOf(route: MigratedRoute, found: TableSum | undefined, sums: Sums): Check {
  const { prepared } = route;
  const wanted = wantedOf(route, sums);
  if (found === undefined || !areEqual(found, wanted))
    throw new SluiceError(
      'rows-differ',
      `The target’s rows are not those of the source: ${found?.rows ?? 0} rows read again, ${wanted.rows} wanted.`,
      { table: `${prepared.schema}.${prepared.dump.name}` },
    );
  const there = prepared.existingRows ?? 0;
  const before = there === 0 ? '' : `, with the ${there.toLocaleString('en')} rows that were there`;
  const detail = `Every row read again in the target: sum ${digitsOf(wanted)} on both sides${before}`;
  return { kind: 'digest', state: 'ok', detail };
}

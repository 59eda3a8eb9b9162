import type { EngineDumpTable } from '../engine/specs';
import type { Begun } from '../load/begin';
import { quiet, sumOnServer } from '../sums/server-sums';
import { NO_ROWS } from '../sums/sums';
import { dropBuiltIndexes } from './built-indexes';
import type { MovedRoute, Moving } from './move';
import { quotedTarget, type Route } from './routes';
import {
  cutColumnOf,
  divided,
  emptyStretch,
  partWithin,
  readCuts,
  stretchesBetween,
  type CutColumn,
} from './stretches';
import { besideRows, targetParts } from './sums';

/** A table that an earlier run has begun, as both sides read it, and where it is cut for being compared. */
export interface BegunRoute {
  readonly route: Route;
  readonly column: CutColumn;
  readonly cuts: readonly string[];
  readonly source: EngineDumpTable;
  readonly target: EngineDumpTable;
}

/** Those of the unfinished tables that can go on where the earlier run was, if their rows are still the source's. */
export async function findBegun(
  { session, records }: Pick<Begun, 'session' | 'records'>,
  routes: readonly Route[],
): Promise<readonly BegunRoute[]> {
  const begun: BegunRoute[] = [];
  for (const route of routes) {
    const column = cutColumnOf(route);
    if (column === null || records?.has(quotedTarget(route)) !== true) continue;
    const [there = []] = await targetParts(session, [route]);
    const [source] = route.parts;
    const [target, ...others] = there;
    if (source === undefined || target?.key[0]?.column !== column.name) continue;
    if (others.length > 0 || target.key.length > 1 || target.key[0].kind !== source.key[0]?.kind) continue;
    const cuts = await readCuts(session, quotedTarget(route), column);
    if (cuts.length > 0) begun.push({ route, column, cuts, source, target });
  }
  return begun;
}

/** Numbers of data sets that are read for a comparison: no watcher of the run is told of them. */
const FIRST_COMPARED = 1_000_000;

/**
 * Compares them stretch by stretch under the new snapshot, and leaves of each the rows that are the same on both sides;
 * a table without any comes back as it was given. `nextId` is the first id that is free for further parts.
 */
export async function goOnWith(
  moving: Moving,
  begun: Begun,
  tables: readonly BegunRoute[],
  nextId: number,
): Promise<{ readonly going: readonly MovedRoute[]; readonly over: readonly Route[] }> {
  if (tables.length === 0) return { going: [], over: [] };
  const compared = await compareStretches(moving, begun, tables);
  const going: MovedRoute[] = [];
  const over: Route[] = [];
  let free = nextId;
  for (const [at, table] of tables.entries()) {
    const { route, column, source } = table;
    const { kept, again } = divided(compared[at] ?? []);
    if (kept.rows === 0) {
      over.push(route);
      continue;
    }
    const { session, journal } = begun;
    await journal.forgetChunks(session, quotedTarget(route));
    for (const within of again) await emptyStretch(session, route, column, within);
    await dropBuiltIndexes(session, route);
    const parts = again.map((within, part) => partWithin(source, within, part === 0 ? source.id : free++));
    going.push({ ...route, parts, kept, told: toldOf(kept.rows, again.length), found: null });
  }
  return { going, over };
}

function toldOf(rows: number, ranges: number): string {
  const left = ranges === 1 ? 'the range' : `the ${ranges} ranges`;
  return `Gone on with: ${rows.toLocaleString('en')} rows of the earlier run are the same on both sides under the new snapshot; ${left} without them came again or for the first time.`;
}

/** The last stretch is where the earlier run was: nobody needs to read it before it comes. */
async function compareStretches(moving: Moving, { session }: Begun, tables: readonly BegunRoute[]) {
  const { job, waiter, sums, request, hooks } = moving;
  let id = FIRST_COMPARED;
  const pairs = tables.map(({ source, target, cuts }) =>
    stretchesBetween(cuts)
      .slice(0, -1)
      .map((within) => {
        id += 1;
        return { within, source: partWithin(source, within, id), target: partWithin(target, within, id) };
      }),
  );
  const all = pairs.flat();
  job.addTables(all.map(({ source }) => ({ parts: [source], target: null })));
  const { threads, memoryLimitBytes } = request.options;
  const there = await sumOnServer(
    {
      ...{ engine: request.engine, endpoint: request.target, session, threads, memoryLimitBytes },
      parts: all.map(({ target }) => target),
    },
    quiet(besideRows(hooks)),
  );
  await Promise.race([sums.until(all.map(({ source }) => source.id)), waiter.finished()]);
  return tables.map(({ cuts }, at) => [
    ...(pairs[at] ?? []).map(({ within, source, target }) => ({
      within,
      source: sums.of([source]),
      target: there.of([target]),
    })),
    { within: { at: [cuts[cuts.length - 1] ?? ''], before: null }, source: null, target: NO_ROWS },
  ]);
}

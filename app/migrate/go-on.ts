import type { ControlSession } from '../catalog/control-session';
import { quoteTable } from '../catalog/quote';
import type { EngineDumpTable } from '../engine/specs';
import type { Begun } from '../load/begin';
import { isVersioned } from '../load/empty-table';
import { sumOnServer } from '../sums/server-sums';
import { NO_ROWS, together } from '../sums/sums';
import { dropBuiltIndexes } from './built-indexes';
import { areCutsInOrder, emptyStretch, readCollations, readCuts } from './cuts';
import type { MovedRoute, Moving } from './move';
import { quotedTarget, type Route } from './routes';
import {
  divided,
  partWithin,
  sectionsOf,
  stretchesBetween,
  type ComparedStretch,
  type CutKey,
  type Section,
  type TableSide,
} from './stretches';
import { besideRows, targetParts } from './sums';

/** A section of a table that an earlier run has begun, and where it is cut for being compared. */
interface CutSection extends Section {
  readonly cuts: readonly CutKey[];
}

/** A table that an earlier run has begun. */
export interface BegunRoute {
  readonly route: Route;
  readonly sections: readonly CutSection[];
}

/** Those of the unfinished tables that can go on where the earlier run was, if their rows are still the source's. */
export async function findBegun(
  { request, catalog }: Pick<Moving, 'request' | 'catalog'>,
  { session, records }: Pick<Begun, 'session' | 'records'>,
  routes: readonly Route[],
): Promise<readonly BegunRoute[]> {
  const begun: BegunRoute[] = [];
  for (const route of routes) {
    if (!isRecorded(route, records)) continue;
    // A stretch of such a table can't be emptied: its rows would become rows of the past.
    if (await isVersioned(session, route.prepared.schema, route.prepared.dump.name)) continue;
    const [there = []] = await targetParts(session, [route]);
    const pairs = sectionsOf(await sideOf(catalog, route.parts), await sideOf(session, there)) ?? [];
    const sections: CutSection[] = [];
    for (const section of pairs) {
      const cuts = await readCuts(session, request.engine, section.target, pairs.length);
      if (await areCutsInOrder(catalog, request.engine, section.source, cuts))
        sections.push({ ...section, cuts });
    }
    if (sections.length === pairs.length && sections.some(({ cuts }) => cuts.length > 0))
      begun.push({ route, sections });
  }
  return begun;
}

/**
 * Whether the rows that are in the table's target are an earlier run's: it has recorded the table, and nobody else's rows
 * are among them, which couldn't be told from its own.
 */
export function isRecorded(
  route: {
    readonly prepared: Pick<Route['prepared'], 'schema' | 'rowsThere'> & {
      readonly dump: { readonly name: string };
    };
  },
  records: Begun['records'],
): boolean {
  const { schema, rowsThere, dump } = route.prepared;
  return rowsThere === null && records?.has(quoteTable(schema, dump.name)) === true;
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
export async function goOnWith(
  moving: Moving,
  begun: Begun,
  tables: readonly BegunRoute[],
  nextId: number,
): Promise<{ readonly going: readonly MovedRoute[]; readonly over: readonly Route[] }> {
  if (tables.length === 0) return { going: [], over: [] };
  const compared = await compareSections(
    moving,
    begun,
    tables.flatMap(({ sections }) => sections),
  );
  const going: MovedRoute[] = [];
  const over: Route[] = [];
  let free = nextId;
  for (const { route, sections } of tables) {
    const divisions = sections.map((section) => ({ section, ...divided(compared.get(section) ?? []) }));
    const kept = divisions.map((division) => division.kept).reduce(together, NO_ROWS);
    if (kept.rows === 0) {
      over.push(route);
      continue;
    }
    await begun.journal.forgetChunks(begun.session, quotedTarget(route));
    await dropBuiltIndexes(begun.session, route);
    const parts: EngineDumpTable[] = [];
    for (const { section, again } of divisions)
      for (const [at, stretch] of again.entries()) {
        await emptyStretch(begun.session, moving.request.engine, section.target, stretch);
        parts.push(partWithin(section.source, stretch, at === 0 ? section.source.id : free++));
      }
    going.push({ ...route, parts, kept, told: toldOf(kept.rows, parts.length), found: null });
  }
  return { going, over };
}

export function toldOf(rows: number, ranges: number): string {
  const left = ranges === 1 ? 'the range without them is' : `the ${ranges} ranges without them are`;
  return `Gone on with: ${rows.toLocaleString('en')} rows of the earlier run are the same on both sides under the new snapshot; only ${left} brought.`;
}

/** A section's last stretch is where the earlier run was: nobody needs to read it before it comes. */
async function compareSections(
  moving: Moving,
  { session }: Begun,
  sections: readonly CutSection[],
): Promise<ReadonlyMap<CutSection, readonly ComparedStretch[]>> {
  const { job, waiter, sums, request, hooks } = moving;
  let id = FIRST_COMPARED;
  const divisions = sections.map((section) => {
    const stretches = stretchesBetween(section.source.key, section.cuts);
    const read = stretches.slice(0, -1).map((stretch) => {
      id += 1;
      return {
        stretch,
        source: partWithin(section.source, stretch, id),
        target: partWithin(section.target, stretch, id),
      };
    });
    return { section, read, open: stretches.slice(-1) };
  });
  const all = divisions.flatMap(({ read }) => read);
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
  return new Map(
    divisions.map(({ section, read, open }) => [
      section,
      [
        ...read.map(({ stretch, source, target }) => ({
          stretch,
          source: sums.of([source]),
          target: there.of([target]),
        })),
        ...open.map((stretch) => ({ stretch, source: null, target: NO_ROWS })),
      ],
    ]),
  );
}

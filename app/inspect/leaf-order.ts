import { has } from '../catalog/server/dialect';
import type { ControlSession } from '../catalog/session/control-session';
import { quoteName, quoteTable } from '../catalog/text/quote';
import { SluiceError } from '../contract/failure';
import type { IndexLayout } from '../contract/pages/inspection';
import { MOST_POINTS, type FilePicture, type OrderPlot } from '../contract/pages/page-picture';
import type { Cancellation } from '../engine/cancellation';
import { readSpaces, type TableName, type TableSpace } from './file/dictionary';
import type { InspectedTable } from './file/file';
import { percent } from './layout';
import { isRefusal } from './statistics';
import { inspectText } from '../text/inspect';

/** Rows locked at once: few enough not to block anybody for long, and to fit into the server's lock tables. */
const ROWS_PER_WINDOW = 20_000;

const INTEGERS: ReadonlySet<string> = new Set(['tinyint', 'smallint', 'mediumint', 'int', 'bigint']);

/** Order of a table's leaf pages, or the reason why it is unknown. */
type LeafOrder =
  | { readonly kind: 'known'; readonly pages: readonly number[]; readonly space: TableSpace }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Adds the leaf order to the clustered index, or the reason why it is unknown. */
export async function addLeafOrder(
  session: ControlSession,
  name: TableName,
  { table, indexes }: InspectedTable,
  cancellation: Cancellation,
): Promise<InspectedTable> {
  const order = await readLeafOrder(session, name, cancellation);
  const [clustered, ...others] = indexes;
  if (order.kind === 'unknown') {
    const noted = { ...table, notes: [...table.notes, inspectText.note(order.reason)] };
    const unordered = clustered === undefined ? [] : [withReason(clustered, order.reason)];
    return { table: noted, indexes: [...unordered, ...others] };
  }
  if (clustered === undefined) return { table, indexes };
  const { pages, space } = order;
  const indexId = clustered.indexId ?? space.indexes[0]?.indexId ?? null;
  const ordered = withFigures(clustered, {
    ...orderFigures(pages, space.pageSize),
    ...(indexId !== null && { indexId }),
  });
  return {
    table: {
      ...table,
      source: inspectText.orderSource(table.source, clustered.name ?? ''),
    },
    indexes: [ordered, ...others],
    ...(indexId !== null && { pictures: [pictureOf(indexId, pages, space.pageSize)] }),
  };
}

/** Records why the order is unknown although it was requested. */
function withReason(index: IndexLayout, reason: string): IndexLayout {
  const unknown = index.unknown.map((entry) =>
    entry.figures.includes('outOfOrderPct') ? { ...entry, reason } : entry,
  );
  return { ...index, unknown };
}

function withFigures(index: IndexLayout, figures: Partial<IndexLayout>): IndexLayout {
  const unknown = index.unknown.map((entry) => ({
    ...entry,
    figures: entry.figures.filter((figure) => !(figure in figures)),
  }));
  return { ...index, ...figures, unknown: unknown.filter(({ figures: left }) => left.length > 0) };
}

/** Returns the order plot of the leaves; the page map needs the file. */
function pictureOf(indexId: number, pages: readonly number[], pageSize: number): FilePicture {
  return {
    partition: null,
    pages: pages.reduce((most, page) => Math.max(most, page + 1), 0),
    pageSize,
    extentPages: extentPagesOf(pageSize),
    indexes: [{ indexId, plot: plotOrder(pages, MOST_POINTS) }],
    map: null,
  };
}

/** Groups leaves into points as the engine does (order_plot.h). */
export function plotOrder(pages: readonly number[], mostPoints: number): OrderPlot {
  const leavesPerPoint = Math.max(1, Math.ceil(pages.length / mostPoints));
  const groups = Array.from({ length: Math.ceil(pages.length / leavesPerPoint) }, (_, point) =>
    pages.slice(point * leavesPerPoint, (point + 1) * leavesPerPoint),
  );
  return {
    leavesPerPoint,
    lowest: Uint32Array.from(groups, (group) => Math.min(...group)),
    highest: Uint32Array.from(groups, (group) => Math.max(...group)),
  };
}

/**
 * Reads the page numbers of a table's clustered index in key order, without its file, on MySQL: `data_locks` names the
 * page of each locked row. Walks the table in windows of keys and locks the rows of one window at a time (FOR SHARE,
 * never waiting for others), so it runs only on request. The format of ENGINE_LOCK_ID is not documented (manual, "The
 * data_locks Table"); on 9.7 its third and fourth fields are space and page, and the space is compared.
 */
async function readLeafOrder(
  session: ControlSession,
  place: TableName,
  cancellation: Cancellation,
): Promise<LeafOrder> {
  if (session.server.vendor !== 'mysql') return unknown(inspectText.onlyWaitedLocks);
  if (!has(session.server, 'threadFunctions')) return unknown(inspectText.noLockList);
  const key = await integerKey(session, place);
  if (key === null) return unknown(inspectText.onlyIntegerKeys);
  await session.run('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  try {
    const [space, ...more] = await readSpaces(session, place.schema, place.table);
    if (space === undefined || more.length > 0) return unknown(inspectText.severalTablespaces);
    return await walk(session, { ...place, key, space }, cancellation);
  } catch (error) {
    if (!isRefusal(error) && !isLocked(error)) throw error;
    return unknown(isRefusal(error) ? inspectText.locksNotAllowed : inspectText.rowsLocked);
  } finally {
    await session.run('ROLLBACK');
    await session.run('SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ');
  }
}

function unknown(reason: string): LeafOrder {
  return { kind: 'unknown', reason };
}

/** Returns whether the error is ER_LOCK_NOWAIT, or a lock wait time-out. */
function isLocked(error: unknown): boolean {
  return error instanceof SluiceError && [3572, 1205].includes(error.failure.errno ?? 0);
}

/** Returns the column of a primary key that is one ascending integer; null for any other key. */
async function integerKey(session: ControlSession, { schema, table }: TableName): Promise<string | null> {
  const rows = await session.rows(
    `SELECT s.COLUMN_NAME AS name, s.COLLATION AS direction, c.DATA_TYPE AS type
     FROM information_schema.STATISTICS s JOIN information_schema.COLUMNS c
       ON c.TABLE_SCHEMA = s.TABLE_SCHEMA AND c.TABLE_NAME = s.TABLE_NAME AND c.COLUMN_NAME = s.COLUMN_NAME
     WHERE s.TABLE_SCHEMA = ? AND s.TABLE_NAME = ? AND s.INDEX_NAME = 'PRIMARY'`,
    [schema, table],
  );
  const [part] = rows;
  const isSuitable =
    rows.length === 1 && part?.direction === 'A' && INTEGERS.has(part.type?.toLowerCase() ?? '');
  return isSuitable ? (part.name ?? null) : null;
}

interface Walk extends TableName {
  readonly key: string;
  readonly space: TableSpace;
}

async function walk(
  session: ControlSession,
  { space, ...place }: Walk,
  cancellation: Cancellation,
): Promise<LeafOrder> {
  const pages: number[] = [];
  let last: string | null = null;
  for (;;) {
    cancellation.throwIfCancelled();
    await session.run('START TRANSACTION');
    const end = await lockWindow(session, place, last);
    const locks = end === null ? [] : await lockedPages(session, place);
    await session.run('ROLLBACK');
    if (end === null) return { kind: 'known', pages, space };
    if (locks.length === 0 || locks.some((lock) => lock.space !== space.spaceId || Number.isNaN(lock.page))) {
      return unknown(inspectText.strangeLockIds);
    }
    // A window may end within a page: then the next one begins with it.
    for (const { page } of locks) if (page !== pages[pages.length - 1]) pages.push(page);
    last = end;
  }
}

/** Locks the rows after a key; returns the last one's key, or null after the last row. */
async function lockWindow(
  session: ControlSession,
  { schema, table, key }: Omit<Walk, 'space'>,
  last: string | null,
): Promise<string | null> {
  const column = quoteName(key);
  return await session.scalar(
    `SELECT MAX(k) FROM (SELECT ${column} AS k FROM ${quoteTable(schema, table)} FORCE INDEX (PRIMARY)
       ${last === null ? '' : `WHERE ${column} > ${last}`} ORDER BY ${column} LIMIT ${ROWS_PER_WINDOW}
       FOR SHARE NOWAIT) w`,
  );
}

async function lockedPages(
  session: ControlSession,
  { schema, table }: Omit<Walk, 'space'>,
): Promise<readonly { readonly space: number; readonly page: number }[]> {
  const field = (at: number) => `SUBSTRING_INDEX(SUBSTRING_INDEX(ENGINE_LOCK_ID, ':', ${at}), ':', -1)`;
  const rows = await session.rows(
    `SELECT ${field(3)} AS space, ${field(4)} AS page, MIN(CAST(LOCK_DATA AS DECIMAL(20))) AS k
     FROM performance_schema.data_locks
     WHERE OBJECT_SCHEMA = ? AND OBJECT_NAME = ? AND INDEX_NAME = 'PRIMARY' AND LOCK_TYPE = 'RECORD'
       AND LOCK_DATA <> 'supremum pseudo-record' AND THREAD_ID = PS_CURRENT_THREAD_ID()
     GROUP BY space, page ORDER BY k`,
    [schema, table],
  );
  return rows.map(({ space, page }) => ({ space: Number(space), page: Number(page) }));
}

type OrderFigures = Pick<
  IndexLayout,
  'outOfOrderPct' | 'backwardPct' | 'runs' | 'extentVisits' | 'extents' | 'lanes'
>;

/** Computes order figures, as the native engine defines them, from page numbers in key order. */
export function orderFigures(pages: readonly number[], pageSize: number): OrderFigures {
  const extentPages = extentPagesOf(pageSize);
  const sorted = [...pages].sort((a, b) => a - b);
  const rank = new Map(sorted.map((page, at) => [page, at]));
  const steps = pages.slice(1).map((to, at) => ({ from: pages[at] ?? 0, to }));
  const count = (is: (from: number, to: number) => boolean) =>
    steps.filter(({ from, to }) => is(from, to)).length;
  const share = (part: number) => (steps.length === 0 ? 0 : percent(part / steps.length));
  const extentOf = (page: number) => Math.floor(page / extentPages);
  return {
    outOfOrderPct: share(count((from, to) => rank.get(to) !== (rank.get(from) ?? 0) + 1)),
    backwardPct: share(count((from, to) => to < from)),
    runs: pages.length === 0 ? 0 : count((from, to) => to !== from + 1) + 1,
    extentVisits: pages.length === 0 ? 0 : count((from, to) => extentOf(to) !== extentOf(from)) + 1,
    extents: new Set(pages.map(extentOf)).size,
    lanes: countLanes(pages.map((page) => rank.get(page) ?? 0)),
  };
}

/** Counts streams side by side as the engine does (index_figures.cc); `ranks` are places in the file, in key order. */
function countLanes(ranks: readonly number[]): number {
  if (ranks.length < 2) return ranks.length;
  const longest = Math.min(4096, Math.max(64, Math.floor(ranks.length / 4)));
  const changes = new Int32Array(ranks.length);
  ranks.forEach((to, at) => {
    const from = ranks[at - 1] ?? to;
    if (to <= from || to - from > longest) return;
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to] = (changes[to] ?? 0) - 1;
  });
  let crossing = 0;
  const crossings = changes.slice(0, -1).map((change) => (crossing += change));
  return crossings.sort()[Math.floor(crossings.length / 2)] ?? 0;
}

/** Returns the pages of an extent: 1 MiB, or 64 pages where they are larger than 16 KiB. */
function extentPagesOf(pageSize: number): number {
  return Math.max(64, 2 ** 20 / pageSize);
}

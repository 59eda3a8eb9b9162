import type { ControlSession } from '../catalog/session/control-session';
import type { IndexLayout } from '../contract/pages/inspection';
import { quoteTable } from '../catalog/text/quote';
import { likeText, type DictionaryIndex, type TableName, type TableSpace } from './file/dictionary';
import type { InspectedTable } from './file/file';
import { FILL_FIGURES, NO_FIGURES, ORDER_FIGURES, percent } from './layout';
import { isRefusal, readStatistics, type PageCounts, type Statistics } from './statistics';
import { inspectFailures, inspectText } from '../text/inspect';

/** Pages of one index with the same data size. */
export interface SizeCount {
  readonly isRoot: boolean;
  readonly dataBytes: number;
  readonly pages: number;
  readonly records: number;
}

/** Pages above which the pool is read only on request: the server copies all of it first. */
export const LARGE_POOL_PAGES = 262_144;

const BINS = 20;
/** Fill of a page written in key order: a sixteenth stays free. */
const DENSE = 15 / 16;
/** Header, infimum, supremum, an empty directory and the trailer of a page. */
const PAGE_OVERHEAD = 132;

/** Returns the number of pages that the pool can hold. */
export async function readPoolPages(session: ControlSession): Promise<number> {
  return Number(await session.scalar('SELECT @@GLOBAL.innodb_buffer_pool_size / @@GLOBAL.innodb_page_size'));
}

/**
 * Inspects a table's pages in the server's memory: exact for those. Needs PROCESS. The server copies its whole pool
 * into a table first, which the manuals warn of on busy servers.
 */
export async function inspectBufferPool(
  session: ControlSession,
  place: TableName,
  spaces: readonly TableSpace[],
): Promise<InspectedTable> {
  const table = `${place.schema}.${place.table}`;
  const statistics = await readStatistics(session, place.schema, place.table).catch((error: unknown) => {
    if (!isRefusal(error)) throw error;
    return { counts: [], missing: inspectText.statisticsUnreadable, notes: [] } satisfies Statistics;
  });
  if (new Set(spaces.map(({ spaceId }) => spaceId)).size < spaces.length)
    throw inspectFailures.sharedByPartitions();
  const sizes = await readSizes(session, place, spaces);
  const indexes = spaces.flatMap((space) =>
    space.indexes.map((index) => ({
      space,
      index,
      sizes: leafSizes(sizes.get(keyOf(space.spaceId, index.name)) ?? []),
      counts: countsOf(statistics, space, index),
    })),
  );
  const pagesSeen = indexes.reduce((sum, { sizes: own }) => sum + total(own, ({ pages }) => pages), 0);
  const leaves = indexes.map(({ counts }) => counts?.leafPages ?? null);
  const pagesInAll = leaves.includes(null)
    ? null
    : leaves.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return {
    table: {
      table,
      tier: 'buffer-pool',
      source: inspectText.poolSource,
      coverage: coverageText(pagesSeen, pagesInAll),
      pagesSeen,
      pagesInAll,
      notes: [
        ...(statistics.missing === null ? [] : [inspectText.note(statistics.missing)]),
        ...statistics.notes,
        levelsNote(spaces),
      ],
      files: [],
    },
    indexes: indexes.map(({ space, index, sizes: own, counts }) =>
      toLayout(table, space, index, own, counts),
    ),
  };
}

function levelsNote(spaces: readonly TableSpace[]): string {
  const knowsRoots = spaces.every(({ indexes }) => indexes.every(({ rootPage }) => rootPage !== null));
  return inspectText.levelsUnknown(knowsRoots);
}

function coverageText(seen: number, inAll: number | null): string {
  if (inAll === null) return inspectText.pagesSeen(seen);
  const share = inAll === 0 ? 100 : Math.min(100, Math.floor((seen / inAll) * 100));
  return inspectText.leavesSeen(seen, inAll, share);
}

async function readSizes(
  session: ControlSession,
  { schema, table }: TableName,
  spaces: readonly TableSpace[],
): Promise<ReadonlyMap<string, readonly SizeCount[]>> {
  const bySpace = new Map<string, SizeCount[]>();
  if (spaces.length === 0) return bySpace;
  const roots = spaces.flatMap(({ spaceId, indexes }) =>
    indexes.flatMap(({ rootPage }) => (rootPage === null ? [] : [`(${spaceId}, ${rootPage})`])),
  );
  // Other tables of the tablespace have indexes of the same names. A partition follows in a comment.
  const isShared = spaces.some((space) => space.isShared);
  const own = quoteTable(schema, table);
  const isRoot = roots.length === 0 ? '0' : `(SPACE, PAGE_NUMBER) IN (${roots.join(', ')})`;
  const rows = await session.rows(
    `SELECT SPACE AS space, INDEX_NAME AS name, ${isRoot} AS root,
            DATA_SIZE AS size, COUNT(*) AS pages, SUM(NUMBER_RECORDS) AS records
     FROM information_schema.INNODB_BUFFER_PAGE
     WHERE SPACE IN (${spaces.map(({ spaceId }) => spaceId).join(', ')}) AND PAGE_TYPE = 'INDEX'
       AND INDEX_NAME IS NOT NULL ${isShared ? 'AND (TABLE_NAME = ? OR TABLE_NAME LIKE ?)' : ''}
     GROUP BY space, name, root, size`,
    isShared ? [own, `${likeText(own)} /*%`] : [],
  );
  for (const { space, name, root, size, pages, records } of rows) {
    const key = keyOf(Number(space), (name ?? '').replace(/^`(.*)`$/, '$1'));
    const known = bySpace.get(key) ?? [];
    known.push({
      isRoot: root === '1',
      dataBytes: Number(size),
      pages: Number(pages),
      records: Number(records),
    });
    bySpace.set(key, known);
  }
  return bySpace;
}

function keyOf(spaceId: number, index: string): string {
  return `${spaceId}/${index}`;
}

/** Leaves out the root of an index with other pages: it is no leaf. */
export function leafSizes(sizes: readonly SizeCount[]): readonly SizeCount[] {
  const below = sizes.filter(({ isRoot }) => !isRoot);
  return below.length > 0 ? below : sizes;
}

function countsOf({ counts }: Statistics, space: TableSpace, { name }: DictionaryIndex): PageCounts | null {
  const same = (partition: string | null) => partition?.toLowerCase() === space.partition?.toLowerCase();
  return counts.find((index) => index.name === name && same(index.partition)) ?? null;
}

function toLayout(
  table: string,
  space: TableSpace,
  index: DictionaryIndex,
  sizes: readonly SizeCount[],
  counts: PageCounts | null,
): IndexLayout {
  const seen = total(sizes, ({ pages }) => pages);
  const leafPages = counts?.leafPages ?? null;
  const isWhole = leafPages !== null && seen >= leafPages;
  const fillReason = space.compressedRows
    ? inspectText.compressedRows
    : seen === 0
      ? inspectText.noPageInPool
      : null;
  const fill = fillReason === null ? fillFigures(sizes, space.pageSize - PAGE_OVERHEAD) : null;
  const wasted = fill !== null && isWhole ? wastedBytes(sizes, space.pageSize) : null;
  return {
    table,
    ...(space.partition !== null && { partition: space.partition }),
    name: index.name,
    ...NO_FIGURES,
    indexId: index.indexId,
    leafPages,
    pages: counts?.pages ?? null,
    ...(isWhole && {
      records: total(sizes, ({ records }) => records),
      dataBytes: total(sizes, ({ pages, dataBytes }) => pages * dataBytes),
    }),
    ...(fill ?? {}),
    wastedBytes: wasted,
    unknown: [
      { figures: [...ORDER_FIGURES], reason: inspectText.poolOrderUnknown },
      { figures: ['levels', 'garbageBytes'], reason: inspectText.poolUnknown },
      ...(fillReason === null ? [] : [{ figures: [...FILL_FIGURES], reason: fillReason }]),
      ...(fillReason === null && !isWhole
        ? [
            {
              figures: ['records', 'dataBytes', 'wastedBytes'],
              reason: inspectText.leavesMissing,
            },
          ]
        : []),
      ...(counts === null
        ? [{ figures: ['leafPages', 'pages'], reason: inspectText.statisticsMissing }]
        : []),
      ...(counts?.leafPages === null
        ? [{ figures: ['leafPages'], reason: inspectText.smallIndexUncounted }]
        : []),
    ],
  };
}

type FillFigures = Pick<IndexLayout, 'fillPct' | 'fillP10Pct' | 'belowHalfPct' | 'fillHistogram'>;

/** Computes fill figures, as the native engine defines them, from pages counted by size. */
export function fillFigures(sizes: readonly SizeCount[], usable: number): FillFigures {
  const pages = total(sizes, (size) => size.pages);
  const histogram = new Array<number>(BINS).fill(0);
  for (const { dataBytes, pages: count } of sizes) {
    const bin = Math.min(BINS - 1, Math.floor((dataBytes / usable) * BINS));
    histogram[bin] = (histogram[bin] ?? 0) + count;
  }
  const sum = total(sizes, ({ dataBytes, pages: count }) => dataBytes * count);
  const below = total(sizes, ({ dataBytes, pages: count }) => (dataBytes < usable / 2 ? count : 0));
  return {
    fillPct: percent(sum / pages / usable),
    fillP10Pct: percent(tenthPercentile(sizes, pages) / usable),
    belowHalfPct: percent(below / pages),
    fillHistogram: histogram,
  };
}

function tenthPercentile(sizes: readonly SizeCount[], pages: number): number {
  let left = Math.ceil(pages / 10);
  for (const { dataBytes, pages: count } of [...sizes].sort((a, b) => a.dataBytes - b.dataBytes)) {
    left -= count;
    if (left <= 0) return dataBytes;
  }
  return 0;
}

function wastedBytes(sizes: readonly SizeCount[], pageSize: number): number {
  const sum = total(sizes, ({ dataBytes, pages }) => dataBytes * pages);
  const dense = Math.max(1, sum / (pageSize - PAGE_OVERHEAD) / DENSE);
  return Math.round(Math.max(0, total(sizes, ({ pages }) => pages) - dense) * pageSize);
}

function total(sizes: readonly SizeCount[], of: (size: SizeCount) => number): number {
  return sizes.reduce((sum, size) => sum + of(size), 0);
}

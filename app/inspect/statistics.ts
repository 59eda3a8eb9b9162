import type { ControlSession } from '../catalog/session/control-session';
import { quoteTable } from '../catalog/text/quote';
import { SluiceError } from '../contract/failure';
import type { IndexLayout } from '../contract/pages/inspection';
import { likeText, partitionOf } from './file/dictionary';
import type { InspectedTable } from './file/file';
import { readIndexNames } from './index-names';
import { FILL_FIGURES, NO_FIGURES, ORDER_FIGURES } from './layout';
import { inspectText } from '../text/inspect';

/** Page counts of one index, or of its part in one partition. */
export interface PageCounts {
  readonly partition: string | null;
  readonly name: string;
  /** Null where the server did not count them. */
  readonly leafPages: number | null;
  /** Reserved, on all levels. */
  readonly pages: number;
}

/** Page counts, or the reason why there are none. */
export interface Statistics {
  readonly counts: readonly PageCounts[];
  readonly missing: string | null;
  /** Caveats. */
  readonly notes: readonly string[];
}

/**
 * Reads page counts from persistent statistics after an ANALYZE: `n_leaf_pages` and `size` are then exact (within two
 * pages for each 256 MiB on MySQL). ANALYZE writes nothing to the binary log.
 */
export async function readStatistics(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<Statistics> {
  const notes = await analyze(session, schema, table);
  try {
    const counts = await readCounts(session, schema, table);
    const missing = counts.length === 0 ? inspectText.noStatistics : null;
    return { counts, missing, notes };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { counts: [], missing: inspectText.statisticsNotAllowed, notes };
  }
}

async function analyze(session: ControlSession, schema: string, table: string): Promise<readonly string[]> {
  try {
    const rows = await session.rows(`ANALYZE NO_WRITE_TO_BINLOG TABLE ${quoteTable(schema, table)}`);
    const errors = rows.filter(({ Msg_type: type }) => /^error$/i.test(type ?? ''));
    return errors.map(({ Msg_text: text }) => inspectText.analyzeFailed(text ?? ''));
  } catch (error) {
    if (!isRefusal(error) && !isTimeout(error)) throw error;
    return [inspectText.statisticsStale];
  }
}

async function readCounts(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<readonly PageCounts[]> {
  const rows = await session.rows(
    `SELECT table_name AS t, index_name AS name,
            MAX(CASE stat_name WHEN 'n_leaf_pages' THEN stat_value END) AS leaves,
            MAX(CASE stat_name WHEN 'size' THEN stat_value END) AS pages
     FROM mysql.innodb_index_stats
     WHERE database_name = ? AND (table_name = ? OR LOWER(table_name) LIKE LOWER(?))
     GROUP BY table_name, index_name ORDER BY table_name, index_name`,
    [schema, table, `${likeText(table)}#p#%`],
  );
  const names = await readIndexNames(session, schema, table);
  const order = (name: string) => (names.includes(name) ? names.indexOf(name) : names.length);
  return rows
    .map(({ t, name, leaves, pages }) => ({
      partition: partitionOf(t ?? ''),
      name: name ?? '',
      leafPages: isUncounted(session, Number(leaves), Number(pages)) ? null : Number(leaves),
      pages: Number(pages),
    }))
    .sort((a, b) => compareText(a.partition, b.partition) || order(a.name) - order(b.name));
}

/**
 * Returns whether the leaf pages were not counted: where MariaDB samples all of an index (fewer leaf pages than 20 times
 * its columns), it records 1 whatever their number is; seen on 10.11.19.
 */
function isUncounted({ server }: ControlSession, leafPages: number, pages: number): boolean {
  return server.vendor === 'mariadb' && leafPages === 1 && pages > 1;
}

function compareText(a: string | null, b: string | null): number {
  return (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0;
}

/** Inspects a table by its statistics. */
export async function inspectStatistics(
  session: ControlSession,
  schema: string,
  table: string,
): Promise<InspectedTable> {
  const { counts, missing, notes } = await readStatistics(session, schema, table);
  const pages = counts.reduce((sum, index) => sum + index.pages, 0);
  return {
    table: {
      table: `${schema}.${table}`,
      tier: 'statistics',
      source: inspectText.statisticsSource,
      coverage: missing === null ? inspectText.pageCounts : inspectText.noCoverage,
      pagesSeen: null,
      pagesInAll: missing === null ? pages : null,
      ...(missing === null && { bytes: pages * (await readPageSize(session)) }),
      notes: [...(missing === null ? [] : [inspectText.note(missing)]), ...notes],
      files: [],
    },
    indexes: counts.map((index) => toLayout(`${schema}.${table}`, index)),
  };
}

/** Reads the page size in bytes; needs no privilege on either vendor. */
async function readPageSize(session: ControlSession): Promise<number> {
  return Number(await session.scalar('SELECT @@innodb_page_size'));
}

function toLayout(table: string, { partition, name, leafPages, pages }: PageCounts): IndexLayout {
  return {
    table,
    ...(partition !== null && { partition }),
    name,
    ...NO_FIGURES,
    leafPages,
    pages,
    unknown: [
      {
        figures: ['levels', 'records', 'dataBytes', 'garbageBytes', ...FILL_FIGURES],
        reason: inspectText.onlyCounted,
      },
      { figures: [...ORDER_FIGURES], reason: inspectText.onlyCounted },
      ...(leafPages === null ? [{ figures: ['leafPages'], reason: inspectText.smallIndexUncounted }] : []),
      { figures: ['indexId'], reason: inspectText.knownByName },
    ],
  };
}

/** Returns whether the server refused because of a missing privilege: another source may work. */
export function isRefusal(error: unknown): boolean {
  return error instanceof SluiceError && error.failure.code === 'privilege-missing';
}

const LOCK_WAIT_TIMEOUT = 1205;

/** Returns whether another session used the table for longer than this one waits. */
export function isTimeout(error: unknown): boolean {
  return error instanceof SluiceError && error.failure.errno === LOCK_WAIT_TIMEOUT;
}

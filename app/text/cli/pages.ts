import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes, formatCount } from '../../contract/quantities';
import type { ComparedFigure, TableLayout, TableOutcome } from '../../contract/pages/inspection';

const FIGURES = {
  leafPages: 'leaf pages',
  fillPct: 'fill %',
  belowHalfPct: '< half %',
  outOfOrderPct: 'in order %',
  backwardPct: 'backward %',
  runs: 'runs',
  extentVisits: 'extent visits',
  lsnDisorderPct: 'LSN disorder %',
  wastedBytes: 'wasted',
} as const satisfies Readonly<Record<ComparedFigure, string>>;

/** Words of `sluice inspect`, and of the page layout in a load's result. */
export const pagesText = spoken({
  figures: FIGURES,
  columns: { p10: 'p10 %', visits: 'visits/extents' },
  index: 'index',
  indexOf: (id: number | string) => `index ${id}`,
  tablespace: 'Tablespace',
  head: (table: string, source: string, coverage: string) => `${table}: from ${source}; ${coverage}.`,
  file: ({
    partition,
    bytes,
    pages,
    filePageSize,
    freeExtents,
    freePages = 0,
    checksumFailures,
  }: TableLayout['files'][number]) =>
    `${partition === undefined ? '' : `${partition}: `}${formatBytes(bytes)}, ${formatCount(pages)} pages of ` +
    `${filePageSize / 1024} KiB, ${formatBytes(freePages * filePageSize)} free, ${formatCount(freeExtents)} free extents, ${checksumFailures} damaged pages`,
  before: (text: string) => `Before: ${text}`,
  after: (text: string) => `After:  ${text}`,
  comparison: ['before', 'after', 'change'],
  layout: 'Page layout:',
  comparedWith: {
    target: ', with the target’s table before',
    source: ', with the source’s table before',
  } satisfies Readonly<Record<NonNullable<TableOutcome['comparedWith']>, string>>,
  full: 'full',
  inOrder: 'in order',
  leafPages: 'leaf pages',
  reclaimable: 'reclaimable',
  was: (figure: string) => ` (${figure} before)`,
  skipped: (tables: number, reason: string) => `Skipped ${counted(tables, 'table', 'tables')}: ${reason}.`,
});

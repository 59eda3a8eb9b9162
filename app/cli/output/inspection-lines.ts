import { formatBytes, formatCount } from '../../contract/quantities';
import {
  COMPARED,
  type ComparedFigure,
  type IndexComparison,
  type IndexLayout,
  type Inspection,
  type TableLayout,
} from '../../contract/pages/inspection';
import type { Comparison } from '../../inspect/compare';

/** Lines that the terminal shows of inspections: pure functions. */

const UNKNOWN = '–';

interface Column {
  readonly title: string;
  readonly text: (index: IndexLayout) => string;
}

const COLUMNS: readonly Column[] = [
  { title: 'leaf pages', text: ({ leafPages }) => known(leafPages, formatCount) },
  { title: 'fill %', text: ({ fillPct }) => known(fillPct, tenths) },
  { title: 'p10 %', text: ({ fillP10Pct }) => known(fillP10Pct, tenths) },
  { title: '< half %', text: ({ belowHalfPct }) => known(belowHalfPct, tenths) },
  { title: 'out of order %', text: ({ outOfOrderPct }) => known(outOfOrderPct, tenths) },
  { title: 'backward %', text: ({ backwardPct }) => known(backwardPct, tenths) },
  { title: 'runs', text: ({ runs }) => known(runs, formatCount) },
  {
    title: 'visits/extents',
    text: ({ extentVisits, extents }) =>
      `${known(extentVisits, formatCount)}/${known(extents, formatCount)}`.replace('–/–', UNKNOWN),
  },
  { title: 'wasted', text: ({ wastedBytes }) => known(wastedBytes, formatBytes) },
];

/** A table of each table's indexes, with the source and what could not be known. */
export function inspectionLines({ tables, indexes }: Inspection): readonly string[] {
  return tables.flatMap((table, at) => [
    ...(at === 0 ? [] : ['']),
    ...headLines(table),
    ...tableLines(indexes.filter((index) => index.table === table.table)),
    ...reasonLines(indexes.filter((index) => index.table === table.table)),
  ]);
}

function headLines({ table, source, coverage, notes, files }: TableLayout): readonly string[] {
  return [
    `${table ?? 'Tablespace'}: from ${source}; ${coverage}.`,
    ...files.map(
      ({ partition, bytes, pages, filePageSize, freeExtents, freePages = 0, checksumFailures }) =>
        `${partition === undefined ? '' : `${partition}: `}${formatBytes(bytes)}, ${formatCount(pages)} pages of ` +
        `${filePageSize / 1024} KiB, ${formatBytes(freePages * filePageSize)} free, ${formatCount(freeExtents)} free extents, ${checksumFailures} damaged pages`,
    ),
    ...notes,
  ];
}

function tableLines(indexes: readonly IndexLayout[]): readonly string[] {
  if (indexes.length === 0) return [];
  return aligned([
    ['index', ...COLUMNS.map(({ title }) => title)],
    ...indexes.map((index) => [nameOf(index), ...COLUMNS.map(({ text }) => text(index))]),
  ]);
}

/** Each reason once, however many indexes it is true of. */
function reasonLines(indexes: readonly IndexLayout[]): readonly string[] {
  const shown = new Set<string>(['fillPct', 'outOfOrderPct', 'leafPages', 'wastedBytes']);
  const reasons = indexes.flatMap(({ unknown }) =>
    unknown.filter(({ figures }) => figures.some((figure) => shown.has(figure))).map(({ reason }) => reason),
  );
  return [...new Set(reasons)].map((reason) => `${UNKNOWN} ${reason}.`);
}

function nameOf({ name, partition, indexId }: IndexLayout): string {
  const own = name ?? `index ${indexId ?? ''}`;
  return partition === undefined ? own : `${partition}: ${own}`;
}

const FIGURE_TITLES: Readonly<Record<ComparedFigure, string>> = {
  leafPages: 'leaf pages',
  fillPct: 'fill %',
  belowHalfPct: '< half %',
  outOfOrderPct: 'out of order %',
  backwardPct: 'backward %',
  runs: 'runs',
  extentVisits: 'extent visits',
  lsnDisorderPct: 'LSN disorder %',
  wastedBytes: 'wasted',
};

/** Each index with what it was, what it is and the difference. */
export function comparisonLines({ before, after, indexes }: Comparison): readonly string[] {
  return [
    `Before: ${before.takenAt}${before.server === undefined ? '' : `, ${before.server}`}`,
    `After:  ${after.takenAt}${after.server === undefined ? '' : `, ${after.server}`}`,
    ...indexes.flatMap(indexLines),
  ];
}

function indexLines({ table, partition, name, before, after, change }: IndexComparison): readonly string[] {
  const place = [table, partition, name ?? `index ${after?.indexId ?? before?.indexId ?? ''}`];
  const rows = COMPARED.map((figure) => [
    FIGURE_TITLES[figure],
    valueOf(figure, before?.[figure] ?? null),
    valueOf(figure, after?.[figure] ?? null),
    changeOf(figure, change[figure]),
  ]);
  return [
    '',
    place.filter((part) => part !== undefined).join(' '),
    ...aligned([['', 'before', 'after', 'change'], ...rows]),
  ];
}

function valueOf(figure: ComparedFigure, value: number | null): string {
  if (figure === 'wastedBytes') return known(value, formatBytes);
  return known(value, figure.endsWith('Pct') ? tenths : formatCount);
}

function changeOf(figure: ComparedFigure, change: number | null): string {
  if (change === null) return UNKNOWN;
  const sign = change > 0 ? '+' : change < 0 ? '−' : '±';
  return `${sign}${valueOf(figure, Math.abs(change))}`;
}

function known(value: number | null, format: (value: number) => string): string {
  return value === null ? UNKNOWN : format(value);
}

function tenths(value: number): string {
  return value.toFixed(1);
}

/** The first column to the left, figures to the right. */
function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

import { formatBytes, formatCount } from '../../contract/quantities';
import {
  COMPARED,
  inOrderPct,
  type ComparedFigure,
  type IndexComparison,
  type IndexLayout,
  type Inspection,
  type TableLayout,
} from '../../contract/pages/inspection';
import { pagesText } from '../../text/cli/pages';
import type { Comparison } from '../../inspect/compare';
import { aligned, figuresBehindNames } from './aligned';

/** Lines that the terminal shows of inspections: pure functions. */

const UNKNOWN = '–';

interface Column {
  readonly title: string;
  readonly text: (index: IndexLayout) => string;
}

const COLUMNS: readonly Column[] = [
  { title: pagesText.figures.leafPages, text: ({ leafPages }) => known(leafPages, formatCount) },
  { title: pagesText.figures.fillPct, text: ({ fillPct }) => known(fillPct, tenths) },
  { title: pagesText.columns.p10, text: ({ fillP10Pct }) => known(fillP10Pct, tenths) },
  { title: pagesText.figures.belowHalfPct, text: ({ belowHalfPct }) => known(belowHalfPct, tenths) },
  {
    title: pagesText.figures.outOfOrderPct,
    text: ({ outOfOrderPct }) => known(inOrderPct(outOfOrderPct), tenths),
  },
  { title: pagesText.figures.backwardPct, text: ({ backwardPct }) => known(backwardPct, tenths) },
  { title: pagesText.figures.runs, text: ({ runs }) => known(runs, formatCount) },
  {
    title: pagesText.columns.visits,
    text: ({ extentVisits, extents }) =>
      `${known(extentVisits, formatCount)}/${known(extents, formatCount)}`.replace('–/–', UNKNOWN),
  },
  { title: pagesText.figures.wastedBytes, text: ({ wastedBytes }) => known(wastedBytes, formatBytes) },
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
    pagesText.head(table ?? pagesText.tablespace, source, coverage),
    ...files.map(pagesText.file),
    ...notes,
  ];
}

function tableLines(indexes: readonly IndexLayout[]): readonly string[] {
  if (indexes.length === 0) return [];
  const head = [pagesText.index, ...COLUMNS.map(({ title }) => title)];
  const rows = indexes.map((index) => [nameOf(index), ...COLUMNS.map(({ text }) => text(index))]);
  return aligned([head, ...rows], figuresBehindNames);
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
  const own = name ?? pagesText.indexOf(indexId ?? '');
  return partition === undefined ? own : `${partition}: ${own}`;
}

/** Each index with what it was, what it is and the difference. */
export function comparisonLines({ before, after, indexes }: Comparison): readonly string[] {
  return [
    pagesText.before(takenText(before)),
    pagesText.after(takenText(after)),
    ...indexes.flatMap(indexLines),
  ];
}

function takenText({ takenAt, server }: Comparison['before']): string {
  return server === undefined ? takenAt : `${takenAt}, ${server}`;
}

function indexLines({ table, partition, name, before, after, change }: IndexComparison): readonly string[] {
  const place = [table, partition, name ?? pagesText.indexOf(after?.indexId ?? before?.indexId ?? '')];
  const rows = COMPARED.map((figure) => [
    pagesText.figures[figure],
    valueOf(figure, shownAs(figure, before?.[figure] ?? null)),
    valueOf(figure, shownAs(figure, after?.[figure] ?? null)),
    changeOf(figure, figure === 'outOfOrderPct' ? reversed(change[figure]) : change[figure]),
  ]);
  return [
    '',
    place.filter((part) => part !== undefined).join(' '),
    ...aligned([['', ...pagesText.comparison], ...rows], figuresBehindNames),
  ];
}

function shownAs(figure: ComparedFigure, value: number | null): number | null {
  return figure === 'outOfOrderPct' ? inOrderPct(value) : value;
}

/** The change of what is left to 100 %. */
function reversed(change: number | null): number | null {
  return change === null ? null : -change;
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

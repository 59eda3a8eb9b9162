import { counted } from '../../app/contract/language/counted';
import type { PageKind } from '../../app/contract/pages/page-picture';
import type { InspectTier } from '../../app/contract/pages/inspection';

const tiers: Readonly<Record<InspectTier, string>> = {
  statistics: 'Statistics',
  'buffer-pool': 'Buffer pool',
  file: 'Files',
};

/** Labels of the select box that has no label beside it. */
const tierChoices: Readonly<Record<InspectTier | 'auto', string>> = {
  auto: 'From the best source',
  statistics: 'From statistics',
  'buffer-pool': 'From the buffer pool',
  file: 'From the files',
};

const tierDetails: Readonly<Record<InspectTier | 'auto', string>> = {
  auto: 'files, else buffer pool, else statistics',
  statistics: 'page counts only; no extra privilege needed',
  'buffer-pool': 'pages that the server holds in memory',
  file: 'every page; needs access to the data files',
};

const askTexts: Readonly<Record<Exclude<InspectTier, 'statistics'> | 'auto', string>> = {
  auto: 'The server flushes a table’s pages before its file is read; writes to that table wait meanwhile. Not done on production connections. Where files can’t be read, the server copies the list of all pages in its buffer pool.',
  file: 'The server flushes a table’s pages before its file is read; writes to that table wait meanwhile. Not done on production connections.',
  'buffer-pool':
    'The server first lists all pages in its buffer pool, once per table. On a busy server with a large buffer pool this is noticeable.',
};

/** A reason that may stand in the middle of a sentence, as one of its own. */
function sentenceOf(reason: string): string {
  const sentence = reason.slice(0, 1).toUpperCase() + reason.slice(1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

const kinds: Readonly<Record<PageKind, string>> = {
  unknown: 'Unknown page',
  unused: 'Unused',
  index: 'Index page',
  spatial: 'Spatial index page',
  sdi: 'Dictionary page',
  blob: 'BLOB page',
  'space-header': 'File header',
  descriptors: 'Extent descriptors',
  inode: 'Inode page',
  'buffer-bitmap': 'Change buffer bitmap',
  compressed: 'Compressed page',
  encrypted: 'Encrypted page',
  other: 'Other page',
};

const ONLY_FIGURES = 'Only the figures of this state were kept, not its pages.';

/** Bounds that a grade misses; null for those that it keeps. */
interface GradeBounds {
  readonly leastFill: number | null;
  readonly leastInOrder: number | null;
  readonly lanes: number | null;
}

export const inspectText = {
  title: 'Inspect',
  subtitle: 'Page fill and order of tables and indexes.',
  openFile: 'Open .ibd file…',
  connection: 'Connection',
  filter: 'Filter tables',
  source: 'Source of the figures',
  tierChoices,
  tierDetails,
  choose: 'Choose a connection to list its tables',
  noTables: 'No InnoDB table is visible to this account.',
  noMatch: 'No table matches.',
  reload: 'Refresh list',
  inspectAll: (count: number) =>
    count === 0 ? 'Inspect tables' : `Inspect ${counted(count, 'table', 'tables')}`,
  stop: 'Stop',
  progress: (done: string, total: string) => `${done} of ${total}`,
  askTitle: (count: number) => `Inspect ${counted(count, 'table', 'tables')}?`,
  ask: (tier: Exclude<InspectTier, 'statistics'> | 'auto') => askTexts[tier],
  askConfirm: 'Inspect',
  list: 'Tables',
  columnName: 'Table',
  columnBytes: 'Size',
  columnFree: 'Free in file',
  columnLeafPages: 'Leaf pages',
  columnFill: 'Fill',
  columnOrder: 'Order',
  columnGrade: 'Grade',
  columnWasted: 'Reclaimable',
  columnHistogram: 'Pages by fill',
  columnSource: 'Source',
  bytesTip: 'Data and index size from statistics; after the files were read, file size including free space',
  freeTip:
    'Pages of the table’s file that hold nothing, as its extent descriptors say: room for new rows, given back to the disk only by a rebuild. Known after the files were read',
  fillTip: 'Mean fill of all leaf pages. A load in key order reaches about 15/16, or 94 %',
  orderTip: 'Share of the steps in key order that lead to the next page, in the index that holds the rows',
  gradeTip: 'A to F: the worse of fill and order, and what it lacks for the next better grade',
  gradeReason: ({ leastFill, leastInOrder, lanes }: GradeBounds) => {
    const reasons = [
      ...(leastFill === null ? [] : [`fill under ${String(leastFill)} %`]),
      ...(leastInOrder === null ? [] : [`order under ${String(leastInOrder)} %`]),
      ...(lanes === null ? [] : [`interleaved by ${String(lanes)} lanes`]),
    ];
    return reasons.length === 0 ? 'dense, in order' : reasons.join(', ');
  },
  ungraded: (reason: string) => `– ${reason}`,
  totals: (tables: number, inspected: string | null) =>
    `${counted(tables, 'table', 'tables')}${inspected === null ? '' : `, ${inspected} inspected`}`,
  wastedTip: 'Space beyond what a load in key order would take',
  partOf: (source: string, percent: string) => `${source}, ${percent}`,
  unknown: (reason: string) => `Unknown. ${sentenceOf(reason)}`,
  noReason: 'not available from this source',
  notInspected: 'None yet',
  figureReasons: {
    tooSmall: 'under 64 leaf pages',
    noFile: 'free space is known once the table’s file was read',
  },
  histogramText: (below: string) => `${below} of the pages are less than half full`,
  listFoot:
    'Sizes are estimates until a table’s files are read; the pale part of a bar is free space in the file. Enter opens a table.',
  subtitleHidden: 'Its pages can’t be read.',
  back: 'All tables',
  again: 'Inspect again',
  askOneTitle: (name: string) => `Read the pages of ${name}?`,
  onlyStatistics: 'Statistics only',
  readPages: 'Read pages',
  inspecting: 'Reading pages…',
  tierOf: (tier: InspectTier) => tiers[tier],
  facts: (source: string, coverage: string) => `${source}: ${coverage}`,
  takenAt: (time: string) => `taken ${time}`,
  notes: 'Caveats',
  index: 'Index',
  indexNumber: (id: string) => `Index ${id}`,
  inPartition: (name: string, partition: string) => `${name} · ${partition}`,
  headline: 'Headline figures',
  full: 'Fill',
  inOrder: 'Order',
  leafPages: 'Leaf pages',
  runs: 'Runs',
  visits: 'Extent visits',
  reclaimable: 'Reclaimable',
  perCent: '%',
  underFull: (p10: string, below: string) =>
    `nine pages in ten hold ${p10} % or more; ${below} % of the pages are less than half full`,
  underOrder: (backward: string) =>
    `of the steps from page to page in key order; ${backward} % lead back in the file`,
  underRuns: (length: string) => (length === '1' ? 'about a page each' : `about ${length} pages each`),
  underVisits: (extents: string) => `${extents} extents`,
  underReclaimable: (share: string) => `${share} % of the index`,
  change: (before: string, sign: string, change: string) => `${before} before, ${sign}${change}`,
  points: (value: string) => `${value} points`,
  same: (before: string) => `${before} before, the same`,
  verdict: 'Verdict',
  verdictUnknown: 'This source does not report page fill, so there is no verdict.',
  verdictSmall: 'Too small to judge: fewer than 64 leaf pages.',
  verdictGood: 'Dense and in order. A rebuild would gain almost nothing.',
  verdictInterleaved: (lanes: string) =>
    `Dense, interleaved by ${lanes} lanes: ${lanes} lanes = ${lanes} diagonals. Each lane’s pages are in order, with those of the others between them.`,
  adviceInterleaved: (written: string) =>
    `A scan in key order only moves ahead in the file, so this costs little. A load with one thread per table puts all pages in order: it writes ${written}.`,
  problems: {
    loose: 'Loose: pages hold less than they could.',
    scattered: 'Scattered: the next key is seldom on the next page.',
    both: 'Loose and scattered.',
  },
  adviceTable: (freed: string, written: string) =>
    `Dumping and reloading the table in key order would free about ${freed}. It writes ${written} and needs that much free space meanwhile.`,
  adviceOrder: (written: string) =>
    `Only reloading the table in key order restores the order: it writes ${written}. ALTER TABLE … FORCE leaves about one step in twenty out of order.`,
  adviceIndex: (freed: string, written: string) =>
    `Dropping the index and adding it again would free about ${freed}. It reads the whole table and writes ${written}. A load that builds indexes after the data does this anyway.`,
  wideRows: 'Rows are wide: with few rows per page, not all of it can be reclaimed.',
  map: 'Page map',
  mapLabel: (pages: string, index: string) => `${pages} pages in the order of the file, for ${index}`,
  colourBy: 'Colour by',
  modes: { fill: 'Fill', key: 'Key position', lsn: 'Last written', index: 'Index' },
  modeHints: {
    fill: 'Yellow pages are empty, blue ones full.',
    key: 'A smooth run of colours is a table in order; scattered colours are a table that is not.',
    lsn: 'When a page was last written, from the file’s oldest to its newest change.',
    index: 'Which index a page belongs to.',
  },
  zoomIn: 'Larger cells',
  zoomOut: 'Smaller cells',
  mapRows: 'rows in the order of the file',
  perCell: (pages: string) => `${pages} pages per cell`,
  onePerCell: '1 page per cell',
  scaleFill: ['0 %', '100 % full'],
  scaleKey: ['first key', 'last key'],
  scaleLsn: ['oldest', 'newest'],
  otherIndex: 'other indexes and pages',
  otherPages: 'other pages',
  unusedPages: 'unused',
  sides: { before: 'Before', after: 'After', only: '' },
  sideOf: (side: string, time: string) => `${side} · ${time}`,
  file: 'File',
  tipPages: (first: string, last: string) => (first === last ? `Page ${first}` : `Pages ${first} to ${last}`),
  tipKind: (kind: PageKind) => kinds[kind],
  tipUsed: (used: string) => `${used} in use`,
  tipFill: (mean: string) => `${mean} % full`,
  tipFillRange: (mean: string, lowest: string) => `${mean} % full, the emptiest ${lowest} %`,
  tipKey: (position: string) => `at ${position} % of the keys`,
  tipLsn: (age: string) => `LSN at ${age} % from oldest to newest`,
  order: 'Order of the leaf pages',
  orderHint:
    'One straight line is a table in order; lanes that wrote at once leave one diagonal each; a cloud is no order at all.',
  orderLabel: (index: string) => `Place in the file of each leaf page of ${index}, in key order`,
  lockRows: 'Read order through row locks…',
  lockRowsTitle: 'Lock the rows of this table, 20,000 at a time?',
  lockRowsExplain:
    'MySQL reports the page of each row that a transaction has locked. All rows are read with shared locks that are soon released; a write to one of them waits briefly. Where other sessions hold locks, the inspection stops instead of waiting. MariaDB does not report pages.',
  lockRowsConfirm: 'Lock and read',
  axisKeys: 'key order →',
  axisFirstKey: 'first key',
  axisLastKey: 'last key',
  axisFile: 'MiB in file',
  histogram: 'Pages by fill',
  histogramLabel: (index: string) => `Leaf pages of ${index} by fill`,
  histogramHint:
    'A load in key order fills pages to 15/16; pages near 50 % were split and never filled again.',
  mark: (percent: string) => `15/16 (${percent} %)`,
  axisPages: (hasBefore: boolean) => (hasBefore ? '% of leaf pages, outline: before' : '% of leaf pages'),
  axisFull: '100 % full',
  percent: (value: string) => `${value} %`,
  pictureTitle: (name: string, index: string) => `Page layout of ${name} · ${index}`,
  pictureLeaves: (pages: string) => `${pages} leaf pages`,
  pictureFill: (percent: string) => `${percent} % full`,
  pictureOrder: (percent: string) => `${percent} % in order`,
  onlyFigures: ONLY_FIGURES,
  missingMap: (tier: InspectTier) =>
    tier === 'file'
      ? ONLY_FIGURES
      : `The page map needs the table’s file; these figures are from ${tier === 'statistics' ? 'statistics' : 'the buffer pool'}.`,
  hidden: 'The pages of this file can’t be read',
  hiddenAdvice:
    'Inspect the table on its server’s connection instead: the figures then come from the buffer pool.',
  figures: 'All figures',
  figure: 'Figure',
  figureNames: {
    leafPages: 'Leaf pages',
    pages: 'Pages on all levels',
    levels: 'Levels',
    records: 'Records',
    dataBytes: 'Data',
    garbageBytes: 'Deleted, not yet reused',
    fillPct: 'Mean fill',
    fillP10Pct: 'Fill, tenth percentile',
    belowHalfPct: 'Pages less than half full',
    outOfOrderPct: 'Steps in order',
    backwardPct: 'Steps back',
    runs: 'Runs',
    extentVisits: 'Extent visits',
    extents: 'Extents',
    lanes: 'Lanes side by side',
    lsnDisorderPct: 'LSN disorder',
    wastedBytes: 'Reclaimable',
  },
  keep: 'Keep for comparison',
  kept: 'Kept. Inspect again to compare.',
  compareWith: 'Compare with a file…',
  stopComparing: 'Stop comparing',
  exportPng: 'Save as PNG…',
  exportJson: 'Save as JSON…',
  savedPicture: (name: string) => `Picture of ${name} saved.`,
  savedFigures: (name: string) => `Figures of ${name} saved.`,
  noSuchTable: 'That file has no inspection of this table.',
} as const;

import type { PageKind } from '../../app/contract/page-picture';
import type { InspectTier } from '../../app/contract/inspection';

const tiers: Readonly<Record<InspectTier, string>> = {
  statistics: 'Statistics',
  'buffer-pool': 'Buffer pool',
  file: 'Files',
};

/** As the box says it that has no label beside it. */
const tierChoices: Readonly<Record<InspectTier | 'auto', string>> = {
  auto: 'From the best source',
  statistics: 'From statistics',
  'buffer-pool': 'From the buffer pool',
  file: 'From the files',
};

const tierDetails: Readonly<Record<InspectTier | 'auto', string>> = {
  auto: 'files, else buffer pool, else statistics',
  statistics: 'page counts only, for anybody',
  'buffer-pool': 'the pages in the server’s memory',
  file: 'every page, where this machine can read it',
};

const askTexts: Readonly<Record<Exclude<InspectTier, 'statistics'> | 'auto', string>> = {
  auto: 'The server writes a table’s pages out before its file is read; whoever writes to that table waits meanwhile. Of a production connection’s server that is not asked. Where files can’t be read, the server makes a copy of the list of all pages in its memory.',
  file: 'The server writes a table’s pages out before its file is read; whoever writes to that table waits meanwhile. Of a production connection’s server that is not asked.',
  'buffer-pool':
    'The server makes a list of all the pages in its memory first, once for each table. On a busy server with a large buffer pool that is felt.',
};

/** A reason that may stand in the middle of a sentence, as one of its own. */
function sentenceOf(reason: string): string {
  const sentence = reason.slice(0, 1).toUpperCase() + reason.slice(1);
  return sentence.endsWith('.') ? sentence : `${sentence}.`;
}

const kinds: Readonly<Record<PageKind, string>> = {
  unknown: 'Unknown page',
  unused: 'Not used',
  index: 'Index page',
  spatial: 'Spatial index page',
  sdi: 'Dictionary page',
  blob: 'Long value',
  'space-header': 'File header',
  descriptors: 'Extent descriptors',
  inode: 'Segment list',
  'buffer-bitmap': 'Change buffer bitmap',
  compressed: 'Compressed page',
  encrypted: 'Encrypted page',
  other: 'Other page',
};

const ONLY_FIGURES = 'Of this state only the figures were kept, not its pages.';

export const inspectText = {
  title: 'Inspect',
  subtitle: 'How full the pages of tables are, and how well they are in order.',
  openFile: 'Open .ibd file…',
  connection: 'Connection',
  filter: 'Filter tables',
  source: 'Source of the figures',
  tierChoices,
  tierDetails,
  choose: 'Choose a connection above to see its tables',
  noTables: 'This account sees no InnoDB table.',
  noMatch: 'No table has this name.',
  reload: 'Read the list again',
  inspectAll: (count: string, one: boolean) => {
    if (count === '0') return 'Inspect tables';
    return one ? 'Inspect 1 table' : `Inspect ${count} tables`;
  },
  stop: 'Stop',
  progress: (done: string, total: string) => `${done} of ${total}`,
  askTitle: (count: string, one: boolean) => (one ? 'Inspect 1 table?' : `Inspect ${count} tables?`),
  ask: (tier: Exclude<InspectTier, 'statistics'> | 'auto') => askTexts[tier],
  askConfirm: 'Inspect',
  list: 'Tables',
  columnName: 'Table',
  columnBytes: 'Size',
  columnLeafPages: 'Leaf pages',
  columnFill: 'Fill',
  columnOrder: 'Out of order',
  columnGrade: 'Grade',
  columnWasted: 'Reclaimable',
  columnHistogram: 'Pages by fill',
  columnSource: 'Source',
  bytesTip:
    'Data and indexes as the server’s statistics have them; once the files were read, their size with all that is free in them',
  fillTip: 'Mean fill of all leaf pages. A load in key order reaches about 15/16, or 94 %',
  orderTip:
    'Share of the steps in key order that do not lead to the next page, in the index that holds the rows',
  gradeTip: 'A to F: the worse of fill and order',
  wastedTip: 'What the leaf pages take beyond a load in key order',
  partOf: (source: string, percent: string) => `${source}, ${percent}`,
  unknown: (reason: string) => `Not known. ${sentenceOf(reason)}`,
  noReason: 'this source does not tell it',
  notInspected: 'Not inspected yet',
  tooSmall: 'fewer than 64 leaf pages are too few to judge',
  histogramText: (below: string) => `${below} of the pages are less than half full`,
  listFoot: 'Sizes are estimates until a table’s files were read. Enter opens a table.',
  subtitleHidden: 'Its pages can’t be looked into.',
  back: 'All tables',
  again: 'Inspect again',
  askOneTitle: (name: string) => `Look into the pages of ${name}?`,
  onlyStatistics: 'Only statistics',
  readPages: 'Read the pages',
  inspecting: 'Reading pages…',
  tierOf: (tier: InspectTier) => tiers[tier],
  facts: (source: string, coverage: string) => `${source}: ${coverage}`,
  takenAt: (time: string) => `taken ${time}`,
  notes: 'What must be known to read this rightly',
  index: 'Index',
  indexNumber: (id: string) => `Index ${id}`,
  inPartition: (name: string, partition: string) => `${name} · ${partition}`,
  headline: 'Headline figures',
  full: 'How full',
  inOrder: 'How in order',
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
  verdictUnknown: 'This source does not tell how full the pages are, so there is no verdict.',
  verdictSmall: 'Too small to judge: fewer than 64 leaf pages.',
  verdictGood: 'Dense and in order. Rebuilding would win next to nothing.',
  problems: {
    loose: 'Loose: pages hold less than they could.',
    scattered: 'Scattered: the next key is seldom on the next page.',
    both: 'Loose and scattered.',
  },
  adviceTable: (freed: string, written: string) =>
    `Dumping and loading the table again in key order would free about ${freed}. It writes ${written} and needs that much free space meanwhile.`,
  adviceOrder: (written: string) =>
    `Only loading the table again in key order mends the order: it writes ${written}. ALTER TABLE … FORCE leaves about one step in twenty out of order.`,
  adviceIndex: (freed: string, written: string) =>
    `Dropping the index and adding it again would free about ${freed}. It reads the whole table and writes ${written}. A load that builds indexes after the rows does so by itself.`,
  wideRows: 'Rows are wide: with few on a page, not all of that can be won.',
  map: 'Page map',
  mapLabel: (pages: string, index: string) => `${pages} pages in the order of the file, for ${index}`,
  colourBy: 'Colour by',
  modes: { fill: 'Fill', key: 'Key position', lsn: 'Last written', index: 'Index' },
  modeHints: {
    fill: 'Yellow pages are empty, blue ones full.',
    key: 'One even run of colours is a table in order; confetti is a table that is not.',
    lsn: 'When a page was last written, from the file’s oldest to its newest change.',
    index: 'Which index a page belongs to.',
  },
  zoomIn: 'Larger cells',
  zoomOut: 'Smaller cells',
  perCell: (pages: string) => `${pages} pages in a cell`,
  onePerCell: 'a cell is a page',
  scaleFill: ['0 %', '100 % full'],
  scaleKey: ['first key', 'last key'],
  scaleLsn: ['oldest', 'newest'],
  otherIndex: 'other indexes and pages',
  otherPages: 'other pages',
  unusedPages: 'not used',
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
    'A straight line is a table in order; lines side by side are threads that wrote at once; a cloud is no order at all.',
  orderLabel: (index: string) => `Place in the file of each leaf page of ${index}, in key order`,
  lockRows: 'Find it through row locks…',
  lockRowsTitle: 'Lock the rows of this table, 20,000 at a time?',
  lockRowsExplain:
    'MySQL names the page of each row that a transaction has locked. All rows are read and locked for reading, and soon released; whoever writes one of them waits for a moment. Nobody is waited for: where others hold locks, it is given up. MariaDB does not name pages.',
  lockRowsConfirm: 'Lock and read',
  axisKeys: 'leaf pages in key order',
  axisFile: 'place in the file',
  histogram: 'Pages by fill',
  histogramLabel: (index: string) => `Leaf pages of ${index} by fill`,
  histogramHint: 'Two humps, at a half and at the mark, are pages that were split and never filled.',
  axisFill: 'fill of a leaf page',
  mark: '15/16',
  axisTop: (percent: string, hasBefore: boolean) =>
    hasBefore ? `${percent} % of the leaf pages · outlined: before` : `${percent} % of the leaf pages`,
  axisEmpty: 'empty',
  axisFull: (mark: string, percent: string) => `dashed: ${mark}, ${percent} % full`,
  percent: (value: string) => `${value} %`,
  pictureLeaves: (pages: string) => `${pages} leaf pages`,
  pictureFill: (percent: string) => `${percent} % full`,
  pictureOrder: (percent: string) => `${percent} % out of order`,
  onlyFigures: ONLY_FIGURES,
  missingMap: (tier: InspectTier) =>
    tier === 'file'
      ? ONLY_FIGURES
      : `The page map needs the table’s file; these figures are from ${tier === 'statistics' ? 'statistics' : 'the buffer pool'}.`,
  hidden: 'The pages of this file can’t be looked into',
  hiddenAdvice:
    'The server reads them: inspected on its connection, the table’s figures come from the server’s memory.',
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
    outOfOrderPct: 'Steps out of order',
    backwardPct: 'Steps back',
    runs: 'Runs',
    extentVisits: 'Extent visits',
    extents: 'Extents',
    lsnDisorderPct: 'LSN disorder',
    wastedBytes: 'Reclaimable',
  },
  keep: 'Keep for comparison',
  kept: 'Kept. Inspect again to compare.',
  compareWith: 'Compare with a file…',
  stopComparing: 'Stop comparing',
  exportPng: 'Save as PNG…',
  exportJson: 'Save as JSON…',
  savedPicture: (name: string) => `The picture of ${name} is saved.`,
  savedFigures: (name: string) => `The figures of ${name} are saved.`,
  noSuchTable: 'That file holds no inspection of this table.',
} as const;

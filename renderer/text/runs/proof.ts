import { counted } from '../../../app/contract/language/counted';

/** Words for the object kinds of a certificate. */
const kinds: Readonly<Record<string, string>> = {
  account: 'accounts',
  schema: 'schemas',
  table: 'tables',
  view: 'views',
  function: 'functions',
  procedure: 'procedures',
  package: 'packages',
  event: 'events',
  trigger: 'triggers',
  library: 'libraries',
  sequence: 'sequences',
};

export const proofText = {
  open: 'Prove by restoring…',
  openAgain: 'Prove again…',
  title: 'Prove by restoring',
  explain: 'Only a restore shows that a dump can be restored.',
  steps: [
    'An empty server of the dump’s version is started on this machine.',
    'Everything is loaded into it, and every row, definition, table and view is checked.',
    'The server is removed again, and a certificate is written beside the dump.',
  ],
  start: 'Start proof',
  show: 'Show certificate',
  certificate: 'Restore certificate',
  reveal: 'Show in folder',
  provedAt: 'Proved',
  dump: 'Dump',
  readBy: 'Read by',
  writtenBy: (writer: string, server: string) => `Written by ${writer}, from ${server}`,
  server: 'Restored into',
  restoredInto: (product: string, sameSeries: boolean) =>
    sameSeries ? `${product}, as the dumped server` : product,
  restore: 'Time',
  took: (load: string) => `${load} to restore it`,
  tookMore: (compare: string, check: string) =>
    `${compare} to compare all rows, ${check} to check tables and views`,
  content: 'Restored',
  rowsOf: (rows: string, tables: number) => `${rows} rows in ${counted(tables, 'table', 'tables')}`,
  summed: (compared: number, all: number) =>
    compared === all
      ? 'Checksums of all tables are equal'
      : `Checksums of ${String(compared)} of ${String(all)} tables are equal; rows of the others were counted`,
  objectCount: (kind: string, count: string) => `${kinds[kind] ?? kind}: ${count}`,
  views: 'Views',
  viewsRead: (count: number) => `${counted(count, 'view', 'views')} read to the last row`,
  files: 'Files',
  filesOf: (count: number, size: string) =>
    `${counted(count, 'file', 'files')}, ${size}, each with its digest`,
  notRecorded: 'Not recorded',
  remarks: 'Remarks',
  file: 'Certificate',
  digest: 'Digest',
} as const;

import { counted } from '../contract/language/counted';
import {
  describeIdleRoles,
  describeLacking,
  type IdleRoles,
  type LackingPrivileges,
} from './catalog/privileges';
import { formatCount } from '../contract/quantities';
import { failures } from './failures';
import { spoken } from '../contract/language/spoken';

type Source = 'file' | 'buffer-pool';

const sources: Readonly<Record<Source, string>> = { file: 'file', 'buffer-pool': 'buffer pool' };

const pagesOf = (count: number) => counted(count, 'page', 'pages');

interface NamedTable {
  readonly table: string;
  readonly partition: string | null;
}

const namedTable = ({ table, partition }: NamedTable) =>
  partition === null ? table : `${table}, partition ${partition}`;

/** Failures of inspecting tables and files, with their codes. Those in lower case follow `notFrom`. */
export const inspectFailures = failures({
  // Tables of a server
  tooOld: {
    code: 'unsupported-server',
    message: ({ version }: { readonly version: string }) =>
      `The server (${version}) has neither statistics of pages nor a list of its files: MySQL has them since 5.6.6.`,
    hint: 'Read the table’s file alone (--ibd FILE) while the server is stopped, or load a dump of the table into a newer server and inspect it there.',
  },
  noTable: { code: 'internal', message: 'No table was inspected.' },
  unknownTable: {
    code: 'unknown-table',
    message: ({ name }: { readonly name: string }) =>
      `There is no table “${name}” that this account can see.`,
  },
  notInnoDb: {
    code: 'usage',
    message: ({
      name,
      engine,
    }: {
      readonly name: string;
      /** Null for a view. */ readonly engine: string | null;
    }) =>
      engine === null
        ? `“${name}” is a view: only InnoDB has pages to inspect.`
        : `“${name}” is a table of ${engine}: only InnoDB has pages to inspect.`,
  },
  largePool: {
    code: 'unsupported-object',
    message: ({ pages }: { readonly pages: number }) =>
      `it has room for ${pages} pages, and the server copies all of them; ask for it by name.`,
  },
  noTablespace: {
    code: 'unsupported-object',
    message: 'The server’s dictionary does not tell its tablespace.',
    hint: 'Take page counts instead (--tier stats).',
  },
  sharedByPartitions: {
    code: 'unsupported-object',
    message: 'Several partitions of it are in one tablespace, and the buffer pool does not tell them apart.',
    hint: 'Take page counts instead (--tier stats).',
  },

  // Files
  noReport: { code: 'internal', message: 'The engine read the file but reported nothing.' },
  newerInMemory: { code: 'file-failed', message: 'the server may hold newer pages of it in memory.' },
  noOwnFile: {
    code: 'file-failed',
    message: 'The table is in a shared tablespace and has no file of its own.',
    hint: 'Take another source (--tier buffer or stats), or rebuild the table while innodb_file_per_table is ON.',
  },
  unreadable: {
    code: 'file-failed',
    message: ({ path }: { readonly path: string }) => `${path} can’t be read here.`,
  },
  otherTablespace: {
    code: 'file-failed',
    message: ({
      path,
      found,
      wanted,
    }: {
      readonly path: string;
      /** Ids of tablespaces. */
      readonly found: number;
      readonly wanted: number;
    }) => `${path} is tablespace ${found} and not ${wanted}: it is not this server’s file.`,
  },

  // Saved inspections
  notSaved: {
    code: 'file-failed',
    message: ({ reason }: { readonly reason: string }) => `The inspection can’t be kept: ${reason}.`,
  },
  notRead: {
    code: 'file-failed',
    message: ({ reason }: { readonly reason: string }) => `The inspection can’t be read: ${reason}.`,
  },
  noInspection: {
    code: 'usage',
    message: ({ path }: { readonly path: string }) => `${path} holds no inspection.`,
    hint: 'Make one with sluice inspect --save FILE.',
  },
});

/** Other sentences of an inspection: sources of figures, their coverage, caveats, reasons for missing figures. */
export const inspectText = spoken({
  /** Makes a note of a reason for missing figures. */
  note: (reason: string) => `${reason}.`,
  noTimeLeft: 'There was no time left to look at it',

  // Tables of a server
  notFrom: (source: Source, reason: string) => `Not from the ${sources[source]}: ${reason}`,
  accountLacks: (
    missing: readonly LackingPrivileges[],
    grants: readonly string[],
    idleRoles: IdleRoles | null,
  ) =>
    `This account lacks ${describeLacking(missing)}: ${[...grants, describeIdleRoles(idleRoles)].join(' ').trimEnd()}`,

  // Statistics
  statisticsSource: 'persistent statistics (mysql.innodb_index_stats)',
  pageCounts: 'page counts of every index',
  noCoverage: 'nothing',
  noStatistics: 'The table has no persistent statistics',
  statisticsNotAllowed: 'The account may not read mysql.innodb_index_stats',
  smallIndexUncounted: 'MariaDB does not count the leaf pages of a small index',
  onlyCounted: 'Statistics count pages; they do not look into them',
  knownByName: 'Statistics know indexes by name',
  analyzeFailed: (serverText: string) => `ANALYZE TABLE: ${serverText}.`,
  statisticsStale: 'ANALYZE TABLE was not possible: these are the counts of the last one.',

  // Buffer pool
  poolSource: 'pages in the buffer pool (INNODB_BUFFER_PAGE)',
  pagesSeen: (seen: number) => `${counted(seen, 'page', 'pages')}; how many there are is not known`,
  leavesSeen: (seen: number, leafPages: number, percent: number) =>
    `${percent} % of the leaf pages (${formatCount(seen)} of ${formatCount(leafPages)})`,
  levelsUnknown: (knowsRoots: boolean) =>
    knowsRoots
      ? 'The pool does not tell levels: pages between root and leaves, less than one in a hundred, count as leaves.'
      : 'The pool does not tell levels: the pages above the leaves count as leaves.',
  statisticsUnreadable: 'Statistics can’t be read',
  statisticsMissing: 'There are no statistics',
  poolOrderUnknown: 'The buffer pool does not tell which page follows which',
  poolUnknown: 'The buffer pool does not tell it',
  compressedRows: 'ROW_FORMAT=COMPRESSED: what a page holds in memory says nothing of its place in the file',
  noPageInPool: 'No page of it is in the buffer pool',
  leavesMissing: 'Not all of its leaf pages were seen',

  // Order of the leaves
  orderSource: (source: string, index: string) =>
    `${source}; the order of ${index} from row locks (data_locks)`,
  onlyWaitedLocks: 'MariaDB lists only locks that somebody waits for',
  noLockList: 'MySQL lists row locks since 8.0.16',
  onlyIntegerKeys: 'Row locks show the order of tables with one integer as primary key only',
  severalTablespaces: 'The table has not exactly one tablespace',
  locksNotAllowed: 'The account may not read data_locks and the dictionary',
  rowsLocked: 'Others hold locks on the rows',
  strangeLockIds: 'This server’s lock ids do not name pages in the known way',

  // Files
  fileSource: (path: string) => `file ${path}`,
  filesSource: (files: number) => counted(files, 'file', 'files'),
  wholeFile: 'every page of the file, as it was last written',
  writtenBefore: 'every page, written out by the server just before',
  lastWritten: 'every page as it was last written; the server may hold newer ones in memory',
  indexesUnnamed:
    'The file does not say what its indexes are called: they have their ids. (MySQL 8 and later say it, of a partitioned table in the first file.)',
  tablesInFile: (tables: readonly NamedTable[]) =>
    `The file says that it holds ${[...new Set(tables.map(namedTable))].join('; ')}.`,
  damagedPages: (pages: number) =>
    `${pagesOf(pages)} torn or damaged, also when read again: not in the figures.`,
  mendedPages: (pages: number) =>
    `${pagesOf(pages)} being written when first read, and whole when read again.`,
  unverifiedPages: (pages: number) => `${pagesOf(pages)} without a checksum that could be tested.`,
});

import { counted } from '../../app/contract/language/counted';
import { formatCount } from '../../app/contract/quantities';
import type { Vendor } from '../../app/contract/connections/connection';
import type { PlannedAccount, PlannedAction } from '../../app/contract/runs/load-plan';
import type { Content, LoadFix, OnExisting } from '../../app/contract/runs/options';
import { readAsText } from './runs/read-as';

const policies: Readonly<Record<OnExisting, string>> = {
  fail: 'Stop, change nothing',
  skip: 'Skip, load the rest',
  drop: 'Drop, create and load',
  truncate: 'Truncate, load rows',
  append: 'Append rows',
};

/** Policies by content: without rows nothing is loaded again, without definitions nothing is created. */
const policiesOf: Readonly<Record<Content, Readonly<Partial<Record<OnExisting, string>>>>> = {
  everything: policies,
  structure: { fail: policies.fail, skip: 'Skip, create the rest', drop: 'Drop and create' },
  data: {
    fail: 'Stop if it has rows',
    skip: policies.skip,
    truncate: policies.truncate,
    append: policies.append,
  },
};

const planActions: Readonly<Record<PlannedAction, string>> = {
  create: 'Create',
  replace: 'Drop and create',
  empty: 'Truncate, load rows',
  append: 'Append rows',
  fill: 'Load rows',
  skip: 'Skip',
  refuse: 'Blocked',
};

/** Effect of each rule that is switched on. */
const ruleNames: Readonly<Record<LoadFix, string>> = {
  'sql-modes': 'Remove obsolete SQL modes',
  collations: 'Nearest collation of the target',
  engines: 'InnoDB for missing storage engines',
  'data-directory': 'Default directory for data files',
  types: 'Text where the target lacks a type',
  indexes: 'Leave out FULLTEXT and SPATIAL indexes that the target lacks',
};

const accountActions: Readonly<Record<PlannedAccount['action'], string>> = {
  create: 'will be created, with its grants',
  same: 'already exists, identical',
  keep: 'exists but differs; kept',
  'leave-out': 'excluded (@.users.sql)',
};

const vendors: Readonly<Record<Vendor, string>> = { mysql: 'MySQL', mariadb: 'MariaDB' };

export const loadText = {
  title: 'Load',
  subtitle: 'Loads a dump into a server in key order and counts every row.',
  dumpFolder: 'Dump',
  chooseTitle: 'Choose a dump, or drop one here',
  chooseExplain:
    'A folder of Sluice, MySQL Shell, mydumper, mysqldump --tab, CSV, JSON Lines or XML; an SQL script, such as one of mysqldump or mariadb-dump; a file of CSV, TSV or JSON Lines; XML of mysqldump --xml.',
  choose: 'Choose folder…',
  chooseScript: 'Choose file…',
  chooseOther: 'Choose another…',
  recent: 'Recent dumps',
  recentSource: (vendor: Vendor, version: string) =>
    `${vendors[vendor]} ${/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? version}`,
  recentVerified: 'Verified',
  recentNotVerified: 'Not verified',
  recentDamaged: 'Damaged',
  reading: 'Reading the dump…',
  complete: 'Complete',
  doubtful: 'May be incomplete',
  incomplete: 'Incomplete: never finished',
  refused: 'Can’t be loaded',
  problems: 'Reasons why the dump can’t be loaded',
  warnings: 'Warnings about the dump',
  incompleteExplain:
    'This dump was never finished; you can browse it but not load it. Dump again, or choose another one.',
  beingWritten: (toCome: number) =>
    toCome === 0
      ? 'Still being written: all rows present'
      : `Still being written: rows of ${counted(toCome, 'table', 'tables')} pending`,
  refresh: 'Refresh',
  followTitle: 'While the dump is written',
  follow: 'Load it while it is written',
  followExplain:
    'Each table is loaded as soon as its rows are complete; the load ends after the dump. The target must not be the server that is dumped: the dump blocks DDL there.',
  followNeeded: 'The dump is not finished. Load it while it is written, or later.',
  unknown: {
    title: 'Statements that Sluice does not know',
    onLine: (line: number, statement: string) => `Line ${formatCount(line)}: ${statement}`,
    more: (count: number) => `${counted(count, 'more statement', 'more statements')}.`,
    run: 'Run them when all rows are in',
    explain: 'They run in their order, each once, after rows, keys and objects are in and verified.',
    needed: 'The script is loaded only if its unknown statements are run.',
  },
  madeBy: 'Created by',
  format: 'Format',
  server: 'Server',
  taken: 'Dumped',
  takenAt: (begin: string, end: string) => `${begin} to ${end}`,
  contents: 'Contents',
  dataSize: 'Data',
  storedSize: 'Rows on disk',
  files: (count: number) => counted(count, 'file', 'files'),
  columnSchema: 'Schema and tables',
  columnRows: 'Rows',
  columnSize: 'Data',
  columnChunks: 'Chunks',
  columnTarget: 'Name in the target',
  notRecorded: 'Not recorded in the dump',
  tablesAndViews: (taken: number, tables: number, views: number) => {
    const all = counted(tables, 'table', 'tables');
    const head = taken === tables ? all : `${formatCount(taken)} of ${all}`;
    if (views === 0) return head;
    return `${head}, ${counted(views, 'view', 'views')}`;
  },
  firstRows: 'First rows',
  firstRowsOf: (table: string) => `First rows of ${table}`,
  firstRowsNone: 'The table has no rows.',
  firstRowsCount: (shown: string, all: string | null) =>
    all === null ? `The first ${shown} rows.` : `The first ${shown} of ${all} rows.`,
  firstRowsAll: (shown: string) => (shown === '1' ? 'The only row.' : `All ${shown} rows.`),
  invisible: 'A tab and a line break are shown as ⇥ and ↵.',
  firstRowsReading: 'Reading the first rows…',
  isNull: 'NULL',
  readAs: readAsText,
  renameFor: (name: string) => `Name of ${name} in the target`,
  expand: (name: string) => `Show the tables of ${name}`,
  renameOutcomes: { renamed: 'renamed', same: 'duplicate name', empty: 'name required' },
  estimated: 'Estimate: not all rows are written yet',
  about: (figure: string) => `~${figure}`,
  nothingTaken: 'Nothing selected',
  take: (name: string) => `Load ${name}`,
  leftOut: 'excluded',
  byRules: 'Selection comes from saved rules.',
  takeAll: 'Select everything',
  useFreeName: 'Exists: rename',
  freeName: (name: string) =>
    `This schema already exists in the target. Renames the copy to ${name}, which is free.`,
  sum: (tables: string, rows: number | null, size: string | null) =>
    [tables, rows === null ? '' : counted(rows, 'row', 'rows'), size ?? '']
      .filter((part) => part !== '')
      .join(', '),
  target: 'Target',
  targetServer: 'Connection',
  otherVendor: (dump: Vendor, target: Vendor) =>
    `The dump is of ${vendors[dump]}, the target of ${vendors[target]}: its definitions are converted. A dry run shows each change and each blocker.`,
  migrateInstead: 'Migrate…',
  rules: 'Conversion rules',
  rulesExplain: 'They change definitions that the target refuses, never values. The result lists each use.',
  ruleNames,
  options: 'Options',
  policy: 'If a table exists',
  policies,
  policiesOf,
  policyDanger: 'Existing tables of the same name are dropped with their rows.',
  policyTruncate: 'Existing tables of the same name are truncated first.',
  replacedTable: (schema: string, table: string, rows: number) =>
    `${schema}.${table} (about ${counted(rows, 'row', 'rows')})`,
  replacedOthers: (count: string) => `${count} more`,
  askDrop: {
    title: (count: number, target: string) => `Drop ${counted(count, 'table', 'tables')} on “${target}”?`,
    explain: (tables: readonly string[]) =>
      `These tables exist. They are dropped with their rows and replaced: ${tables.join(', ')}.`,
    confirm: 'Drop and load',
  },
  askTruncate: {
    title: (count: number, target: string) => `Truncate ${counted(count, 'table', 'tables')} on “${target}”?`,
    explain: (tables: readonly string[]) =>
      `These tables exist. Their rows are deleted and replaced: ${tables.join(', ')}.`,
    confirm: 'Truncate and load',
  },
  indexes: 'Indexes',
  indexModes: {
    auto: 'Automatic, per table',
    defer: 'Build after the data',
    inline: 'Maintain while loading',
  },
  prefer: 'Threads per table',
  preferHint:
    'Applies to tables with wide rows, and to all tables on MariaDB; others are split without loss of density.',
  preferences: { density: 'One (densest pages)', speed: 'Several (faster)' },
  method: 'Load method',
  methods: {
    auto: 'Automatic',
    'load-data': 'LOAD DATA',
    insert: 'INSERT',
  },
  definerModes: { keep: 'As in the dump', current: 'The target’s account' },
  events: 'Events',
  eventsHint: 'Enabled last, after verification.',
  eventStatuses: {
    auto: 'Disabled if renamed',
    source: 'As in the dump',
    disabled: 'Disabled',
  },
  content: 'Content',
  contentKinds: {
    everything: 'Definitions and rows',
    structure: 'Definitions only',
    data: 'Rows only',
  },
  binlog: 'Binary log',
  binlogs: {
    on: 'Written to the binary log',
    off: 'Not written to the binary log',
  },
  gtid: 'GTID set',
  gtids: {
    off: 'Unchanged',
    append: 'Append the dump’s',
    replace: 'Replace with the dump’s',
  },
  speedUps: 'Speed-ups that risk the target',
  speedUpsExplain:
    'Global server settings, changed during the load and restored at its end. Only for a server with nothing else to lose.',
  speedUpNames: {
    redo: 'No redo log (MySQL)',
    doublewrite: 'No doublewrite buffer',
    flush: 'Commits flushed once a second',
  },
  speedUpRisks: {
    redo: 'If the server crashes meanwhile, every database on it is lost.',
    doublewrite: 'If the machine crashes meanwhile, half-written pages of any table can’t be repaired.',
    flush: 'If the machine crashes meanwhile, the last second of every client’s commits is lost.',
  },
  review: 'Dry run…',
  planTitle: 'Load plan',
  planning: 'Checking the target…',
  planningExplain: 'Reads the dump’s definitions and the target’s objects. Nothing is changed.',
  planConflicts: 'Blockers',
  planFree: 'No blockers. Nothing was changed.',
  planRefused: (count: number) =>
    count === 1
      ? 'This load would be refused. Nothing was changed.'
      : `This load would be refused for ${formatCount(count)} reasons. Nothing was changed.`,
  planDump: 'Dump of',
  planStillToCome: (toCome: number) =>
    toCome === 0
      ? 'Still being written; all rows present.'
      : `Still being written: rows of ${counted(toCome, 'table', 'tables')} pending, estimated here.`,
  planTarget: (name: string, product: string, threads: number) =>
    `${name} · ${product} · ${counted(threads, 'thread', 'threads')}`,
  planScope: 'Selection',
  planChanges: 'Changed by rules',
  planChange: (file: string | undefined, message: string) =>
    file === undefined ? message : `${file}: ${message}`,
  planNotTried: 'Not checked',
  planSchemas: 'Schemas',
  planAs: (source: string, target: string) => `${source} → ${target}`,
  planThere: 'exists',
  planCreated: 'will be created',
  planSchema: (name: string, outcome: string, objects: readonly string[]) =>
    objects.length === 0 ? `${name}, ${outcome}` : `${name}, ${outcome}: ${objects.join(', ')}`,
  planObjects: (
    counts: Readonly<Record<'views' | 'routines' | 'triggers' | 'events' | 'sequences', number>>,
  ): readonly string[] =>
    (
      [
        [counts.views, 'view', 'views'],
        [counts.routines, 'routine', 'routines'],
        [counts.triggers, 'trigger', 'triggers'],
        [counts.events, 'event', 'events'],
        [counts.sequences, 'sequence', 'sequences'],
      ] as const
    )
      .filter(([count]) => count > 0)
      .map(([count, one, more]) => counted(count, one, more)),
  planTotals: 'Total',
  planSum: (rows: number | null, bytes: string | null, stored: string) =>
    `${rows === null ? 'rows unknown' : counted(rows, 'row', 'rows')}, ${bytes ?? 'size unknown'} (${stored} in files)`,
  planIndexes: (time: string) => `about ${time} of server time to build the deferred ones`,
  planNote: 'Runs the load; add --dry-run to print this plan instead.',
  planNoBinlog: 'Not written: replicas of the target don’t receive this load.',
  planReplication: 'Replication',
  planTables: 'Tables, in load order',
  planTable: 'Table',
  planAction: 'Action',
  planActions,
  planLanes: 'Lanes',
  planWas: (name: string) => `was ${name}`,
  planSkipped: 'Already exists; kept.',
  planWaiting: (names: readonly string[]) => `After the data: ${names.join(', ')}.`,
  planSteps: 'Steps',
  planDefiners: 'Objects with another account as definer',
  planDefiner: (object: string, account: string, file: string) => `${object} as ${account} (${file})`,
  planStatements: 'Other statements, run unchanged',
  accounts: 'Accounts',
  accountsExplain:
    'With their grants, as in the dump. An existing account is never changed: where it differs, the load stops, unless existing tables may stay; then it is kept and reported.',
  accountsAll: 'All accounts of the dump',
  planAccount: (planned: PlannedAccount): readonly string[] => [
    `${planned.account}: ${accountActions[planned.action]}`,
    ...(planned.action === 'leave-out' ? [] : planned.leftOut).map(
      (grant) => `${planned.account}: without ${grant}`,
    ),
  ],
  compareOpen: 'Compare…',
  compare: 'Compare',
  compareTitle: (target: string) => `Compare ${target} with this dump`,
  compareExplain:
    'Compares everything in the dump, under the names on this screen: definition and rows of each table, each view, routine, trigger and event, and the accounts that are chosen here. Nothing is changed.',
  comparePart: 'Objects excluded on this screen are compared too, under their own names.',
  compareRows: 'Rows',
  verify: 'Verification',
  verifications: { rows: 'Row counts', checksum: 'Row counts and checksums' },
  guardTitle: {
    production: 'This is a production server',
    unknown: 'This may be a production server: its environment is not set',
  },
  guardExplain: (name: string) => `To load into it, type its name: “${name}”.`,
  guardLabel: 'Name of the connection',
  guardCase: (name: string) => `Case matters: the name is “${name}”.`,
  guardSpaces: (name: string) => `Spaces matter: the name is “${name}”.`,
  guardOther: (name: string) => `Does not match yet: the name is “${name}”.`,
  guardReason: (name: string) => `First type the name of the production server: “${name}”.`,
  executes: 'Loading a dump executes its SQL with your privileges. Load only what you trust.',
  notYet: {
    target: 'Choose the target connection.',
    reading: 'The target is being read…',
    unread: 'The target could not be read.',
    names: 'A name is empty or used twice.',
    unfinished: 'The dump was never finished.',
    refused: 'The dump can’t be loaded.',
    follow: 'The dump is not finished: select “Load it while it is written”.',
    confirm: 'Type the name of the production server above.',
  },
  start: 'Start load',
  starting: 'Starting…',
} as const;

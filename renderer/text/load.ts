import type { PlannedAccount, PlannedAction } from '../../app/contract/load-plan';
import type { Content, OnExisting } from '../../app/contract/options';

const policies: Readonly<Record<OnExisting, string>> = {
  fail: 'Stop, change nothing',
  skip: 'Skip, load the rest',
  drop: 'Drop, load again',
  truncate: 'Empty, load the rows',
  append: 'Add the rows to theirs',
};

/** Where the same answer comes to something else: without rows nothing is loaded again, without definitions nothing made. */
const policiesOf: Readonly<Record<Content, Readonly<Partial<Record<OnExisting, string>>>>> = {
  everything: policies,
  structure: { fail: policies.fail, skip: 'Skip, make the rest', drop: 'Drop, make it anew' },
  data: {
    fail: 'Stop if it has rows',
    skip: policies.skip,
    truncate: policies.truncate,
    append: policies.append,
  },
};

const planActions: Readonly<Record<PlannedAction, string>> = {
  create: 'Create',
  replace: 'Drop, create',
  empty: 'Empty, fill',
  append: 'Add rows',
  fill: 'Fill',
  skip: 'Skip',
  refuse: 'In the way',
};

const accountActions: Readonly<Record<PlannedAccount['action'], string>> = {
  create: 'will be made, with its grants',
  same: 'is there already, just so',
  keep: 'is there already, and another; it stays as it is',
  'leave-out': 'is left out (@.users.sql)',
};

export const loadText = {
  title: 'Load',
  subtitle: 'Brings a dump folder into a server, in key order, and counts every row again.',
  dumpFolder: 'Dump folder',
  chooseTitle: 'Choose a dump folder, or drop one here',
  chooseExplain: 'A folder written by Sluice or by MySQL Shell. It holds a file named @.json.',
  choose: 'Choose folder…',
  chooseOther: 'Choose another…',
  reading: 'Reading the dump…',
  complete: 'Complete',
  incomplete: 'Incomplete: never finished',
  incompleteExplain:
    'Nobody writes this dump any more, and not all rows are in it: it can be looked at, not loaded. Dump again, or choose another folder.',
  beingWritten: (toCome: number) =>
    toCome === 0
      ? 'Still being written: all rows are there'
      : `Still being written: the rows of ${toCome === 1 ? '1 table' : `${String(toCome)} tables`} are to come`,
  refresh: 'Look again',
  followTitle: 'While the dump is written',
  follow: 'Load it while it is written',
  followExplain:
    'Each table goes in as soon as its rows are whole; the load is done only when the dump is. The target must be another server than the one that is dumped, which holds back changes of tables meanwhile.',
  followNeeded: 'The dump is not finished: it can be loaded while it is written, or later.',
  madeBy: 'Made by',
  format: 'Format',
  server: 'Server',
  taken: 'Taken',
  takenAt: (begin: string, end: string) => `${begin} to ${end}`,
  contents: 'Contents',
  dataSize: 'Data',
  storedSize: 'On disk',
  files: (count: string) => `${count} files`,
  columnSchema: 'Schema and tables',
  columnRows: 'Rows',
  columnSize: 'Data',
  columnChunks: 'Chunks',
  columnTarget: 'Name in the target',
  notRecorded: 'The dump does not say it',
  tablesAndViews: (taken: number, tables: number, views: number) => {
    const all = tables === 1 ? '1 table' : `${String(tables)} tables`;
    const head = taken === tables ? all : `${String(taken)} of ${all}`;
    if (views === 0) return head;
    return `${head}, ${views === 1 ? '1 view' : `${String(views)} views`}`;
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
  renameFor: (name: string) => `Name of ${name} in the target`,
  expand: (name: string) => `Show the tables of ${name}`,
  renameOutcomes: { renamed: 'new name', same: 'same name twice', empty: 'needs a name' },
  estimated: 'An estimate: its rows are still to come',
  about: (figure: string) => `~${figure}`,
  nothingTaken: 'Nothing is taken',
  take: (name: string) => `Load ${name}`,
  leftOut: 'left out',
  byRules: 'What is taken is said by the rules of an earlier set-up.',
  takeAll: 'Take everything',
  useFreeName: 'Exists: rename',
  freeName: (name: string) =>
    `There is such a schema in the target already. This names the copy ${name}, which is free.`,
  sum: (tables: string, rows: string | null, size: string | null) =>
    [tables, rows === null ? '' : `${rows} rows`, size ?? ''].filter((part) => part !== '').join(', '),
  target: 'Target',
  targetServer: 'Connection',
  options: 'Options',
  policy: 'If a table exists',
  policies,
  policiesOf,
  policyDanger: 'Tables of the same name in the target are dropped, with their rows.',
  policyTruncate: 'Tables of the same name in the target are emptied first.',
  replacedTable: (schema: string, table: string, rows: string, one: boolean) =>
    `${schema}.${table} (about ${rows} ${one ? 'row' : 'rows'})`,
  replacedOthers: (count: string) => `${count} more`,
  askDrop: {
    title: (count: string, one: boolean, target: string) =>
      `Drop ${count} ${one ? 'table' : 'tables'} on “${target}”?`,
    explain: (tables: readonly string[]) =>
      `They exist, and are dropped with their rows for the dump’s: ${tables.join(', ')}.`,
    confirm: 'Drop and load',
  },
  askTruncate: {
    title: (count: string, one: boolean, target: string) =>
      `Empty ${count} ${one ? 'table' : 'tables'} on “${target}”?`,
    explain: (tables: readonly string[]) =>
      `They exist, and their rows are deleted for the dump’s: ${tables.join(', ')}.`,
    confirm: 'Empty and load',
  },
  indexes: 'Indexes',
  indexModes: { auto: 'Decided per table', defer: 'After the rows', inline: 'With the rows' },
  prefer: 'In one table',
  preferHint: 'Asked of tables with wide rows, and of all on MariaDB; any other is shared without loss.',
  preferences: { density: 'One thread, dense', speed: 'All threads, looser' },
  method: 'Rows by',
  methods: {
    auto: 'LOAD DATA if it can',
    'load-data': 'LOAD DATA',
    insert: 'INSERT',
  },
  events: 'Events',
  eventsHint: 'They are enabled last, when everything is verified.',
  eventStatuses: {
    auto: 'Disabled if the schema is renamed',
    source: 'As in the dump',
    disabled: 'Disabled',
  },
  content: 'What',
  contentKinds: {
    everything: 'Definitions and rows',
    structure: 'Definitions only',
    data: 'Rows only',
  },
  binlog: 'Binary log',
  binlogs: {
    on: 'Replicas follow',
    off: 'No replica hears of it',
  },
  gtid: 'GTID set',
  gtids: {
    off: 'Left as it is',
    append: 'The dump’s is added',
    replace: 'The dump’s instead',
  },
  speedUps: 'Speed-ups that risk the target',
  speedUpsExplain:
    'Settings of the whole server, changed while the load lasts and put back at its end. Only for a server with nothing else to lose.',
  speedUpNames: {
    redo: 'No redo log (MySQL)',
    doublewrite: 'No doublewrite buffer',
    flush: 'Commits flushed once a second',
  },
  speedUpRisks: {
    redo: 'Should the server crash meanwhile, every database on it is lost.',
    doublewrite: 'Should the machine crash meanwhile, half-written pages of any table can’t be repaired.',
    flush: 'Should the machine crash meanwhile, the last second of every client’s commits is lost.',
  },
  review: 'Dry run…',
  planTitle: 'What this load would do',
  planning: 'Asking the target…',
  planningExplain: 'The dump’s definitions are read, and what the target has. Nothing is touched.',
  planFree: 'Nothing stands in the way. Nothing was touched.',
  planRefused: (count: number) =>
    count === 1
      ? 'This load would be refused. Nothing was touched.'
      : `This load would be refused for ${String(count)} reasons. Nothing was touched.`,
  planDump: 'Dump of',
  planStillToCome: (toCome: number) =>
    toCome === 0
      ? 'It is still being written; all rows are there.'
      : `It is still being written: the rows of ${toCome === 1 ? '1 table' : `${String(toCome)} tables`} are still to come, and estimated here.`,
  planTarget: (name: string, product: string, threads: number) =>
    `${name} · ${product} · ${String(threads)} ${threads === 1 ? 'thread' : 'threads'}`,
  planScope: 'Selection',
  planChanges: 'Changed by rules',
  planChange: (file: string | undefined, message: string) =>
    file === undefined ? message : `${file}: ${message}`,
  planNotTried: 'Not tried',
  planSchemas: 'Schemas',
  planAs: (source: string, target: string) => `${source} → ${target}`,
  planThere: 'which is there',
  planCreated: 'which will be created',
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
      .map(([count, one, more]) => `${String(count)} ${count === 1 ? one : more}`),
  planTotals: 'In all',
  planSum: (rows: string | null, bytes: string | null, stored: string) =>
    `${rows === null ? 'rows unknown' : `${rows} rows`}, ${bytes ?? 'size unknown'} (${stored} in files)`,
  planIndexes: (time: string) => `an estimated ${time} of the server’s work for those that wait for the rows`,
  planNote: 'It loads. With --dry-run it shows this plan instead.',
  planNoBinlog: 'Left out: no replica of the target hears of it.',
  planReplication: 'To follow',
  planTables: 'Tables, in the order of their rows',
  planTable: 'Table',
  planAction: 'In the target',
  planActions,
  planLanes: 'Lanes',
  planWas: (name: string) => `was ${name}`,
  planSkipped: 'It is there already and stays as it is.',
  planWaiting: (names: readonly string[]) => `After the rows: ${names.join(', ')}.`,
  planSteps: 'Order of work',
  planDefiners: 'Made with the rights of another account',
  planDefiner: (object: string, account: string, file: string) => `${object} as ${account} (${file})`,
  planStatements: 'Statements that make no object of the dump, run as they are',
  accounts: 'Accounts',
  accountsExplain:
    'With their grants, as the dump has them. One that is there already is never changed: where it differs, the load stops, unless tables that exist may stay; then it is kept and named.',
  accountsAll: 'All accounts of the dump',
  planAccount: ({ account, action, leftOut }: PlannedAccount): readonly string[] => [
    `${account}: ${accountActions[action]}`,
    ...leftOut.map((grant) => `${account}: without ${grant}`),
  ],
  compareOpen: 'Compare…',
  compare: 'Compare',
  compareTitle: (target: string) => `Compare ${target} with this dump`,
  compareExplain:
    'Everything in the dump is looked for under the names on this screen: definition and rows of each table, and each view, routine, trigger and event. Nothing is changed.',
  comparePart: 'What is left out on this screen is compared too, under its own name.',
  compareRows: 'Rows',
  verify: 'Proof of rows',
  verifications: { rows: 'Counted', checksum: 'Counted and compared' },
  guardTitle: {
    production: 'This is a production server',
    unknown: 'This may be a production server: nobody has said yet',
  },
  guardExplain: (name: string) => `To load into it, type its name: “${name}”.`,
  guardLabel: 'Name of the connection',
  guardCase: (name: string) => `Capitals count: the name is “${name}”.`,
  guardSpaces: (name: string) => `Spaces count: the name is “${name}”.`,
  guardOther: (name: string) => `This is not the name yet: “${name}”.`,
  guardReason: (name: string) => `First type the name of the production server: “${name}”.`,
  executes: 'Loading a dump executes its SQL with your rights. Load only what you trust.',
  notYet: {
    target: 'Choose the connection that it goes into.',
    reading: 'The target is being read…',
    unread: 'The target could not be read.',
    names: 'A name is empty, or there twice.',
    unfinished: 'The dump was never finished.',
    follow: 'The dump is not finished: tick that it is loaded while it is written.',
    confirm: 'Type the name of the production server above.',
  },
  start: 'Start load',
  starting: 'Starting…',
} as const;

import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes, formatDuration } from '../../contract/quantities';
import type { LoadPlan, PlannedAccount, PlannedAction, PlannedExisting } from '../../contract/runs/load-plan';
import type { FindingSeverity, MigrationPlan } from '../../contract/runs/migrate';

const tablesOf = (count: number) => counted(count, 'table are', 'tables are');

/** Words of the dry run of a load. */
export const loadPlanText = spoken({
  actions: {
    create: 'create',
    replace: 'drop and create',
    empty: 'empty and fill',
    append: 'append rows to',
    fill: 'fill',
    skip: 'skip',
    refuse: 'conflict:',
  } satisfies Readonly<Record<PlannedAction, string>>,
  head: (source: string | null, target: string, { tool, threads }: LoadPlan) =>
    `Plan: a dump ${source === null ? '' : `of ${source} `}(${tool}) into ${target}, on ${counted(threads, 'thread', 'threads')}. Nothing was touched.`,
  noBinlog: 'Not written to the binary log: replicas of the target do not receive the load.',
  schemas: 'Schemas:',
  tables: 'Tables, in the order of their rows:',
  order: 'Order of work:',
  inAll: ({ rows, bytes, storedBytes, indexSeconds }: LoadPlan['totals']) =>
    `In all: ${rows === null ? 'an unknown number of rows' : counted(rows, 'row', 'rows')}, ` +
    `${bytes === null ? 'unknown size' : formatBytes(bytes)} (${formatBytes(storedBytes)} in files); ` +
    `building the deferred indexes: an estimated ${formatDuration(indexSeconds * 1000)}.`,
  whenVerified: (statement: string) => `When all is verified: ${statement};`,
  changed: (place: string | undefined, change: string) =>
    `Changed by a rule in ${place ?? 'the dump'}: ${change}`,
  warning: 'Warning',
  conflict: 'Conflict',
  canStart: 'This load can start: there are no blockers.',
  refused: 'This load would be refused.',
  answers: {
    replace: 'replace, its definition recorded until all is verified:',
    drop: 'drop with its table:',
    keep: 'keep:',
    refuse: 'conflict:',
  } satisfies Readonly<Record<PlannedExisting['answer'], string>>,
  existing: 'Existing objects other than tables:',
  stillToCome: (tables: number) =>
    `The dump is still being written: the rows of ${tablesOf(tables)} still to come, with figures that the source only estimates.`,
  renamed: (name: string, before: string) => `${name} as ${before}`,
  exists: 'exists',
  isCreated: 'is created',
  was: (before: string) => `, which was ${before}`,
  rowsUnknown: 'rows unknown',
  rows: (rows: number) => counted(rows, 'row', 'rows'),
  chunks: (chunks: number) => counted(chunks, 'chunk', 'chunks'),
  lanes: (lanes: number) => counted(lanes, 'lane', 'lanes'),
  counts: {
    views: (count: number) => counted(count, 'view', 'views'),
    routines: (count: number) => `${count} routines`,
    triggers: (count: number) => `${count} triggers`,
    events: (count: number) => `${count} events`,
    sequences: (count: number) => `${count} sequences`,
  },
  accountActions: {
    create: 'create',
    same: 'exists, identical',
    keep: 'exists but differs; kept',
    'leave-out': 'left out (@.users.sql)',
  } satisfies Readonly<Record<PlannedAccount['action'], string>>,
  accounts: 'Accounts:',
  without: (grant: string) => `      without ${grant}`,
  definers: 'Created with the privileges of another account:',
  definer: (object: string, account: string, file: string) => `  ${object} as ${account} (${file})`,
  otherStatements: 'Statements that create no object of the dump, executed unchanged:',
});

/** Words of the dry run of a migration. */
export const migrationPlanText = spoken({
  severities: { blocks: 'Blockers', converts: 'Converted', warns: 'Worth knowing' } satisfies Readonly<
    Record<FindingSeverity, string>
  >,
  head: (source: string, target: string, threads: number) =>
    `Plan: from ${source} to ${target}, on ${counted(threads, 'thread', 'threads')}. Nothing was touched.`,
  tables: 'Tables, the biggest first (sizes by the source’s statistics):',
  table: ({ from, to, rows, bytes, shared }: MigrationPlan['tables'][number]) =>
    `${from === to ? from : `${from} as ${to}`}: about ${counted(rows, 'row', 'rows')}, ${formatBytes(bytes)}, ${shared ? 'shared by the lanes' : 'one stream'}`,
  others: ({ views, routines, triggers, events }: MigrationPlan) =>
    `And ${counted(views, 'view', 'views')}, ${counted(routines, 'routine', 'routines')}, ${counted(triggers, 'trigger', 'triggers')}, ${counted(events, 'event', 'events')}.`,
  foundNothing: 'The pre-check found nothing.',
  found: 'The pre-check found:',
  noBlockers: 'There are no blockers.',
  refused: 'This migration would be refused.',
});

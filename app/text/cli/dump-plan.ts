import { counted } from '../../contract/language/counted';
import { spoken } from '../../contract/language/spoken';
import { formatBytes } from '../../contract/quantities';
import type { DumpPlan, PlannedDumpTable } from '../../contract/runs/dump-plan';

/** Words of `sluice dump --dry-run`. */
export const dumpPlanText = spoken({
  option: 'print the plan with all warnings and blockers; take no lock and write nothing',
  head: (product: string, { folder, threads }: DumpPlan) =>
    `Plan: a dump of ${product} into ${folder}, on ${counted(threads, 'thread', 'threads')}. Nothing was locked or written.`,
  tables: 'Tables, the biggest first (sizes by the server’s statistics):',
  noRows: 'No rows: definitions alone.',
  table: ({ schema, table, engine, rows, bytes, read, isLocked }: PlannedDumpTable) =>
    [
      `${schema}.${table}: about ${counted(rows, 'row', 'rows')}, ${formatBytes(bytes)}`,
      read === 'ranges' ? 'several lanes' : 'one stream',
      engine,
      ...(isLocked ? ['locked until it is dumped'] : []),
    ].join(', '),
  others: ({ views, routines, triggers, events }: DumpPlan['totals']) =>
    `And ${counted(views, 'view', 'views')}, ${counted(routines, 'routine', 'routines')}, ${counted(triggers, 'trigger', 'triggers')}, ${counted(events, 'event', 'events')}.`,
  accounts: (accounts: readonly string[]) => `Accounts: ${accounts.join(', ')}.`,
  inAll: ({ rows, bytes }: DumpPlan['totals']) =>
    `In all: about ${counted(rows, 'row', 'rows')}, ${formatBytes(bytes)}.`,
  warning: 'Warning',
  conflict: 'Conflict',
  canStart: 'This dump can start: there are no blockers. Run it without --dry-run.',
  refused: 'This dump would be refused.',
});

import { spoken } from '../../contract/language/spoken';
import { formatBytes, formatCount } from '../../contract/quantities';
import type { DumpPlan, PlannedDumpTable } from '../../contract/runs/dump-plan';

/** Words of `sluice dump --dry-run`. */
export const dumpPlanText = spoken({
  option: 'print the plan with all warnings and blockers; take no lock and write nothing',
  head: (product: string, { folder, threads }: DumpPlan) =>
    `Plan: a dump of ${product} into ${folder}, on ${threads} threads. Nothing was locked or written.`,
  tables: 'Tables, the biggest first (sizes by the server’s statistics):',
  noRows: 'No rows: definitions alone.',
  table: ({ schema, table, engine, rows, bytes, read, isLocked }: PlannedDumpTable) =>
    [
      `${schema}.${table}: about ${formatCount(rows)} rows, ${formatBytes(bytes)}`,
      read === 'ranges' ? 'several lanes' : 'one stream',
      engine,
      ...(isLocked ? ['locked until it is dumped'] : []),
    ].join(', '),
  others: ({ views, routines, triggers, events }: DumpPlan['totals']) =>
    `And ${views} views, ${routines} routines, ${triggers} triggers, ${events} events.`,
  accounts: (accounts: readonly string[]) => `Accounts: ${accounts.join(', ')}.`,
  inAll: ({ rows, bytes }: DumpPlan['totals']) =>
    `In all: about ${formatCount(rows)} rows, ${formatBytes(bytes)}.`,
  warning: 'Warning',
  conflict: 'Conflict',
  canStart: 'This dump can start: there are no blockers. Run it without --dry-run.',
  refused: 'This dump would be refused.',
});

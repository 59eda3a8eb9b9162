import { z } from 'zod';
import type { DumpPlan } from '../runs/dump-plan';
import type { LoadPlan, PlannedAccount, PlannedTable } from '../runs/load-plan';
import { migrationFixes, type MigrationPlan } from '../runs/migrate';
import { failureLineSchema } from './run-lines';

/** Lines that `--dry-run` prints with `--json`, before its result. */

type Line<Plan> = Plan & { readonly type: 'plan' };

const accountSchema: z.ZodType<PlannedAccount> = z.discriminatedUnion('action', [
  z.object({
    account: z.string(),
    action: z.enum(['create', 'same', 'keep']),
    leftOut: z.array(z.string()),
  }),
  z.object({ account: z.string(), action: z.literal('leave-out') }),
]);

const tableShape = {
  schema: z.string(),
  table: z.string(),
  renamedFrom: z.string().nullable(),
  rows: z.number().nullable(),
  bytes: z.number().nullable(),
  chunks: z.number(),
};

const tableSchema: z.ZodType<PlannedTable> = z.discriminatedUnion('action', [
  z.object({
    ...tableShape,
    action: z.enum(['create', 'replace', 'empty', 'append', 'fill']),
    lanes: z.number(),
    lanesReason: z.string().nullable(),
    orderReason: z.string().nullable(),
    deferredIndexes: z.array(z.string()),
    indexReason: z.string(),
    foreignKeys: z.number(),
  }),
  z.object({ ...tableShape, action: z.literal('skip') }),
  z.object({ ...tableShape, action: z.literal('refuse'), reason: z.string() }),
]);

const counts = {
  views: z.number(),
  routines: z.number(),
  triggers: z.number(),
  events: z.number(),
};

export const dumpPlanLineSchema: z.ZodType<Line<DumpPlan>> = z.object({
  type: z.literal('plan'),
  source: z.string(),
  folder: z.string(),
  threads: z.number(),
  scope: z.string(),
  consistency: z.string(),
  tables: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      engine: z.string(),
      rows: z.number(),
      bytes: z.number(),
      read: z.enum(['ranges', 'one-stream']),
      isLocked: z.boolean(),
    }),
  ),
  accounts: z.array(z.string()),
  totals: z.object({ rows: z.number(), bytes: z.number(), ...counts }),
  notices: z.array(z.string()),
  warnings: z.array(failureLineSchema),
  conflicts: z.array(failureLineSchema),
});

export const loadPlanLineSchema: z.ZodType<Line<LoadPlan>> = z.object({
  type: z.literal('plan'),
  target: z.string(),
  tool: z.string(),
  source: z.string().nullable(),
  scope: z.string(),
  stillToCome: z.number().nullable(),
  threads: z.number(),
  binlog: z.enum(['on', 'off']),
  speedUps: z.array(z.string()),
  replicationStart: z.string().nullable(),
  gtid: z.string().nullable(),
  methodReason: z.string().nullable(),
  schemas: z.array(
    z.object({
      source: z.string(),
      target: z.string(),
      exists: z.boolean(),
      ...counts,
      sequences: z.number(),
    }),
  ),
  tables: z.array(tableSchema),
  steps: z.array(z.string()),
  definers: z.array(z.object({ file: z.string(), object: z.string(), account: z.string() })),
  otherStatements: z.array(z.object({ file: z.string(), statement: z.string() })),
  accounts: z.array(accountSchema),
  changes: z.array(failureLineSchema),
  notTried: z.string().nullable(),
  lacks: z.array(failureLineSchema),
  existing: z
    .array(
      z.object({
        schema: z.string(),
        kind: z.string(),
        name: z.string(),
        answer: z.enum(['replace', 'drop', 'keep', 'refuse']),
      }),
    )
    .exactOptional(),
  conflicts: z.array(failureLineSchema),
  totals: z.object({
    rows: z.number().nullable(),
    bytes: z.number().nullable(),
    storedBytes: z.number(),
    indexSeconds: z.number(),
  }),
});

const cause = {
  severity: z.enum(['blocks', 'converts', 'warns']),
  rule: z.string(),
  object: z.string(),
  why: z.string(),
};

export const migrationPlanLineSchema: z.ZodType<Line<MigrationPlan>> = z.object({
  type: z.literal('plan'),
  source: z.string(),
  target: z.string(),
  threads: z.number(),
  scope: z.string(),
  consistency: z.string(),
  tables: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      rows: z.number(),
      bytes: z.number(),
      shared: z.boolean(),
    }),
  ),
  ...counts,
  accounts: z.array(accountSchema),
  findings: z.array(
    z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('plain'), ...cause }),
      z.object({ kind: z.literal('advised'), ...cause, fix: z.string() }),
      z.object({ kind: z.literal('switchable'), ...cause, switchOn: z.enum(migrationFixes) }),
    ]),
  ),
  definitions: z.array(z.object({ object: z.string(), before: z.string(), after: z.string() })),
});

import { z } from 'zod';
import { failureSchema } from '../failure';
import { COMPARED, inspectionSchema, inspectTiers, type IndexComparison } from '../pages/inspection';
import type { TableOutcome } from '../pages/inspection';
import { writtenFormats } from '../dump-output';
import type { Check, ObjectVerdict, RollbackResult, RunResult, TableVerdict } from '../runs/result';
import { STAGES } from '../runs/stages';
import type { LaneProgress, RunTotals, RunUpdate } from '../runs/run';

/** Lines that a run prints with `--json`: its progress, and its result as the last one. */

const kinds = ['dump', 'load', 'migrate', 'verify', 'rollback'] as const;
const endings = ['done', 'done-with-warnings', 'incomplete', 'cancelled', 'failed'] as const;
const states = ['running', 'paused', 'cancelling', ...endings] as const;
export const stateSchema = z.enum(states);
export const kindSchema = z.enum(kinds);

export const failureLineSchema = failureSchema.meta({ id: 'Failure' });

const laneShape = { lane: z.number(), sinceMs: z.number(), rows: z.number(), bytes: z.number() };
const chunk = z.number().nullable();

const laneSchema: z.ZodType<LaneProgress> = z.discriminatedUnion('phase', [
  z.object({ phase: z.literal('idle'), ...laneShape }),
  z.object({
    phase: z.enum(['read', 'load', 'verify']),
    ...laneShape,
    table: z.number(),
    chunk,
    rowsPerSecond: z.number(),
    bytesPerSecond: z.number(),
  }),
  z.object({ phase: z.literal('index'), ...laneShape, table: z.number(), built: z.number().nullable() }),
  z.object({ phase: z.enum(['wait', 'retry']), ...laneShape, table: z.number(), chunk }),
]);

type ProgressLine = Pick<RunUpdate, 'state' | 'stage' | 'elapsedMs' | 'lanes' | 'historyList'> &
  RunTotals & { readonly type: 'progress' };

const progressShape = {
  type: z.literal('progress'),
  state: stateSchema,
  stage: z.enum(STAGES),
  elapsedMs: z.number(),
  lanes: z.array(laneSchema),
  historyList: z.object({ length: z.number(), oldestSnapshotMs: z.number() }).nullable(),
  rows: z.number(),
  bytes: z.number(),
  storedBytes: z.number(),
  rowsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  tablesDone: z.number(),
  tablesTotal: z.number(),
  retries: z.number(),
};
const rowsExpected = z.number().nullable();
const etaMs = z.object({ low: z.number(), high: z.number() }).nullable();

/** At most five a second. */
export const progressLineSchema: z.ZodType<ProgressLine> = z.discriminatedUnion('pass', [
  z.object({ ...progressShape, pass: z.literal('counting') }),
  z.object({
    ...progressShape,
    pass: z.literal('moving'),
    rowsUncommitted: z.number(),
    rowsExpected,
    etaMs,
  }),
  z.object({ ...progressShape, pass: z.literal('comparing'), rowsExpected, etaMs }),
  z.object({ ...progressShape, pass: z.literal('ended'), rowsExpected }),
]);

const checkSchema: z.ZodType<Check> = z
  .object({
    kind: z.enum([
      ...(['object', 'rows', 'checksum', 'definition', 'counter', 'foreign-keys', 'schema'] as const),
      ...(['extra', 'accounts', 'files', 'json-types'] as const),
    ]),
    state: z.enum(['ok', 'failed', 'not-checked']),
    detail: z.string(),
  })
  .meta({ id: 'Check' });

const tableVerdictSchema: z.ZodType<TableVerdict> = z.object({
  schema: z.string(),
  table: z.string(),
  rows: z.number(),
  bytes: z.number(),
  checks: z.array(checkSchema),
  checksum: z.string().exactOptional(),
  decisions: z.array(z.string()).exactOptional(),
});

const objectVerdictSchema: z.ZodType<ObjectVerdict> = z.object({
  schema: z.string(),
  kind: z.enum(['view', 'function', 'procedure', 'package', 'event', 'trigger', 'library', 'sequence']),
  name: z.string(),
  checks: z.array(checkSchema),
});

const indexLayoutSchema = inspectionSchema.shape.indexes.element.meta({ id: 'IndexLayout' });

export const indexComparisonSchema: z.ZodType<IndexComparison> = z.object({
  table: z.string().exactOptional(),
  partition: z.string().exactOptional(),
  name: z.string().exactOptional(),
  before: indexLayoutSchema.nullable(),
  after: indexLayoutSchema.nullable(),
  change: z.record(z.enum(COMPARED), z.number().nullable()),
});

const layoutSourceSchema = z.object({
  tier: z.enum(inspectTiers),
  source: z.string(),
  coverage: z.string(),
  notes: z.array(z.string()),
  takenAt: z.string(),
});

const outcomeSchema: z.ZodType<TableOutcome> = z.object({
  schema: z.string(),
  table: z.string(),
  after: layoutSourceSchema.nullable(),
  before: layoutSourceSchema.nullable(),
  comparedWith: z.enum(['target', 'source']).nullable(),
  indexes: z.array(indexComparisonSchema),
  skipped: z.string().nullable(),
});

/** The last line of a command that began no run. */
type UnbegunLine = Omit<RollbackResult, 'kind'> & { readonly type: 'result' };

/** The last line of a command. */
export type ResultLine = UnbegunLine | (RunResult & { readonly type: 'result' });

const any = {
  type: z.literal('result'),
  ok: z.boolean(),
  state: z.enum(endings),
  tables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  movedBytes: z.number().exactOptional(),
  seconds: z.number(),
  stages: z.array(z.object({ stage: z.enum(STAGES), seconds: z.number() })).exactOptional(),
  threads: z.number(),
  memoryPeakBytes: z.number(),
  verdicts: z.array(tableVerdictSchema),
  checks: z.array(checkSchema),
  notices: z.array(z.string()).exactOptional(),
  warnings: z.array(failureLineSchema),
  errors: z.array(failureLineSchema),
  retries: z.number(),
  begun: z.boolean().exactOptional(),
};

const dumpFiles = { files: z.number(), storedBytes: z.number() };

const snapshot = {
  lockWaitMs: z.number().nullable(),
  lockHeldMs: z.number().nullable(),
  firstRowMs: z.number().nullable().exactOptional(),
  consistency: z.string().nullable(),
};

const targetWork = {
  outcomes: z.array(outcomeSchema).exactOptional(),
  replicationStart: z.string().nullable().exactOptional(),
  speedUps: z.array(z.string()).exactOptional(),
  unfinished: z
    .object({
      schemaMap: z.record(z.string(), z.string()),
      resume: z.string().nullable(),
      rollBack: z.string(),
    })
    .nullable(),
  targetState: z.enum(['untouched', 'rolled-back', 'left']).exactOptional(),
};

const objects = z.array(objectVerdictSchema).exactOptional();

const { type, ...result } = any;
const verification = {
  kind: z.literal('verify'),
  ...result,
  ...dumpFiles,
  objects,
  certificate: z.string().exactOptional(),
};

const ofRun: z.ZodType<RunResult & { readonly type: 'result' }> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('dump'),
    ...any,
    ...dumpFiles,
    ...snapshot,
    written: z.object({ format: z.enum(writtenFormats), path: z.string() }).exactOptional(),
    proof: z.object(verification).exactOptional(),
  }),
  z.object({ kind: z.literal('load'), ...any, ...dumpFiles, ...targetWork }),
  z.object({ kind: z.literal('migrate'), ...any, ...snapshot, ...targetWork }),
  z.object({ type, ...verification }),
  z.object({ kind: z.literal('rollback'), ...any }),
]);

export const resultLineSchema: z.ZodType<ResultLine> = z.union([ofRun, z.strictObject(any)]);

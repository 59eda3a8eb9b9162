import { z } from 'zod';
import { failureSchema } from '../failure';
import { COMPARED, inspectionSchema, inspectTiers, type IndexComparison } from '../pages/inspection';
import type { TableOutcome } from '../pages/inspection';
import type {
  Check,
  LaneProgress,
  ObjectVerdict,
  RunResult,
  RunTotals,
  RunUpdate,
  TableVerdict,
} from '../runs/run';

/** Lines that a run prints with `--json`: its progress, and its result as the last one. */

const kinds = ['dump', 'load', 'migrate', 'verify', 'abandon'] as const;
const endings = ['done', 'done-with-warnings', 'incomplete', 'cancelled', 'failed'] as const;
const states = ['running', 'paused', 'cancelling', ...endings] as const;
export const stateSchema = z.enum(states);
export const kindSchema = z.enum(kinds);

export const failureLineSchema = failureSchema.meta({ id: 'Failure' });

const laneSchema: z.ZodType<LaneProgress> = z.object({
  lane: z.number(),
  phase: z.enum(['idle', 'read', 'load', 'index', 'verify', 'wait', 'retry']),
  table: z.number(),
  chunk: z.number(),
  sinceMs: z.number(),
  rows: z.number(),
  bytes: z.number(),
  rowsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  built: z.number().exactOptional(),
});

const totalsShape = {
  rows: z.number(),
  bytes: z.number(),
  storedBytes: z.number(),
  rowsExpected: z.number().nullable(),
  rowsPerSecond: z.number(),
  bytesPerSecond: z.number(),
  tablesDone: z.number(),
  tablesTotal: z.number(),
  retries: z.number(),
  etaMs: z.object({ low: z.number(), high: z.number() }).nullable(),
} satisfies Readonly<Record<keyof RunTotals, z.ZodType>>;

type ProgressLine = Pick<RunUpdate, 'state' | 'stage' | 'elapsedMs' | 'lanes' | 'undoHistory'> &
  RunTotals & { readonly type: 'progress' };

/** At most five a second. */
export const progressLineSchema: z.ZodType<ProgressLine> = z.object({
  type: z.literal('progress'),
  state: stateSchema,
  stage: z.enum([
    ...(['connect', 'preflight', 'lock', 'snapshot', 'definitions', 'data', 'waiting'] as const),
    ...(['constraints', 'objects', 'verify', 'finish'] as const),
  ]),
  elapsedMs: z.number(),
  ...totalsShape,
  lanes: z.array(laneSchema),
  undoHistory: z.object({ historyLength: z.number(), oldestSnapshotMs: z.number() }).nullable(),
});

const checkSchema: z.ZodType<Check> = z
  .object({
    kind: z.enum([
      ...(['presence', 'rows', 'digest', 'definition', 'counter', 'foreign-keys', 'schema'] as const),
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

/** The last line; without `kind` it is of a command that began no run. */
export type ResultLine = Omit<RunResult, 'kind'> &
  Partial<Pick<RunResult, 'kind'>> & { readonly type: 'result' };

export const resultLineSchema: z.ZodType<ResultLine> = z.object({
  type: z.literal('result'),
  ok: z.boolean(),
  kind: kindSchema.exactOptional(),
  state: stateSchema,
  tables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  storedBytes: z.number(),
  files: z.number(),
  seconds: z.number(),
  threads: z.number(),
  memoryPeakBytes: z.number(),
  lockWaitMs: z.number().nullable(),
  lockHeldMs: z.number().nullable(),
  firstRowMs: z.number().nullable().exactOptional(),
  consistency: z.string().nullable(),
  verdicts: z.array(tableVerdictSchema),
  objects: z.array(objectVerdictSchema).exactOptional(),
  checks: z.array(checkSchema),
  outcomes: z.array(outcomeSchema).exactOptional(),
  replicationStart: z.string().nullable().exactOptional(),
  speedUps: z.array(z.string()).exactOptional(),
  warnings: z.array(failureLineSchema),
  errors: z.array(failureLineSchema),
  retries: z.number(),
  unfinished: z
    .object({
      schemaMap: z.record(z.string(), z.string()),
      resume: z.string().nullable(),
      abandon: z.string(),
    })
    .nullable(),
  begun: z.boolean().exactOptional(),
  targetState: z.enum(['untouched', 'rolled-back', 'left']).exactOptional(),
});

import { z } from 'zod';
import { lackOf } from '../../contract/jobs/going';
import { historyFiguresSchema, type HistoryEntry, type HistoryState } from '../../contract/runs/history';
import type { Compression } from '../../contract/runs/options';
import type { JobReference, RunHeader } from '../../contract/runs/run';
import { filesOf, mustMendDump, type RunResult } from '../../contract/runs/result';
import {
  checksFiles,
  folderOfSetup,
  isRepeatable,
  readableSetup,
  repeatOf,
  seriesOf,
  variantOf,
  type RunSetup,
} from '../setup';
import { leftoverIn, leftoverOf } from './leftover';
import { whatOf } from '../what';
import { kindOfStored } from '../earlier';

/** Version of the history file's lines: one when a run begins, one when it ends. */

const VERSION = 1;

export const runIdSchema = z.string().regex(/^[0-9a-f]{16}$/);

const begunSchema = z.object({
  version: z.literal(VERSION),
  type: z.literal('begun'),
  runId: runIdSchema,
  kind: z.preprocess(kindOfStored, z.enum(['dump', 'load', 'migrate', 'verify', 'rollback'])),
  title: z.string(),
  startedAt: z.number(),
  threads: z.number(),
  targetProfileId: z.string().optional(),
  job: z.object({ id: z.string(), name: z.string() }).nullable(),
  resumed: z.boolean().default(false),
  by: z.enum(['window', 'command']),
  /** Process of the run: when it is gone and the run has no end, the run was interrupted. */
  process: z.object({ pid: z.number().int().positive(), began: z.string() }),
  /** Read by {@link readableSetup} when it is needed: another version of Sluice may have other options. */
  setup: z
    .object({
      server: z.object({ name: z.string(), profileId: z.string().nullable() }).nullable(),
      folder: z.string().nullable().default(null),
    })
    .loose(),
});
export type BegunRecord = z.infer<typeof begunSchema>;

const finalStates = [
  'done',
  'done-with-warnings',
  'incomplete',
  'cancelled',
  'failed',
  'interrupted',
] as const;

const endedSchema = z.object({
  version: z.literal(VERSION),
  type: z.literal('ended'),
  runId: runIdSchema,
  state: z.enum(finalStates),
  figures: historyFiguresSchema.nullable(),
  problem: z.string().nullable(),
  /** Absent in lines of earlier versions. */
  leftover: z.enum(['none', 'resumable', 'rollback-only']).optional(),
  mustMendDump: z.boolean().optional(),
  isPartial: z.boolean().optional(),
});
export type EndedRecord = z.infer<typeof endedSchema>;

export interface RecordedRun {
  readonly begun: BegunRecord;
  /** Null while it runs, and for ever where its process died before writing it. */
  readonly ended: EndedRecord | null;
}

export interface BegunRun {
  readonly header: RunHeader;
  readonly setup: RunSetup;
  readonly job: JobReference | null;
  /** True if it resumes an earlier run. */
  readonly resumed?: boolean;
}

export function begunRecord(
  { header, setup, job, resumed = false }: BegunRun,
  by: BegunRecord['by'],
  process: BegunRecord['process'],
): BegunRecord {
  const kept = { ...setup, folder: folderOfSetup(setup) };
  const { runId, kind, title, startedAt, threads, targetProfileId } = header;
  return {
    version: VERSION,
    type: 'begun',
    runId,
    kind,
    title,
    startedAt,
    threads,
    targetProfileId,
    job,
    resumed,
    by,
    process,
    setup: kept,
  };
}

export function endedRecord(runId: string, result: RunResult): EndedRecord {
  const { state, seconds, tables, rows, bytes, movedBytes, warnings, errors } = result;
  const storedBytes = filesOf(result)?.storedBytes ?? 0;
  const figures = { seconds, tables, rows, bytes, movedBytes, storedBytes, warnings: warnings.length };
  const problem = errors[0]?.message ?? warnings[0]?.message ?? null;
  return {
    version: VERSION,
    type: 'ended',
    runId,
    state,
    figures,
    problem,
    leftover: leftoverOf(result),
    mustMendDump: mustMendDump(result),
    isPartial: result.kind === 'dump' && lackOf(warnings) !== null,
  };
}

export function interruptedRecord(runId: string): EndedRecord {
  return { version: VERSION, type: 'ended', runId, state: 'interrupted', figures: null, problem: null };
}

/** The runs that these lines record, in the order in which they began. Lines of another version are ignored. */
export function gatherRuns(lines: readonly unknown[]): readonly RecordedRun[] {
  const runs = new Map<string, RecordedRun>();
  for (const line of lines) {
    const begun = begunSchema.safeParse(line);
    if (begun.success) runs.set(begun.data.runId, { begun: begun.data, ended: null });
    const ended = endedSchema.safeParse(line);
    const run = ended.success ? runs.get(ended.data.runId) : undefined;
    if (ended.success && run !== undefined) runs.set(ended.data.runId, { ...run, ended: ended.data });
  }
  return [...runs.values()];
}

/** The list entry of a run; `isAlive` tells whether its process still runs. */
export function entryOf({ begun, ended }: RecordedRun, isAlive: boolean): HistoryEntry {
  const { runId, kind, title, startedAt, threads, by, job, resumed, setup } = begun;
  const state: HistoryState = ended?.state ?? (isAlive ? 'running' : 'interrupted');
  const repeat = readableSetup(setup);
  return {
    runId,
    kind,
    title,
    server: setup.server?.name ?? null,
    profileId: setup.server?.profileId ?? null,
    folder: setup.folder,
    compression: compressionOf(repeat),
    ...variantIn(repeat),
    startedAt,
    threads,
    by,
    job,
    state,
    figures: ended?.figures ?? null,
    problem: ended?.problem ?? null,
    what: repeat === null ? '' : whatOf(repeat),
    resumed,
    leftover: ended?.leftover ?? leftoverIn(kind, state),
    mustMendDump: ended?.mustMendDump ?? false,
    isPartial: ended?.isPartial ?? false,
    checksFiles: repeat !== null && checksFiles(repeat),
    series: repeat === null ? runId : seriesOf(repeat),
    repeatable: repeat !== null && isRepeatable(repeat),
  };
}

/** Compression of the files of a dump folder. */
function compressionOf(setup: RunSetup | null): Compression | null {
  return setup?.kind === 'dump' && setup.options.output.kind === 'shell' ? setup.options.compression : null;
}

function variantIn(setup: RunSetup | null): Pick<RunHeader, 'variant'> {
  const variant = setup === null ? null : variantOf(setup);
  return variant === null ? {} : { variant };
}

export function headerOf({
  runId,
  kind,
  title,
  startedAt,
  threads,
  targetProfileId,
  setup,
}: BegunRecord): RunHeader {
  const readable = readableSetup(setup);
  const repeat = readable === null ? null : repeatOf(readable);
  return {
    runId,
    kind,
    ...variantIn(readable),
    title,
    startedAt,
    threads,
    ...(targetProfileId !== undefined && { targetProfileId }),
    ...(repeat !== null && { repeat }),
  };
}

import { z } from 'zod';
import type { Compression } from './options';
import type {
  JobReference,
  LaneProgress,
  LaneSegment,
  LogRecord,
  RunHeader,
  RunTotals,
  RunVariant,
  TableProgress,
} from './run';
import type { RunStage } from './stages';
import type { RunKind, RunState } from './state';
import type { RunResult } from './result';

/** Status of a run in the history. `interrupted`: its program ended, by a crash or a kill, before the run did. */
export type HistoryState = RunState | 'interrupted';

/**
 * Part of a load or a migration that is on its target still, as far as the history knows: `resumable`, the run can be
 * resumed or rolled back; `rollback-only`, it can be rolled back; `none`, nothing is left, or a later run took it over.
 */
export type Leftover = 'none' | 'resumable' | 'rollback-only';

/** Figures of a finished run that a list shows. */
export const historyFiguresSchema = z.object({
  seconds: z.number(),
  tables: z.number(),
  rows: z.number(),
  /** Uncompressed bytes of table data. */
  bytes: z.number(),
  /** Bytes that the run moved itself: a resumed one finds some there. Absent in records of earlier versions. */
  movedBytes: z.number().optional(),
  storedBytes: z.number(),
  warnings: z.number(),
});
export type HistoryFigures = Readonly<z.infer<typeof historyFiguresSchema>>;

/** One run of any window or command line of this user. */
export interface HistoryEntry {
  readonly runId: string;
  readonly kind: RunKind;
  /** Absent for a run that is nothing but its kind. */
  readonly variant?: RunVariant;
  readonly title: string;
  /** The server as a person knows it, of a migration its target; null where none took part. */
  readonly server: string | null;
  /** The saved connection to it; null where there was none. */
  readonly profileId: string | null;
  /** The dump folder, for display only; null for a migration, which has none. */
  readonly folder: string | null;
  /** Compression of a dump folder's files; null for other runs and formats, and where it is not known. */
  readonly compression: Compression | null;
  readonly startedAt: number;
  readonly threads: number;
  readonly by: 'window' | 'command';
  /** The saved job that it was a run of. */
  readonly job: JobReference | null;
  readonly state: HistoryState;
  /** Null for a run that is still running or was interrupted. */
  readonly figures: HistoryFigures | null;
  /** The first error, in one sentence. */
  readonly problem: string | null;
  /** The selected objects in a few words, such as "shop, crm.orders"; empty for a whole dump folder. */
  readonly what: string;
  /** True if it resumed an earlier run. */
  readonly resumed: boolean;
  readonly leftover: Leftover;
  /** True if it ended at the dump's own files: a resume would end there again before they are mended. */
  readonly mustMendDump?: boolean | undefined;
  /** True for a dump with no objects in it, or by an account that could not read all that was selected. */
  readonly isPartial?: boolean | undefined;
  /** True if it checks the data files of a dump: by reading them, and not only by the numbers of their rows. */
  readonly checksFiles?: boolean | undefined;
  /** Key of the work that a run does, whatever folder it uses: runs with the same key can be compared in speed. */
  readonly series: string;
  /** True if its set-up uses saved connections only, so that it can be repeated. */
  readonly repeatable: boolean;
}

/** The whole result of a run that ended. */
export interface HistoryResult {
  readonly header: RunHeader;
  readonly result: RunResult;
}

/** Record of a run that ended: its log, and the time of each lane. All lists are bounded. */
export interface RunTimeline {
  /** The last stage. */
  readonly stage: RunStage;
  readonly totals: RunTotals;
  readonly lanes: readonly LaneProgress[];
  readonly tables: readonly TableProgress[];
  readonly segments: readonly LaneSegment[];
  /** The newest records. */
  readonly log: readonly LogRecord[];
}

/** Returns whether every word of `search` occurs in the entry. */
export function matchesHistory(entry: HistoryEntry, search: string): boolean {
  const { kind, title, server, folder, job, state, problem, runId, what } = entry;
  const said = [kind, title, server, folder, job?.name, state, problem, runId, what].join(' ').toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => said.includes(word));
}

import { join } from 'path';
import type { ReadingChoices } from '../../contract/commands/input';
import type { SluiceError } from '../../contract/failure';
import type { HistoryEntry, HistoryResult, RunTimeline } from '../../contract/runs/history';
import type { JobReference } from '../../contract/runs/run';
import type { RunResult } from '../../contract/runs/result';
import { replaceFile } from '../../storage/atomic-file';
import { withFileLock } from '../../storage/file-lock';
import { appendLine, readLines, toLines } from '../../storage/lines';
import { identifySelf, isRunning } from '../../storage/process-identity';
import {
  begunRecord,
  endedRecord,
  entryOf,
  gatherRuns,
  headerOf,
  interruptedRecord,
  type BegunRecord,
  type BegunRun,
  type RecordedRun,
} from './records';
import { withoutTakenOver } from './leftover';
import { Readings } from './readings';
import { RunFiles } from './run-files';
import { keptTimeline, readTimeline } from './timeline';
import { inputOfSetup, readableSetup, readSetup, type RunSetup } from '../setup';
import { resultOfStored } from '../earlier';
import { makeFolder } from '../../storage/make-folder';
import { runsFailures } from '../../text/runs/runs';

/** Receiver of every run's start, end and completed result. */
export interface RunRecorder {
  begun(run: BegunRun): Promise<void>;
  ended(runId: string, result: RunResult, timeline: RunTimeline): Promise<void>;
  /** Replaces the result of a run that has ended by one that says more of its tables. */
  completed(runId: string, result: RunResult): Promise<void>;
  /** Folders of the dumps that runs and commands of any process work on now. */
  foldersInUse(): Promise<readonly string[]>;
}

export interface HistoryLimits {
  /** Size of the file, in bytes, beyond which it is rewritten with the newest runs only. */
  readonly fileBytes: number;
  readonly runs: number;
  /** Whole results and timelines, which are much larger than their lines: so many of the newest are kept. */
  readonly results: number;
}

/** Results beyond those that are kept, as a part of these, before the old ones are removed: that reads the whole history. */
const RESULTS_BEYOND = 0.1;

const LIMITS: HistoryLimits = { fileBytes: 4_000_000, runs: 2000, results: 300 };

/**
 * The history of all runs of a user: one append-only file of JSON lines, written by windows and command lines alike
 * under a lock, and the whole result and the timeline of each newer run in files of their own. It is bounded, holds no secret, and
 * survives a crash at any time: only a torn line is lost, and a run without an end whose process is gone shows as
 * interrupted.
 */
export class RunHistory implements RunRecorder {
  readonly #folder: string;
  readonly #file: string;
  readonly #by: BegunRecord['by'];
  readonly #limits: HistoryLimits;
  readonly #results: RunFiles;
  readonly #timelines: RunFiles;
  readonly #readings: Readings;

  constructor(folder: string, by: BegunRecord['by'], limits: HistoryLimits = LIMITS) {
    this.#folder = folder;
    this.#file = join(folder, 'runs.jsonl');
    this.#by = by;
    this.#limits = limits;
    this.#results = new RunFiles(join(folder, 'results'));
    this.#timelines = new RunFiles(join(folder, 'timelines'));
    this.#readings = new Readings(join(folder, 'reading'));
  }

  async begun(run: BegunRun): Promise<void> {
    const record = begunRecord(run, this.#by, await identifySelf());
    await this.#locked(() => this.#append(record));
  }

  /** Writes result and timeline before the line that refers to them. */
  async ended(runId: string, result: RunResult, timeline: RunTimeline): Promise<void> {
    await this.#locked(async () => {
      await this.#results.write(runId, result);
      await this.#timelines.write(runId, keptTimeline(timeline));
      await this.#append(endedRecord(runId, result));
      await this.#dropOldResults();
    });
  }

  async completed(runId: string, result: RunResult): Promise<void> {
    await this.#locked(async () => {
      // So many runs may have ended since that this one's is no longer kept.
      if ((await this.#results.read(runId)) !== null) await this.#results.write(runId, result);
    });
  }

  /** Does work that reads a dump and is no run. */
  async whileReading<T>(folder: string, work: () => Promise<T>): Promise<T> {
    return await this.#readings.during(folder, work);
  }

  async foldersInUse(): Promise<readonly string[]> {
    const open = (await this.#read()).filter(({ ended }) => ended === null);
    const alive = await Promise.all(open.map(isAlive));
    const ofRuns = open.filter((_run, index) => alive[index] === true);
    return [...ofRuns.flatMap(({ begun }) => begun.setup.folder ?? []), ...(await this.#readings.folders())];
  }

  /** Newest first. */
  async list(): Promise<readonly HistoryEntry[]> {
    const runs = await this.#read();
    const entries = await Promise.all(runs.map(async (run) => entryOf(run, await isAlive(run))));
    const setups = runs.map(({ begun }) => readableSetup(begun.setup));
    return [...withoutTakenOver(entries, setups)].reverse();
  }

  /** Fails with `unknown-run` where the run is unknown, has not ended, or is so old that its result was removed. */
  async result(runId: string): Promise<HistoryResult> {
    const { begun } = await this.#find(runId);
    const result = resultOfStored(await this.#results.read(runId), begun.kind);
    if (result === null) throw runsFailures.resultNotKept();
    return { header: headerOf(begun), result };
  }

  /** Null for a run of an earlier version, and for one so old that its timeline was removed. */
  async timeline(runId: string): Promise<RunTimeline | null> {
    await this.#find(runId);
    return readTimeline(await this.#timelines.read(runId));
  }

  /** Parameters that repeat a run. */
  async setup(runId: string): Promise<RunSetup> {
    return readSetup((await this.#find(runId)).begun.setup);
  }

  /**
   * The folder that a run wrote or read. Fails with `dump-replaced` for a dump whose folder a later one has: nobody may
   * take that for the dump of this run.
   */
  async folderOf(runId: string): Promise<string> {
    const runs = await this.#read();
    const at = runs.findIndex(({ begun }) => begun.runId === runId);
    const run = runs[at];
    if (run === undefined) throw unknownRun();
    const { folder } = run.begun.setup;
    if (folder === null) throw withoutFolder();
    if (run.begun.kind === 'dump' && runs.slice(at + 1).some((later) => hasWritten(later, folder)))
      throw runsFailures.dumpReplaced({ folder });
    return folder;
  }

  /** Choices by which a run has read its dump; undefined for none, and where another version of Sluice wrote them. */
  async inputOf(runId: string): Promise<ReadingChoices | undefined> {
    const setup = readableSetup((await this.#find(runId)).begun.setup);
    return setup === null ? undefined : inputOfSetup(setup);
  }

  /** The saved job that a run was one of; null where it was none. */
  async jobOf(runId: string): Promise<JobReference | null> {
    return (await this.#find(runId)).begun.job;
  }

  /** Marks the runs whose process is gone as interrupted, and returns them: each one only once, to the first caller. */
  async sweep(): Promise<readonly HistoryEntry[]> {
    return await this.#locked(async () => {
      const swept: HistoryEntry[] = [];
      for (const run of await this.#read()) {
        if (run.ended !== null || (await isAlive(run))) continue;
        await this.#append(interruptedRecord(run.begun.runId));
        swept.push(entryOf(run, false));
      }
      return swept;
    });
  }

  async #locked<T>(work: () => Promise<T>): Promise<T> {
    await makeFolder(this.#folder, 0o700);
    return await withFileLock(`${this.#file}.lock`, work);
  }

  async #append(record: object): Promise<void> {
    if ((await appendLine(this.#file, record)) > this.#limits.fileBytes) await this.#shrink();
  }

  /** Keeps the newest runs, half as many as fit, so that it is not done again at once; and those without an end. */
  async #shrink(): Promise<void> {
    const runs = await this.#read();
    const newest = new Set(runs.slice(-Math.ceil(this.#limits.runs / 2)));
    const kept = runs.filter((run) => newest.has(run) || run.ended === null);
    const lines = kept.flatMap(({ begun, ended }) => (ended === null ? [begun] : [begun, ended]));
    await replaceFile(this.#file, toLines(lines));
  }

  async #dropOldResults(): Promise<void> {
    const { results } = this.#limits;
    if ((await this.#results.count()) <= results + Math.floor(results * RESULTS_BEYOND)) return;
    const newest = (await this.#read()).slice(-results).map(({ begun }) => begun.runId);
    await this.#results.keepOnly(newest);
    await this.#timelines.keepOnly(newest);
  }

  async #read(): Promise<readonly RecordedRun[]> {
    return gatherRuns(await readLines(this.#file));
  }

  async #find(runId: string): Promise<RecordedRun> {
    const run = (await this.#read()).find(({ begun }) => begun.runId === runId);
    if (run === undefined) throw unknownRun();
    return run;
  }
}

/** A migration writes and reads no folder. */
export function withoutFolder(): SluiceError {
  return runsFailures.noDumpFolder();
}

function unknownRun(): SluiceError {
  return runsFailures.unknownRun();
}

/** A dump that ended badly has taken away only what it had written itself. */
function hasWritten({ begun, ended }: RecordedRun, folder: string): boolean {
  if (begun.kind !== 'dump' || begun.setup.folder !== folder) return false;
  return ended === null || ended.state === 'done' || ended.state === 'done-with-warnings';
}

async function isAlive({ begun, ended }: RecordedRun): Promise<boolean> {
  return ended === null && (await isRunning(begun.process));
}

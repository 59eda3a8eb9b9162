import { promises as fs } from 'fs';
import { join } from 'path';
import { promisify } from 'util';
import { gunzip, gzip } from 'zlib';
import { SluiceError } from '../../contract/failure';
import type { HistoryEntry, HistoryResult } from '../../contract/runs/history';
import type { JobReference, RunResult } from '../../contract/runs/run';
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
  runIdSchema,
  type BegunRecord,
  type BegunRun,
  type RecordedRun,
} from './records';
import { readSetup, type RunSetup } from '../setup';
import { makeFolder } from '../../storage/make-folder';

/** Receiver of every run's start and end. */
export interface RunRecorder {
  begun(run: BegunRun): Promise<void>;
  ended(runId: string, result: RunResult): Promise<void>;
}

export interface HistoryLimits {
  /** Size of the file, in bytes, beyond which it is rewritten with the newest runs only. */
  readonly fileBytes: number;
  readonly runs: number;
  /** Whole results, which are much larger than their lines. */
  readonly results: number;
}

const compress = promisify<Buffer | string, Buffer>(gzip);
const expand = promisify<Buffer, Buffer>(gunzip);

/** Suffix of the files of whole results. */
const RESULT = '.json.gz';

const LIMITS: HistoryLimits = { fileBytes: 4_000_000, runs: 2000, results: 300 };

/**
 * The history of all runs of a user: one append-only file of JSON lines, written by windows and command lines alike
 * under a lock, and the whole result of each newer run in a file of its own. It is bounded, holds no secret, and
 * survives a crash at any time: only a torn line is lost, and a run without an end whose process is gone shows as
 * interrupted.
 */
export class RunHistory implements RunRecorder {
  readonly #folder: string;
  readonly #file: string;
  readonly #by: BegunRecord['by'];
  readonly #limits: HistoryLimits;

  constructor(folder: string, by: BegunRecord['by'], limits: HistoryLimits = LIMITS) {
    this.#folder = folder;
    this.#file = join(folder, 'runs.jsonl');
    this.#by = by;
    this.#limits = limits;
  }

  async begun(run: BegunRun): Promise<void> {
    const record = begunRecord(run, this.#by, await identifySelf());
    await this.#locked(() => this.#append(record));
  }

  /** Writes the result before the line that refers to it. */
  async ended(runId: string, result: RunResult): Promise<void> {
    await makeFolder(this.#results, 0o700);
    await this.#locked(async () => {
      await replaceFile(this.#resultFile(runId), await compress(JSON.stringify(result)));
      await this.#append(endedRecord(runId, result));
      await this.#dropOldResults();
    });
  }

  /** Newest first. */
  async list(): Promise<readonly HistoryEntry[]> {
    const runs = await this.#read();
    const entries = await Promise.all(runs.map(async (run) => entryOf(run, await isAlive(run))));
    return entries.reverse();
  }

  /** Fails with `unknown-run` where the run is unknown, has not ended, or is so old that its result was removed. */
  async result(runId: string): Promise<HistoryResult> {
    const { begun } = await this.#find(runId);
    try {
      const text = await expand(await fs.readFile(this.#resultFile(runId)));
      const result = JSON.parse(text.toString()) as RunResult;
      return { header: headerOf(begun), result };
    } catch {
      throw new SluiceError('unknown-run', 'The result of this run is not kept.');
    }
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
      throw new SluiceError('dump-replaced', `The dump of this run is gone: ${folder} holds a later one.`);
    return folder;
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

  get #results(): string {
    return join(this.#folder, 'results');
  }

  #resultFile(runId: string): string {
    return join(this.#results, `${runIdSchema.parse(runId)}${RESULT}`);
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
    const names = new Set((await fs.readdir(this.#results)).filter((name) => name.endsWith(RESULT)));
    if (names.size <= this.#limits.results) return;
    const newest = (await this.#read()).slice(-this.#limits.results);
    for (const { begun } of newest) names.delete(`${begun.runId}${RESULT}`);
    for (const name of names) await fs.unlink(join(this.#results, name));
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
  return new SluiceError('usage', 'This run has no dump folder.');
}

function unknownRun(): SluiceError {
  return new SluiceError('unknown-run', 'The history does not know this run.');
}

/** A dump that ended badly has taken away only what it had written itself. */
function hasWritten({ begun, ended }: RecordedRun, folder: string): boolean {
  if (begun.kind !== 'dump' || begun.setup.folder !== folder) return false;
  return ended === null || ended.state === 'done' || ended.state === 'done-with-warnings';
}

async function isAlive({ begun, ended }: RecordedRun): Promise<boolean> {
  return ended === null && (await isRunning(begun.process));
}

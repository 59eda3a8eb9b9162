import { randomBytes } from 'crypto';
import type { ReadingChoices } from '../contract/commands/input';
import { PRACTICE_PREFIX } from '../contract/connections/connection';
import type { RunHeader, RunUpdate, RunView } from '../contract/runs/run';
import type { RunResult } from '../contract/runs/result';
import type { DumpRequest } from '../dump/dump';
import { failureOf } from '../engine/failures';
import type { RunReport } from '../engine/hooks';
import type { LoadRequest } from '../load/request';
import type { MigrateRequest } from '../migrate/request';
import type { ProveRequest } from '../prove/prove';
import type { CompareRequest } from '../verify/target';
import type { VerifyRequest } from '../verify/verify';
import { withoutFolder, type RunRecorder } from './history/history';
import {
  migrationRollbackRun,
  loadRollbackRun,
  compareRun,
  dumpRun,
  loadRun,
  migrateRun,
  proveRun,
  verifyRun,
  type Asked,
  type MigrationServers,
  type NewRun,
  type RunEnvironment,
  type RunServices,
  type RunOrigin,
} from './new-runs';
import type { LoadSource } from './observed-load';
import { failedReport, resultOf, type FinalReport } from './run-result';
import { folderOfSetup, inputOfSetup, repeatOf, variantOf, type RunSetup } from './setup';
import { UNWATCHED, type Watching } from './server-watch';
import { RunTracker } from './tracker';
import { runsFailures, runsText } from '../text/runs/runs';

/**
 * Maximum rate at which a run publishes updates: nobody reads figures that change faster, and where rows keep all cores
 * busy, each rendering takes time from the rows.
 */
const UPDATE_INTERVAL_MS = 200;

interface RunEntry {
  readonly tracker: RunTracker;
  /** Null where the run has none. */
  readonly setup: RunSetup | null;
  readonly result: Promise<RunResult>;
  /** The result with all that is read after the run's end. */
  readonly completed: Promise<RunResult>;
  timer: NodeJS.Timeout | null;
}

/** All runs since the program started. They continue whether watched or not; several may run at once. */
export class RunRegistry {
  readonly #services: RunServices;
  readonly #runs = new Map<string, RunEntry>();
  readonly #listeners = new Set<(update: RunUpdate) => void>();
  readonly #recorder: RunRecorder | null;
  /** Practice server that a dump folder comes from, by folder, if this program wrote it. */
  readonly #sources = new Map<string, LoadSource>();

  /** `recorder` receives the start and the end of each run; null where no history is kept. */
  constructor(
    environment: RunEnvironment,
    recorder: RunRecorder | null = null,
    watching: Watching = UNWATCHED,
  ) {
    this.#services = { environment, watching };
    this.#recorder = recorder;
  }

  /** `source` is the server as a person knows it. */
  startDump(source: string, request: Asked<DumpRequest>, origin: RunOrigin = {}): RunHeader {
    const { folder, endpoint } = request;
    // Inspecting a table delays its users: it is done unasked only where there are none.
    if (origin.profileId?.startsWith(PRACTICE_PREFIX)) this.#sources.set(folder, { endpoint });
    return this.#start(dumpRun(this.#services, source, request, origin));
  }

  /** `target` is the server as a person knows it. */
  startLoad(target: string, request: Asked<LoadRequest>, origin: RunOrigin = {}): RunHeader {
    const practiceSource = (): LoadSource | null => this.#sources.get(request.folder) ?? null;
    return this.#start(loadRun(this.#services, target, request, origin, practiceSource));
  }

  /** Rolls back an unfinished load of the dump on the target. */
  startLoadRollback(target: string, request: Asked<LoadRequest>, origin: RunOrigin = {}): RunHeader {
    return this.#start(loadRollbackRun(this.#services, target, request, origin));
  }

  startMigrate(
    servers: MigrationServers,
    request: Asked<MigrateRequest>,
    origin: Pick<RunOrigin, 'job'> = {},
  ): RunHeader {
    return this.#start(migrateRun(this.#services, servers, request, origin));
  }

  /** Rolls back the unfinished migrations into this target. */
  startMigrationRollback(
    target: string,
    request: Pick<MigrateRequest, 'target' | 'profile' | 'guard' | 'options'>,
  ): RunHeader {
    return this.#start(migrationRollbackRun(target, request));
  }

  startVerify(request: Asked<VerifyRequest>, origin: Pick<RunOrigin, 'job'> = {}): RunHeader {
    return this.#start(verifyRun(this.#services, request, origin));
  }

  /** Compares a server with a dump; `target` is the server as a person knows it. */
  startCompare(target: string, request: Asked<CompareRequest>, origin: RunOrigin = {}): RunHeader {
    return this.#start(compareRun(this.#services, target, request, origin));
  }

  /** Proves a dump by restoring it into a server that is started for this. */
  startProof(request: Asked<ProveRequest>, origin: Pick<RunOrigin, 'job' | 'finish'> = {}): RunHeader {
    return this.#start(proveRun(this.#services, request, origin));
  }

  /** Newest first. */
  list(): readonly RunHeader[] {
    return [...this.#runs.values()].map(({ tracker }) => tracker.header).reverse();
  }

  view(runId: string): RunView {
    return this.#entry(runId).tracker.view();
  }

  /** Returns whether the run was started in this program. */
  knows(runId: string): boolean {
    return this.#runs.has(runId);
  }

  /** The dump folder that a run writes or reads; fails with `usage` where there is none. */
  folderOf(runId: string): string {
    const { setup } = this.#entry(runId);
    const folder = setup === null ? null : folderOfSetup(setup);
    if (folder === null) throw withoutFolder();
    return folder;
  }

  /** Choices by which a run reads its dump; undefined for none. */
  inputOf(runId: string): ReadingChoices | undefined {
    const { setup } = this.#entry(runId);
    return setup === null ? undefined : inputOfSetup(setup);
  }

  /** Resolves with the result, whatever it is; never rejects. */
  finished(runId: string): Promise<RunResult> {
    return this.#entry(runId).result;
  }

  /** Resolves with the result and the pages of the tables that are read after the run's end; never rejects. */
  completed(runId: string): Promise<RunResult> {
    return this.#entry(runId).completed;
  }

  /** Runs that have not ended. */
  active(): readonly RunHeader[] {
    return [...this.#runs.values()]
      .filter(({ tracker }) => tracker.result === null)
      .map(({ tracker }) => tracker.header);
  }

  /** Folders of the dumps that runs of any program work on now, as far as a history is kept. */
  async foldersInUse(): Promise<readonly string[]> {
    return (await this.#recorder?.foldersInUse()) ?? [];
  }

  pause(runId: string): void {
    this.#entry(runId).tracker.pause();
  }

  resume(runId: string): void {
    this.#entry(runId).tracker.resume();
  }

  /** Gives a run more lanes or fewer, up to its header's `mostThreads`. */
  setThreads(runId: string, threads: number): void {
    this.#entry(runId).tracker.setThreads(threads);
  }

  /** Cancels a run; one that has ended reads no more pages. */
  cancel(runId: string): void {
    this.#entry(runId).tracker.cancel();
  }

  /** Cancels every run and resolves when nothing of any works. */
  async cancelAll(): Promise<void> {
    for (const { tracker } of this.#runs.values()) tracker.cancel();
    await Promise.all([...this.#runs.values()].map(({ completed }) => completed));
  }

  /** Subscribes to every run's changes, at most five times a second each. Returns the function that unsubscribes. */
  onUpdate(listener: (update: RunUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Publishes pending changes to the listeners at once: a caller that has the result may exit without them. */
  publishNow(runId: string): void {
    const entry = this.#entry(runId);
    if (entry.timer !== null) clearTimeout(entry.timer);
    entry.timer = null;
    const update = entry.tracker.takeUpdate();
    for (const listener of this.#listeners) listener(update);
  }

  #start(run: NewRun): RunHeader {
    const { title, threads, mostThreads, setup, kind, targetProfileId } = run;
    const runId = randomBytes(8).toString('hex');
    const repeat = setup === null ? null : repeatOf(setup);
    const variant = setup === null ? null : variantOf(setup);
    const header: RunHeader = {
      runId,
      kind,
      ...(variant !== null && { variant }),
      title,
      startedAt: Date.now(),
      threads,
      ...(mostThreads !== undefined && { mostThreads }),
      ...(targetProfileId !== undefined && { targetProfileId }),
      ...(repeat !== null && { repeat }),
    };
    const tracker = new RunTracker(header, () => this.#schedule(runId));
    let end: (result: RunResult) => void = () => undefined;
    const early = new Promise<RunResult>((resolve) => (end = resolve));
    const completed = this.#run(tracker, run, end);
    const result = Promise.race([early, completed]);
    this.#runs.set(runId, { tracker, setup, timer: null, result, completed });
    return header;
  }

  async #run(tracker: RunTracker, run: NewRun, end: (result: RunResult) => void): Promise<RunResult> {
    // The header is handed out before the first update can be heard.
    await Promise.resolve();
    const { header } = tracker;
    const { setup, job = null, work, earlier = null } = run;
    if (setup !== null)
      await this.#record(tracker, run, (recorder) =>
        recorder.begun({ header, setup, job, resumed: earlier !== null }),
      );
    const early = async (report: RunReport) => end(await this.#end(tracker, run, report, true));
    const report = await work(tracker, early).catch((error: unknown) =>
      failedReport(failureOf(error), earlier),
    );
    if (tracker.result !== null) return await this.#complete(tracker, run, tracker.result, report);
    return await this.#end(tracker, run, report, false);
  }

  async #end(
    tracker: RunTracker,
    run: NewRun,
    report: FinalReport,
    isReadingPages: boolean,
  ): Promise<RunResult> {
    const result = resultOf(tracker, report);
    for (const { message, table } of result.errors) tracker.log('error', message, table);
    // Before the end is published: a crash right after it must not make the run look interrupted.
    await this.#record(tracker, run, (recorder) =>
      recorder.ended(tracker.header.runId, result, tracker.timeline(result)),
    );
    tracker.finish(result, isReadingPages);
    return result;
  }

  /** Adds the pages that were read after the run's end. Where reading them broke, the result stays as it is. */
  async #complete(
    tracker: RunTracker,
    run: NewRun,
    ended: RunResult,
    { outcomes, errors }: FinalReport,
  ): Promise<RunResult> {
    for (const { message } of errors) tracker.log('warning', message);
    const result = ended.kind === 'load' && outcomes !== undefined ? { ...ended, outcomes } : ended;
    await this.#record(tracker, run, (recorder) => recorder.completed(tracker.header.runId, result));
    tracker.complete(result);
    return result;
  }

  /** Writes to the history. A history that can't be written is reported in the log and stops no run. */
  async #record(
    tracker: RunTracker,
    { setup }: NewRun,
    write: (recorder: RunRecorder) => Promise<void>,
  ): Promise<void> {
    if (this.#recorder === null || setup === null) return;
    try {
      await write(this.#recorder);
    } catch (error) {
      tracker.log('warning', runsText.historyNotWritten(failureOf(error).message));
    }
  }

  #schedule(runId: string): void {
    const entry = this.#runs.get(runId);
    if (entry?.timer !== null) return;
    entry.timer = setTimeout(() => this.publishNow(runId), UPDATE_INTERVAL_MS);
    // A command that has its result need not wait for it.
    entry.timer.unref();
  }

  #entry(runId: string): RunEntry {
    const entry = this.#runs.get(runId);
    if (entry === undefined) throw runsFailures.noRun();
    return entry;
  }
}

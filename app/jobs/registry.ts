import { randomBytes } from 'crypto';
import { basename } from 'path';
import { PRACTICE_PREFIX } from '../contract/connection';
import { SluiceError } from '../contract/failure';
import type { JobReference, RunHeader, RunKind, RunResult, RunUpdate, RunView } from '../contract/run';
import { dump, mostLanes, type DumpRequest } from '../dump/dump';
import type { Addon } from '../engine/addon';
import { failureOf } from '../engine/failures';
import type { RunHooks, RunReport } from '../engine/hooks';
import { abandon } from '../load/abandon';
import type { LoadRequest } from '../load/request';
import { abandonMigration } from '../migrate/abandon';
import { migrate } from '../migrate/migrate';
import type { MigrateRequest } from '../migrate/request';
import { compareWithTarget, type CompareRequest } from '../verify/target';
import { verify, type VerifyRequest } from '../verify/verify';
import { withoutFolder, type RunRecorder } from './history';
import { watchHealth, type WatchedServer } from './health-watch';
import { observedLoad, type LoadSource } from './observed-load';
import { inReach, routed, routedBetween, routedWithSource } from './reach';
import { failedReport, resultOf } from './run-result';
import { folderOfSetup, repeatable, repeatableMigration, type RunSetup } from './setup';
import { RunTracker } from './tracker';

/** At most ten updates a second leave a run. */
const UPDATE_INTERVAL_MS = 100;

/** What every run has in common. */
export interface RunEnvironment {
  readonly engine: Addon;
  readonly sluiceVersion: string;
}

/** Whether somebody watches the runs, who wants to see how their servers are doing. */
export type Audience = 'watched' | 'unwatched';

/** Where a run comes from. */
export interface RunOrigin {
  /** The saved connection to the server; null or absent where it is none. */
  readonly profileId?: string | null;
  readonly job?: JobReference | null;
  /** What is done at the end of a dump, before its run ends. */
  readonly finish?: (report: RunReport, hooks: RunHooks) => Promise<RunReport>;
}

type Supplied = keyof RunEnvironment;

/** The two servers of a migration; a server that is no saved connection has no id. */
export interface MigrationServers {
  readonly source: { readonly name: string; readonly profileId: string | null };
  readonly target: { readonly name: string; readonly profileId: string | null };
}

interface RunEntry {
  readonly tracker: RunTracker;
  /** Null where none takes part. */
  readonly folder: string | null;
  readonly result: Promise<RunResult>;
  timer: NodeJS.Timeout | null;
}

/** All runs since the program began. They go on whoever watches; several may run at once. */
export class RunRegistry {
  readonly #environment: RunEnvironment;
  readonly #runs = new Map<string, RunEntry>();
  readonly #listeners = new Set<(update: RunUpdate) => void>();
  readonly #recorder: RunRecorder | null;
  readonly #audience: Audience;
  /** By dump folder: the practice server that it comes from, if this program made it. */
  readonly #sources = new Map<string, LoadSource>();

  /** `recorder` is told when each run begins and ends; null where nobody keeps a history. */
  constructor(
    environment: RunEnvironment,
    recorder: RunRecorder | null = null,
    audience: Audience = 'unwatched',
  ) {
    this.#environment = environment;
    this.#audience = audience;
    this.#recorder = recorder;
  }

  /** `source` is the server as a person knows it. */
  startDump(source: string, request: Omit<DumpRequest, Supplied>, origin: RunOrigin = {}): RunHeader {
    const { folder, options } = request;
    const { profileId = null, job = null, finish } = origin;
    // To look at a table holds its users up: only where there are none it is done without being asked.
    if (profileId?.startsWith(PRACTICE_PREFIX)) this.#sources.set(folder, { endpoint: request.endpoint });
    return this.#start({
      title: `${source} → ${basename(folder)}`,
      threads: options.threads,
      mostThreads: mostLanes(options.threads),
      kind: 'dump',
      setup: { kind: 'dump', server: { name: source, profileId }, folder, options },
      work: async (hooks) => {
        const report = await routed(request, hooks, (reachable) =>
          this.#watched([{ side: 'source', endpoint: reachable.endpoint }], hooks, () =>
            dump({ ...this.#environment, ...reachable }, hooks),
          ),
        );
        return finish === undefined ? report : await finish(report, hooks);
      },
      job,
    });
  }

  /** `target` is the server as a person knows it. */
  startLoad(target: string, request: Omit<LoadRequest, Supplied>, origin: RunOrigin = {}): RunHeader {
    const { folder, options } = request;
    const { profileId = null, job = null } = origin;
    const server = { name: target, profileId };
    return this.#start({
      title: `${basename(folder)} → ${target}`,
      threads: options.threads,
      // A lane's part of the memory is fixed when the load begins: it may have fewer, and then these again.
      mostThreads: options.threads,
      kind: 'load',
      setup: { kind: 'load', server, folder, options: repeatable(options) },
      work: (hooks) =>
        routedWithSource(
          request,
          hooks,
          (reachable) =>
            this.#watched([{ side: 'target', endpoint: reachable.endpoint }], hooks, () =>
              observedLoad({ ...this.#environment, ...reachable }, this.#sources.get(folder) ?? null, hooks),
            ),
          options.reconnectMs,
        ),
      job,
      ...(profileId !== null && { targetProfileId: profileId }),
    });
  }

  /** Takes back what an unfinished load of the dump has made on the target. */
  startAbandon(target: string, request: Omit<LoadRequest, Supplied>, origin: RunOrigin = {}): RunHeader {
    const { folder, options } = request;
    const { profileId = null, job = null } = origin;
    return this.#start({
      title: `${basename(folder)} → ${target}`,
      threads: 1,
      kind: 'abandon',
      setup: {
        kind: 'abandon',
        server: { name: target, profileId },
        folder,
        schemaMap: { ...options.schemaMap },
      },
      work: (hooks) =>
        routed(
          request,
          hooks,
          (reachable) => abandon({ ...this.#environment, ...reachable }, hooks),
          options.reconnectMs,
        ),
      job,
      ...(profileId !== null && { targetProfileId: profileId }),
    });
  }

  /** Source and target, by their names and saved connections as a person knows them. */
  startMigrate(
    servers: MigrationServers,
    request: Omit<MigrateRequest, Supplied>,
    { job = null }: Pick<RunOrigin, 'job'> = {},
  ): RunHeader {
    const { source, target } = servers;
    const { options } = request;
    const { threads } = options;
    return this.#start({
      title: `${source.name} → ${target.name}`,
      threads,
      mostThreads: threads,
      kind: 'migrate',
      setup: { kind: 'migrate', source, server: target, options: repeatableMigration(options) },
      work: (hooks) =>
        routedBetween(
          request,
          hooks,
          (reachable) =>
            this.#watched(
              [
                { side: 'source', endpoint: reachable.source },
                { side: 'target', endpoint: reachable.target },
              ],
              hooks,
              () => migrate({ ...this.#environment, ...reachable }, hooks),
            ),
          options.reconnectMs,
        ),
      job,
      ...(target.profileId !== null && { targetProfileId: target.profileId }),
    });
  }

  /** Takes back what migrations into this target have left unfinished. No history is kept of it. */
  startAbandonMigration(
    target: string,
    request: Pick<MigrateRequest, 'target' | 'profile' | 'options'>,
  ): RunHeader {
    return this.#start({
      title: target,
      threads: 1,
      kind: 'abandon',
      setup: null,
      work: (hooks) =>
        inReach(request.target, hooks, (reachable) =>
          abandonMigration({ ...request, target: reachable }, hooks),
        ),
    });
  }

  startVerify(request: Omit<VerifyRequest, Supplied>): RunHeader {
    const { folder, threads } = request;
    return this.#start({
      title: basename(folder),
      threads,
      kind: 'verify',
      setup: { kind: 'verify', server: null, folder, threads, schemaMap: {}, verify: 'rows' },
      work: (hooks) => verify({ ...this.#environment, ...request }, hooks),
    });
  }

  /** Compares a server with a dump; `target` is the server as a person knows it. */
  startCompare(
    target: string,
    request: Omit<CompareRequest, Supplied>,
    { profileId = null }: RunOrigin = {},
  ): RunHeader {
    const { folder, schemaMap, threads, verify: rows } = request;
    const server = { name: target, profileId };
    return this.#start({
      title: `${basename(folder)} = ${target}`,
      threads,
      kind: 'verify',
      setup: { kind: 'verify', server, folder, threads, schemaMap: { ...schemaMap }, verify: rows },
      work: (hooks) =>
        routedWithSource(request, hooks, (reachable) =>
          compareWithTarget({ ...this.#environment, ...reachable }, hooks),
        ),
    });
  }

  /** Newest first. */
  list(): readonly RunHeader[] {
    return [...this.#runs.values()].map(({ tracker }) => tracker.header).reverse();
  }

  view(runId: string): RunView {
    return this.#entry(runId).tracker.view();
  }

  /** Whether the run began in this program. */
  knows(runId: string): boolean {
    return this.#runs.has(runId);
  }

  /** The dump folder that a run writes or reads; fails with `usage` where there is none. */
  folderOf(runId: string): string {
    const { folder } = this.#entry(runId);
    if (folder === null) throw withoutFolder();
    return folder;
  }

  /** Resolves with the result, whatever it is; never rejects. */
  finished(runId: string): Promise<RunResult> {
    return this.#entry(runId).result;
  }

  /** Runs that have not ended. */
  active(): readonly RunHeader[] {
    return [...this.#runs.values()]
      .filter(({ tracker }) => tracker.result === null)
      .map(({ tracker }) => tracker.header);
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

  cancel(runId: string): void {
    this.#entry(runId).tracker.cancel();
  }

  /** Cancels every run and resolves when all have ended. */
  async cancelAll(): Promise<void> {
    for (const { tracker } of this.#runs.values()) tracker.cancel();
    await Promise.all([...this.#runs.values()].map(({ result }) => result));
  }

  /** Hears of every run's changes, at most ten times a second each. Returns the function that ends it. */
  onUpdate(listener: (update: RunUpdate) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #start({ title, threads, mostThreads, setup, kind, work, job = null, targetProfileId }: NewRun): RunHeader {
    const runId = randomBytes(8).toString('hex');
    const header: RunHeader = {
      runId,
      kind,
      title,
      startedAt: Date.now(),
      threads,
      ...(mostThreads !== undefined && { mostThreads }),
      ...(targetProfileId !== undefined && { targetProfileId }),
    };
    const tracker = new RunTracker(header, () => this.#schedule(runId));
    const result = this.#run(tracker, setup, job, work);
    this.#runs.set(runId, {
      tracker,
      folder: setup === null ? null : folderOfSetup(setup),
      timer: null,
      result,
    });
    return header;
  }

  async #run(
    tracker: RunTracker,
    setup: RunSetup | null,
    job: JobReference | null,
    work: NewRun['work'],
  ): Promise<RunResult> {
    // The header is handed out before the first update can be heard.
    await Promise.resolve();
    const { header } = tracker;
    const isKept = setup !== null;
    if (isKept) await this.#record(tracker, (recorder) => recorder.begun({ header, setup, job }));
    const report = await work(tracker).catch((error: unknown) => failedReport(failureOf(error)));
    const result = resultOf(tracker, report);
    for (const { message, table } of result.errors) tracker.log('error', message, table);
    // Before anybody hears of the end: a crash right after it must not make the run look interrupted.
    if (isKept) await this.#record(tracker, (recorder) => recorder.ended(header.runId, result));
    tracker.finish(result);
    return result;
  }

  /** A history that can't be written is told in the log and stops no run. */
  async #record(tracker: RunTracker, write: (recorder: RunRecorder) => Promise<void>): Promise<void> {
    if (this.#recorder === null) return;
    try {
      await write(this.#recorder);
    } catch (error) {
      tracker.log('warning', `The history of runs can’t be written: ${failureOf(error).message}`);
    }
  }

  /** Does the work, and says meanwhile how its servers are doing, where somebody wants to see that. */
  async #watched(
    servers: readonly WatchedServer[],
    run: RunTracker,
    work: () => Promise<RunReport>,
  ): Promise<RunReport> {
    if (this.#audience === 'unwatched') return await work();
    const stops = servers.map((server) => watchHealth(server, run));
    try {
      return await work();
    } finally {
      for (const stop of stops) stop();
    }
  }

  #schedule(runId: string): void {
    const entry = this.#runs.get(runId);
    if (entry?.timer !== null) return;
    entry.timer = setTimeout(() => {
      entry.timer = null;
      const update = entry.tracker.takeUpdate();
      for (const listener of this.#listeners) listener(update);
    }, UPDATE_INTERVAL_MS);
    // A command that has its result need not wait for it.
    entry.timer.unref();
  }

  #entry(runId: string): RunEntry {
    const entry = this.#runs.get(runId);
    if (entry === undefined) throw new SluiceError('channel-refused', 'There is no such run.');
    return entry;
  }
}

interface NewRun {
  readonly title: string;
  readonly threads: number;
  readonly mostThreads?: number;
  readonly kind: RunKind;
  /** Null for a run of which no history is kept. */
  readonly setup: RunSetup | null;
  readonly job?: JobReference | null;
  readonly targetProfileId?: string;
  readonly work: (hooks: RunTracker) => Promise<RunReport>;
}

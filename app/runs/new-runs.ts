import { basename } from 'path';
import { PRACTICE_PREFIX } from '../contract/connections/connection';
import { LOAD_DEFAULTS, type DumpOptions } from '../contract/runs/options';
import type { JobReference } from '../contract/runs/run';
import type { RunKind } from '../contract/runs/state';
import type { Unfinished } from '../contract/runs/result';
import { dump, mostLanes, type DumpRequest } from '../dump/dump';
import type { Addon } from '../engine/addon';
import type { RunHooks, RunReport } from '../engine/hooks';
import { spooledDigest } from '../engine/words/spooled-input';
import { rollbackLoad } from '../load/rollback';
import type { LoadRequest } from '../load/request';
import { waysToContinue } from '../load/finish';
import { rollbackMigration } from '../migrate/rollback';
import { migrate } from '../migrate/migrate';
import type { MigrateRequest } from '../migrate/request';
import { waysToContinue as waysToContinueMigration } from '../migrate/resume';
import { prove, type ProveRequest } from '../prove/prove';
import { wishText } from '../prove/server-choice';
import { compareWithTarget, type CompareRequest } from '../verify/target';
import { verify, type VerifyRequest } from '../verify/verify';
import { releaseFolder } from './new-folder';
import { observedLoad, type EndRun, type LoadSource } from './observed-load';
import { writeDump } from './written-dump';
import { withTunnel, withTunnelTo, withTunnelsBetween, withTunnelsToSource } from './tunnel';
import { comparedAs, repeatable, repeatableMigration, type RunSetup } from './setup';
import { watchServer, type WatchedServer, type Watching } from './server-watch';
import type { RunTracker } from './tracker';
import { runsText } from '../text/runs/runs';

/** Fields that every run has in common. */
export interface RunEnvironment {
  readonly engine: Addon;
  readonly sluiceVersion: string;
}

/** Services that all runs of one program share. */
export interface RunServices {
  readonly environment: RunEnvironment;
  readonly watching: Watching;
}

/** Origin of a run. */
export interface RunOrigin {
  /** The saved connection to the server; null or absent where it is none. */
  readonly profileId?: string | null;
  readonly job?: JobReference | null;
  /** The output of a dump whose rows go somewhere else than into its folder, which is gone afterwards. */
  readonly written?: { readonly path: string; readonly output: DumpOptions['output'] };
  /** True if the dump's empty folder was created for this run: it is removed where the dump fails. */
  readonly isFolderReserved?: boolean;
  /** Work at the end of a dump or a proof, before its run ends. */
  readonly finish?: (report: RunReport, hooks: RunHooks) => Promise<RunReport>;
}

/** The two servers of a migration; a server that is no saved connection has no id. */
export interface MigrationServers {
  readonly source: { readonly name: string; readonly profileId: string | null };
  readonly target: { readonly name: string; readonly profileId: string | null };
}

/** A run before it starts: its title for the user, its record for the history, and its work. */
export interface NewRun {
  readonly title: string;
  readonly threads: number;
  readonly mostThreads?: number;
  readonly kind: RunKind;
  /** Null for a run without a history. */
  readonly setup: RunSetup | null;
  readonly job?: JobReference | null;
  readonly targetProfileId?: string;
  /**
   * Commands that continue the run which this one is to resume, reported if it fails before that; absent for a new one.
   */
  readonly earlier?: Unfinished | null;
  /** Does the run's work; a load may end the run before it resolves with more on its tables. */
  readonly work: (hooks: RunTracker, end: EndRun) => Promise<RunReport>;
}

/** A request as callers make it, without what all runs have in common. */
export type Asked<R> = Omit<R, keyof RunEnvironment>;

/** `source` is the server as a person knows it. */
export function dumpRun(
  services: RunServices,
  source: string,
  request: Asked<DumpRequest>,
  origin: RunOrigin,
): NewRun {
  const { folder, options } = request;
  const { output } = options;
  const { profileId = null, job = null, finish, isFolderReserved = false } = origin;
  const written = origin.written ?? { path: folder, output };
  return {
    title: `${source} → ${basename(written.path)}`,
    threads: options.threads,
    mostThreads: mostLanes(options.threads),
    kind: 'dump',
    setup: {
      kind: 'dump',
      server: { name: source, profileId },
      folder: written.path,
      options: { ...options, output: written.output },
    },
    work: async (hooks) => {
      const dumped = withTunnelTo(request, hooks, (reachable) =>
        watched(services, [{ side: 'source', endpoint: reachable.endpoint, retryMs: 0 }], hooks, () =>
          output.kind === 'shell'
            ? dump({ ...services.environment, ...reachable }, hooks)
            : writeDump({ ...services.environment, ...reachable }, output, hooks),
        ),
      );
      const report = await (isFolderReserved ? releasingOnFailure(folder, dumped) : dumped);
      return finish === undefined ? report : await finish(report, hooks);
    },
    job,
  };
}

/** Removes the folder that was created for a dump where the dump fails. */
async function releasingOnFailure<T>(folder: string, dumped: Promise<T>): Promise<T> {
  try {
    return await dumped;
  } catch (error) {
    await releaseFolder(folder);
    throw error;
  }
}

/** `target` is the server as a person knows it; `practiceSource` is asked at the beginning. */
export function loadRun(
  services: RunServices,
  target: string,
  request: Asked<LoadRequest>,
  origin: RunOrigin,
  practiceSource: () => LoadSource | null,
): NewRun {
  const { folder, options } = request;
  const { profileId = null, job = null } = origin;
  const server = { name: target, profileId };
  const { reconnectMs: retryMs } = options;
  return {
    title: `${dumpName(folder)} → ${target}`,
    threads: options.threads,
    // A lane's part of the memory is fixed when the load begins: it may have fewer, and then these again.
    mostThreads: options.threads,
    kind: 'load',
    setup: { kind: 'load', server, folder, options: repeatable(options) },
    work: (hooks, end) =>
      withTunnelsToSource(
        request,
        hooks,
        (reachable) =>
          watched(services, [{ side: 'target', endpoint: reachable.endpoint, retryMs }], hooks, () =>
            observedLoad({ ...services.environment, ...reachable }, hooks, {
              source: practiceSource(),
              isPractice: profileId?.startsWith(PRACTICE_PREFIX) ?? false,
              end: services.watching.readsPages ? end : null,
            }),
          ),
        retryMs,
      ),
    job,
    ...(options.resume && { earlier: waysToContinue(request, options.schemaMap) }),
    ...(profileId !== null && { targetProfileId: profileId }),
  };
}

/** Rolls back an unfinished load of the dump on the target. */
export function loadRollbackRun(
  { environment }: RunServices,
  target: string,
  request: Asked<LoadRequest>,
  origin: RunOrigin,
): NewRun {
  const { folder, options } = request;
  const { profileId = null, job = null } = origin;
  const server = { name: target, profileId };
  return {
    title: `${dumpName(folder)} → ${target}`,
    threads: 1,
    kind: 'rollback',
    setup: { kind: 'rollback', server, folder, schemaMap: { ...options.schemaMap } },
    work: (hooks) =>
      withTunnelTo(
        request,
        hooks,
        (reachable) => rollbackLoad({ ...environment, ...reachable }, hooks),
        options.reconnectMs,
      ),
    job,
    ...(profileId !== null && { targetProfileId: profileId }),
  };
}

/** Source and target, by their names and saved connections as a person knows them. */
export function migrateRun(
  services: RunServices,
  { source, target }: MigrationServers,
  request: Asked<MigrateRequest>,
  { job = null }: Pick<RunOrigin, 'job'>,
): NewRun {
  const { options } = request;
  const { threads } = options;
  return {
    title: `${source.name} → ${target.name}`,
    threads,
    mostThreads: threads,
    kind: 'migrate',
    setup: { kind: 'migrate', source, server: target, options: repeatableMigration(options) },
    work: (hooks) =>
      withTunnelsBetween(
        request,
        hooks,
        (reachable) => {
          const servers: readonly WatchedServer[] = [
            { side: 'source', endpoint: reachable.source, retryMs: 0 },
            { side: 'target', endpoint: reachable.target, retryMs: options.reconnectMs },
          ];
          return watched(services, servers, hooks, () =>
            migrate({ ...services.environment, ...reachable }, hooks),
          );
        },
        options.reconnectMs,
      ),
    job,
    ...(options.resume && { earlier: waysToContinueMigration(request) }),
    ...(target.profileId !== null && { targetProfileId: target.profileId }),
  };
}

/** Rolls back the unfinished migrations into this target. No history is kept of it. */
export function migrationRollbackRun(
  target: string,
  request: Pick<MigrateRequest, 'target' | 'profile' | 'options'>,
): NewRun {
  return {
    title: target,
    threads: 1,
    kind: 'rollback',
    setup: null,
    work: (hooks) =>
      withTunnel(request.target, hooks, (reachable) =>
        rollbackMigration({ ...request, target: reachable }, hooks),
      ),
  };
}

export function verifyRun(
  { environment }: RunServices,
  request: Asked<VerifyRequest>,
  { job = null }: Pick<RunOrigin, 'job'> = {},
): NewRun {
  const { folder, threads, input } = request;
  return {
    title: dumpName(folder),
    threads,
    kind: 'verify',
    setup: { kind: 'verify', server: null, folder, threads, ...comparedAs({ ...LOAD_DEFAULTS, input }) },
    job,
    work: (hooks) => verify({ ...environment, ...request }, hooks),
  };
}

/** Compares a server with a dump; `target` is the server as a person knows it. */
export function compareRun(
  { environment }: RunServices,
  target: string,
  request: Asked<CompareRequest>,
  { profileId = null, job = null }: RunOrigin,
): NewRun {
  const { folder, threads } = request;
  const server = { name: target, profileId };
  return {
    title: `${dumpName(folder)} ↔ ${target}`,
    threads,
    kind: 'verify',
    setup: { kind: 'verify', server, folder, threads, ...comparedAs(request) },
    job,
    work: (hooks) =>
      withTunnelsToSource(request, hooks, (reachable) =>
        compareWithTarget({ ...environment, ...reachable }, hooks),
      ),
    ...(profileId !== null && { targetProfileId: profileId }),
  };
}

/** Proves a dump by restoring it into a server that is started for this. A repeated one compares no source. */
export function proveRun(
  { environment }: RunServices,
  request: Asked<ProveRequest>,
  { job = null, finish }: Pick<RunOrigin, 'job' | 'finish'>,
): NewRun {
  const { folder, threads, source, wish, certificate, input } = request;
  const whole = { ...environment, ...request };
  const proof = { wish: wish === null ? null : wishText(wish), certificate: certificate.file };
  return {
    title: runsText.proofOf(dumpName(folder)),
    threads,
    kind: 'verify',
    setup: {
      ...{ kind: 'verify', server: null, folder, threads },
      ...comparedAs({ ...LOAD_DEFAULTS, input }),
      proof,
    },
    job,
    work: async (hooks) => {
      const report = await (source === null
        ? prove(whole, hooks)
        : withTunnel(source, hooks, (reachable) => prove({ ...whole, source: reachable }, hooks)));
      return finish === undefined ? report : await finish(report, hooks);
    },
  };
}

/** A dump in a title. */
function dumpName(folder: string): string {
  return spooledDigest(folder) === null ? basename(folder) : runsText.standardInput;
}

/** Does the work, and says meanwhile what its servers tell. */
async function watched(
  { watching }: RunServices,
  servers: readonly WatchedServer[],
  run: RunTracker,
  work: () => Promise<RunReport>,
): Promise<RunReport> {
  const stops = servers.map((server) => watchServer(server, watching, run));
  try {
    return await work();
  } finally {
    for (const stop of stops) stop();
  }
}

import type { Endpoint } from '../catalog/connect/endpoint';
import type { Profile } from '../contract/connections/connection';
import { assertNever } from '../contract/exhaustive';
import type { TargetGuard } from '../contract/connections/guard';
import type { RunHeader } from '../contract/runs/run';
import type { RunHooks, RunReport } from '../engine/hooks';
import type { MigrationServers, RunOrigin } from '../runs/new-runs';
import { unsaved, type RepeatNeeds } from '../runs/repeat';
import { comparedAs, type DumpSetup, type VerifySetup } from '../runs/setup';
import { DEFAULT_MEMORY_LIMIT_BYTES } from '../contract/runs/options';
import { keepLast } from './keep-last';
import type { SavedJob } from './saved-jobs';

export interface JobNeeds extends Omit<RepeatNeeds, 'endpoint'> {
  /** A saved connection, and all that is needed to sign in to it. */
  readonly server: (profileId: string, role: 'source' | 'target') => Promise<SignIn>;
  /** True if this run refuses to start where the account can't read everything; absent for the job’s own setting. */
  readonly requireComplete?: boolean;
  /** The name of a production target, typed for this run. */
  readonly confirmedTarget?: string;
}

interface SignIn {
  readonly profile: Profile;
  readonly guard: TargetGuard;
  readonly endpoint: Endpoint;
}

/** Starts a run of a saved job. A dump of it is marked as the job's, and then the job's oldest dumps go. */
export async function startJob(job: SavedJob, needs: JobNeeds): Promise<RunHeader> {
  const { setup } = job;
  const { runs, confirmedTarget, requireComplete } = needs;
  const complete = requireComplete === undefined ? {} : { requireComplete };
  const from = { job: { id: job.id, name: job.name } };
  if (setup.kind === 'verify') return await startVerification(setup, from, needs);
  const role = setup.kind === 'dump' ? 'source' : 'target';
  const { profile, guard, endpoint } = await signIn(setup.server, role, needs);
  const origin: RunOrigin = { ...from, profileId: profile.id };
  const confirmed = confirmedTarget === undefined ? {} : { confirmedTarget };
  switch (setup.kind) {
    case 'dump': {
      const folder = await needs.nextFolder(setup.folder);
      const finish = (report: RunReport, hooks: RunHooks) => keepLast({ job, runs }, folder, report, hooks);
      const request = { endpoint, folder, options: { ...setup.options, ...complete } };
      return runs.startDump(profile.name, request, { ...origin, finish, isFolderReserved: true });
    }
    case 'load': {
      const options = { ...setup.options, ...confirmed };
      return runs.startLoad(
        profile.name,
        { endpoint, profile, guard, folder: setup.folder, options },
        origin,
      );
    }
    case 'migrate': {
      const source = await signIn(setup.source, 'source', needs);
      const options = { ...setup.options, ...complete, ...confirmed };
      return runs.startMigrate(
        { source: namedAs(source.profile), target: namedAs(profile) },
        { source: source.endpoint, sourceProfile: source.profile, target: endpoint, profile, guard, options },
        origin,
      );
    }
    default:
      return assertNever(setup);
  }
}

async function startVerification(
  setup: VerifySetup,
  from: Pick<RunOrigin, 'job'>,
  needs: JobNeeds,
): Promise<RunHeader> {
  const { server, folder, threads, input } = setup;
  if (server === null) return needs.runs.startVerify({ folder, threads, input }, from);
  const { profile, endpoint } = await signIn(server, 'target', needs);
  const memoryLimitBytes = DEFAULT_MEMORY_LIMIT_BYTES;
  return needs.runs.startCompare(
    profile.name,
    { endpoint, folder, threads, memoryLimitBytes, ...comparedAs(setup) },
    { ...from, profileId: profile.id },
  );
}

async function signIn(
  { name, profileId }: DumpSetup['server'],
  role: 'source' | 'target',
  { server }: JobNeeds,
): Promise<SignIn> {
  if (profileId === null) throw unsaved(name);
  return await server(profileId, role);
}

/** Reference to a saved connection in a set-up. */
export function namedAs({ id, name }: Profile): MigrationServers['source'] {
  return { name, profileId: id };
}

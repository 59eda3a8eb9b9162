import type { RunHeader } from '../../../app/contract/runs/run';
import type { RunKind } from '../../../app/contract/runs/state';
import { request } from '../remote/bridge';
import { openRun } from './runs';
import { signIn, withPassword } from '../servers/unlock';

/** The kinds of runs that go on after they were cut off. */
export type Resumable = Extract<RunKind, 'load' | 'migrate'>;

export function isResumable(kind: RunKind): kind is Resumable {
  return kind === 'load' || kind === 'migrate';
}

/** A production target's typed name; empty for any other. */
interface Confirmed {
  readonly confirmedTarget?: string;
}

/** Goes on with an unfinished run of the history, with the options that it was begun with. */
export async function resume(runId: string, kind: Resumable, confirmed: Confirmed): Promise<void> {
  await openRun(() => (kind === 'load' ? resumeLoad(runId, confirmed) : resumeMigration(runId, confirmed)));
}

async function resumeLoad(runId: string, confirmed: Confirmed): Promise<RunHeader> {
  const { profileId, folder, options } = await request('history/load-draft', { runId });
  const load = { profileId, folder: folder.handle, options: { ...options, resume: true, ...confirmed } };
  return await withPassword(profileId, () => request('load/start', load));
}

async function resumeMigration(runId: string, confirmed: Confirmed): Promise<RunHeader> {
  const { options, ...servers } = await request('history/migrate-draft', { runId });
  await signIn(servers.sourceProfileId);
  await signIn(servers.targetProfileId);
  return await request('migrate/start', { ...servers, options: { ...options, resume: true, ...confirmed } });
}

/** Removes what an unfinished run of the history has created on its target. */
export async function rollBack(runId: string, profileId: string, confirmed: Confirmed): Promise<void> {
  await openRun(() => withPassword(profileId, () => request('history/roll-back', { runId, ...confirmed })));
}

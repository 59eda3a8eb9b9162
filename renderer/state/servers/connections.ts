import { create } from 'zustand';
import type { PracticeServer } from '../../../app/contract/connections/practice';
import type { Profile } from '../../../app/contract/connections/connection';
import { guardOfProfile, type Guard } from '../../../app/contract/connections/guard';
import { request } from '../remote/bridge';
import { notifyFailure } from '../app/toasts';

interface ConnectionsState {
  readonly profiles: readonly Profile[];
  readonly practice: readonly PracticeServer[];
  readonly loaded: boolean;
}

export const useConnections = create<ConnectionsState>(() => ({ profiles: [], practice: [], loaded: false }));

/** Guard of a connection chosen as a target; null where there is none. */
export function useGuard(target: Profile | null): Guard | null {
  const profiles = useConnections((state) => state.profiles);
  return target === null ? null : guardOfProfile(target, profiles);
}

/** Reads the saved connections and practice servers; what can't be read is reported and left as it was. */
export async function readConnections(): Promise<void> {
  try {
    const [profiles, practice] = await Promise.all([
      request('profiles/list', null),
      request('practice/list', null),
    ]);
    useConnections.setState({ profiles, practice, loaded: true });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Takes what main tells of the practice servers; a server that came up may have brought a new profile. */
export async function takePractice(practice: readonly PracticeServer[]): Promise<void> {
  useConnections.setState({ practice });
  const known = new Set(useConnections.getState().profiles.map((profile) => profile.id));
  const unknown = practice.some((server) => server.state === 'running' && !known.has(server.profileId));
  if (unknown) await readConnections();
}

export async function startPractice(vendor: PracticeServer['vendor']): Promise<void> {
  try {
    await request('practice/start', { vendor });
    await readConnections();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

export async function stopPractice(vendor: PracticeServer['vendor']): Promise<void> {
  try {
    await request('practice/stop', { vendor });
    await readConnections();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

export async function saveProfile(profile: Profile, password: string | null): Promise<Profile> {
  const saved = await request('profiles/save', { profile, password });
  await readConnections();
  return saved;
}

export async function removeProfile(profileId: string): Promise<void> {
  try {
    await request('profiles/remove', { profileId });
    await readConnections();
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** The practice server behind a profile, or null where the profile is the user's own. */
export function practiceOf(profile: Profile, practice: readonly PracticeServer[]): PracticeServer | null {
  return practice.find((server) => server.profileId === profile.id) ?? null;
}

/** False only for the profile of a practice server that does not run. */
export function isReachable(profile: Profile, practice: readonly PracticeServer[]): boolean {
  const server = practiceOf(profile, practice);
  return server === null || server.state === 'running';
}

import { create } from 'zustand';
import type { LeftServer } from '../../../app/contract/connections/changed-server';
import { text } from '../../text';
import { request } from '../remote/bridge';
import { notify, notifyFailure } from './toasts';
import { withPassword } from '../servers/unlock';

interface ChangedSettingsState {
  /** Entries that the user has not postponed. */
  readonly servers: readonly LeftServer[];
  /** The one whose settings are being put back. */
  readonly restoring: string | null;
}

/** Servers that killed loads have left with changed settings: the frame offers to put them back. */
export const useChangedSettings = create<ChangedSettingsState>(() => ({ servers: [], restoring: null }));

export async function readChangedSettings(): Promise<void> {
  try {
    useChangedSettings.setState({ servers: await request('left-settings/list', null) });
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Puts a server's settings back, asking for its password where none is known, and tells what was done. */
export async function restoreSettings({ id, profileId }: LeftServer): Promise<void> {
  if (profileId === null) return;
  useChangedSettings.setState({ restoring: id });
  try {
    const { target, said } = await withPassword(profileId, () => request('left-settings/restore', { id }));
    putOff(id);
    notify('ok', text.frame.settingsPutBack(target), { detail: said.join(' ') });
  } catch (thrown) {
    notifyFailure(thrown);
  }
  useChangedSettings.setState({ restoring: null });
}

/** Asks no more until the next start. */
export function putOff(id: string): void {
  useChangedSettings.setState(({ servers }) => ({ servers: servers.filter((server) => server.id !== id) }));
}

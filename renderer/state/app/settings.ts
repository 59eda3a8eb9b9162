import { create } from 'zustand';
import { SETTINGS_DEFAULTS, type SettingsChange, type ShownSettings } from '../../../app/contract/settings';
import { setAppearance, useAppearance } from '../../theme/appearance';
import { request } from '../remote/bridge';
import { notifyFailure } from './toasts';

interface SettingsState {
  readonly settings: ShownSettings;
}

/** The settings as they were last read: what new set-ups begin with. */
export const useSettings = create<SettingsState>(() => ({
  settings: { ...SETTINGS_DEFAULTS, dumpsFolder: '', isOwnFolder: false },
}));

/** Reads them; where they can't be read that is told, and the defaults stand. */
export async function readSettings(): Promise<void> {
  try {
    take(await request('settings/read', null));
  } catch (thrown) {
    notifyFailure(thrown);
  }
}

/** Ends when every change so far is kept: they are kept in the order in which they were made. */
let keeping: Promise<unknown> = Promise.resolve();

/** Changes some of them at once, and keeps that. A refusal is told, and what is kept shows again. */
export function changeSettings(change: SettingsChange): void {
  take({ ...useSettings.getState().settings, ...change });
  keeping = keeping
    .then(() => request('settings/change', change))
    .catch(async (thrown: unknown) => {
      notifyFailure(thrown);
      await readSettings();
    });
}

/** Changes to the other theme than the one that shows now. */
export function toggleTheme(): void {
  changeSettings({ appearance: useAppearance.getState().theme === 'dark' ? 'light' : 'dark' });
}

export function chooseDumpsFolder(): void {
  void request('settings/choose-folder', null)
    .then((settings) => {
      if (settings !== null) take(settings);
    })
    .catch(notifyFailure);
}

export function resetDumpsFolder(): void {
  void request('settings/reset-folder', null).then(take).catch(notifyFailure);
}

function take(settings: ShownSettings): void {
  setAppearance(settings.appearance);
  useSettings.setState({ settings });
}

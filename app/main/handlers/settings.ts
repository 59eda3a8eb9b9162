import { dialog, type BrowserWindow } from 'electron';
import type { Settings, ShownSettings } from '../../contract/settings';
import type { SettingsStore } from '../../storage/settings';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';
import { showAppearance } from '../window/theme';
import { defaultDumpsFolder } from './folders';
import { mainText } from '../../text/main';

type Area = 'settings/read' | 'settings/change' | 'settings/choose-folder' | 'settings/reset-folder';

export function settingsHandlers(settings: SettingsStore, window: () => BrowserWindow): Pick<Handlers, Area> {
  return {
    'settings/read': async () => shown(await settings.read()),
    'settings/change': async (change) => {
      const changed = await settings.change(change);
      showAppearance(changed.appearance);
      return shown(changed);
    },
    'settings/choose-folder': async () => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: mainText.choose.dumpsFolder,
        properties: ['openDirectory', 'createDirectory'],
      });
      const [dumpsFolder] = filePaths;
      return dumpsFolder === undefined ? null : shown(await settings.change({ dumpsFolder }));
    },
    'settings/reset-folder': async () => shown(await settings.change({ dumpsFolder: null })),
  };
}

function shown({ dumpsFolder, ...settings }: Settings): ShownSettings {
  return {
    ...settings,
    dumpsFolder: displayOf(dumpsFolder ?? defaultDumpsFolder()),
    isOwnFolder: dumpsFolder !== null,
  };
}

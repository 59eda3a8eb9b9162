import { dialog, type BrowserWindow } from 'electron';
import { endpointOf } from '../../catalog/endpoint';
import type { Connections } from '../../profiles/connections';
import { testConnection } from '../../profiles/test-connection';
import type { Handlers } from '../answer';

type Area =
  | 'profiles/list'
  | 'profiles/save'
  | 'profiles/remove'
  | 'profiles/test'
  | 'profiles/sign-in'
  | 'profiles/unlock'
  | 'profiles/choose-file';

const FILE_TITLES = { certificate: 'Choose a certificate or key', 'ssh-key': 'Choose a private key for SSH' };

export function profileHandlers(connections: Connections, window: () => BrowserWindow): Pick<Handlers, Area> {
  return {
    'profiles/list': () => connections.list(),
    'profiles/save': async ({ profile, password }) => {
      await connections.save(profile, password);
      return profile;
    },
    'profiles/remove': async ({ profileId }) => {
      await connections.remove(profileId);
      return null;
    },
    'profiles/test': async ({ profile, password }) =>
      await testConnection(endpointOf(profile, password ?? (await connections.passwordOf(profile)))),
    'profiles/choose-file': async ({ purpose }) => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: FILE_TITLES[purpose],
        // Keys live in hidden folders.
        properties: ['openFile', 'showHiddenFiles'],
      });
      return filePaths[0] ?? null;
    },
    'profiles/sign-in': ({ profileId }) => connections.withSession(profileId, () => Promise.resolve(null)),
    'profiles/unlock': async ({ profileId, password }) => {
      await connections.unlock(profileId, password);
      return null;
    },
  };
}

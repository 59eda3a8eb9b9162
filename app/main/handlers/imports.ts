import { dialog, type BrowserWindow } from 'electron';
import { promises as fs } from 'fs';
import { homedir } from 'os';
import { SluiceError } from '../../contract/failure';
import { messageOf } from '../../engine/failures';
import type { Connections } from '../../profiles/connections';
import { exportConnections } from '../../profiles/import/exported';
import type { FoundConnection } from '../../profiles/import/found';
import { previewOf } from '../../profiles/import/preview';
import { readConnections } from '../../profiles/import/read-file';
import type { Handlers } from '../answer';
import { displayOf } from '../folders';

type Area = 'profiles/import-open' | 'profiles/import-take' | 'profiles/export';

/** What was read stays here: the window sees it without its secrets, and names what is to be taken. */
export function importHandlers(connections: Connections, window: () => BrowserWindow): Pick<Handlers, Area> {
  let opened: readonly FoundConnection[] = [];
  return {
    'profiles/import-open': async () => {
      const { filePaths } = await dialog.showOpenDialog(window(), {
        title: 'Choose a file of connections',
        defaultPath: homedir(),
        properties: ['openFile', 'showHiddenFiles'],
      });
      const [path] = filePaths;
      if (path === undefined) return null;
      const { kind, found, left } = await readConnections(path);
      opened = found;
      return { file: displayOf(path), kind, rows: previewOf(found, await connections.list()), left };
    },
    'profiles/import-take': async ({ profileIds, withPasswords }) => {
      const wanted = new Set(profileIds);
      const taken = opened.filter(({ profile }) => wanted.has(profile.id));
      await connections.take(
        taken.map(({ profile, password }) => ({ profile, password: withPasswords ? password : null })),
      );
      opened = [];
      return null;
    },
    'profiles/export': async () => {
      const { canceled, filePath } = await dialog.showSaveDialog(window(), {
        defaultPath: 'sluice-connections.json',
        filters: [{ name: 'JSON', extensions: ['json'] }],
      });
      if (canceled) return false;
      await save(filePath, exportConnections(await connections.list()));
      return true;
    },
  };
}

async function save(path: string, content: string): Promise<void> {
  try {
    await fs.writeFile(path, content, { mode: 0o600 });
  } catch (error) {
    throw new SluiceError('file-failed', `The connections can’t be saved: ${messageOf(error)}.`);
  }
}
